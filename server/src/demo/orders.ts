import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import {
  lineCharge,
  lineStatus,
  messageCategory,
  smsType,
  telegramOrderType,
} from '@trade-assistant/contract/message-dictionaries.ts';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { consents } from '../engines/messaging/compliance/index.ts';
import { orderKinds, storeTemplates, templates } from '../engines/messaging/sending/index.ts';
import { phones } from '../engines/messaging/sms-senders/index.ts';
import {
  addLines,
  finishChunk,
  holdStage,
  LINE,
  lockLines,
  lockWork,
  moveLines,
  moveWork,
  type NewLine,
  pauseWork,
  planStage,
  priceLanes,
  settleNow,
  workTasks,
} from '../engines/messaging/work/index.ts';
import { providers, trialTemplates } from '../engines/vendors/providers/index.ts';
import { businessNumber, type Demo } from './demo.ts';

interface Past {
  readonly key: 'whatsapp' | 'telegram' | 'sms';
  readonly name: string;
  readonly hoursAgo: number;
  readonly recipients: number;
  /** Null stays a draft. */
  readonly outcome: ((n: number) => number) | null;
  /** How many were sent before its owner paused it; absent: all. */
  readonly pausedAfter?: number;
}

const { delivered, read, failed, expired } = lineStatus.is;
/** Most messages are read, some only delivered, a few fail. */
const usual = (n: number): number => (n % 17 === 0 ? failed : n % 23 === 0 ? expired : n % 3 === 0 ? delivered : read);

/** What each channel's orders have in common. */
const CHANNELS = {
  whatsapp: { businessType: 1, serviceType: 3, prefix: 'WO', filterType: messageCategory.is.utility },
  telegram: { businessType: 2, serviceType: 4, prefix: 'TO', filterType: telegramOrderType.is.code },
  sms: { businessType: 3, serviceType: 3, prefix: 'ST', filterType: smsType.is.notice },
} as const;
const SMS_TEXT = 'Fern Shop: Hello {name}, your order {order} is on its way.';
/** A text is delivered or fails; nobody reports that it was read. */
const ofTexts = (n: number): number => (n % 19 === 0 ? failed : n % 31 === 0 ? expired : delivered);

const PAST: readonly Past[] = [
  { key: 'whatsapp', name: '十一月发货通知', hoursAgo: 30, recipients: 120, outcome: usual },
  { key: 'whatsapp', name: 'Autumn shipping notice', hoursAgo: 6, recipients: 40, outcome: usual },
  { key: 'whatsapp', name: '新品到货（草稿）', hoursAgo: 1, recipients: 25, outcome: null },
  {
    key: 'telegram',
    name: '登录验证码',
    hoursAgo: 4,
    recipients: 30,
    outcome: (n) => (n % 10 === 0 ? expired : delivered),
  },
  { key: 'sms', name: '到货短信通知', hoursAgo: 20, recipients: 80, outcome: ofTexts },
  { key: 'sms', name: 'Delivery today (draft)', hoursAgo: 2, recipients: 15, outcome: null },
  { key: 'whatsapp', name: 'December notice (paused)', hoursAgo: 3, recipients: 100, outcome: usual, pausedAfter: 60 },
];
const HOUR_MILLIS = 3_600_000;
/** A paused order was sent up to the end of a chunk. */
const CHUNK_LINES = 20;
const AREAS = [201, 202, 203, 205, 206, 207, 208, 209];
/** Numbers reserved for fiction. */
export const fictionalNumber = (n: number): string =>
  `1${AREAS[Math.floor(n / 100) % AREAS.length]}55501${String(n % 100).padStart(2, '0')}`;

/** Templates of the trial channels, and orders of an agent: sent ones with their receipts, and a draft. Trials cost nothing. */
export async function sendOrders(demo: Demo): Promise<void> {
  const { tx, system } = demo;
  const trials = await tx
    .select()
    .from(providers)
    .where(and(eq(providers.tenantId, system.tenantId), eq(providers.status, 1), eq(providers.kind, 2)))
    .orderBy(asc(providers.id));
  for (const { id, tenantId } of trials)
    await storeTemplates(tx, { id, tenantId, businessAccount: null }, trialTemplates);
  const [sender] = trials;
  const [consent] = await tx
    .select()
    .from(consents)
    .where(and(eq(consents.tenantId, system.tenantId), eq(consents.status, 1), isNotNull(consents.validUntil)))
    .orderBy(asc(consents.id))
    .limit(1);
  const owner = demo.people.buyers.find(({ agentId }) => agentId === consent?.ownerId);
  if (!sender || !consent || !owner) return;
  for (const [index, past] of PAST.entries()) await sendOrder(demo, past, { index, sender, consent, owner });
}

interface Parts {
  readonly index: number;
  readonly sender: typeof providers.$inferSelect;
  readonly consent: typeof consents.$inferSelect;
  readonly owner: Demo['people']['buyers'][number];
}

async function sendOrder(demo: Demo, past: Past, { index, sender, consent, owner }: Parts): Promise<void> {
  const { tx, system, random } = demo;
  const { key, name, recipients, outcome, pausedAfter = recipients } = past;
  const at = new Date(Date.now() - past.hoursAgo * HOUR_MILLIS);
  const kind = orderKinds[key];
  const channel = CHANNELS[key];
  const [phone] = key === 'sms' ? await tx.select().from(phones).orderBy(asc(phones.id)).limit(1) : [];
  const [template] =
    key === 'whatsapp'
      ? await tx
          .select()
          .from(templates)
          .where(
            and(
              eq(templates.senderId, sender.id),
              eq(templates.category, messageCategory.is.utility),
              eq(templates.status, 1),
            ),
          )
          .orderBy(asc(templates.id))
          .limit(1)
      : [];
  const { rows } = await tx.execute<{ path: string; name: string }>(
    sql`select owner_path as path, real_name as name from sys_user where id = ${consent.ownerId}`,
  );
  const [task] = await tx
    .insert(workTasks)
    .values({
      ...{
        tenantId: system.tenantId,
        kind: kind.name,
        resource: kind.resource,
        evidence: 3,
        businessType: channel.businessType,
      },
      ...{
        serviceType: channel.serviceType,
        taskNo: businessNumber(random, channel.prefix, at),
        taskName: name,
      },
      ...{
        ownerId: consent.ownerId,
        ownerPath: rows[0]?.path ?? '/',
        ownerName: rows[0]?.name ?? '',
        agentId: owner.agentId,
        agentName: rows[0]?.name ?? '',
      },
      filterType: template?.category ?? channel.filterType,
      ...{
        consentId: consent.id,
        senderId: sender.id,
        senderName: phone?.phoneNo ?? sender.providerName,
        status: 10,
        createTime: at,
        jobTaskNo: '',
      },
      ...{
        templateId: template?.id ?? null,
        templateCode: template?.templateCode ?? null,
        templateLang: template?.language ?? null,
      },
      ...{ countryCodes: ['US'], currency: 'USDT', details: detailsOf(key, phone?.id) },
      ...{ createUser: consent.ownerId, createUserName: rows[0]?.name ?? '', updateTime: at },
    })
    .returning();
  if (!task) return;
  const lines = Array.from(
    { length: recipients },
    (_, n): NewLine => ({
      ...{
        e164: fictionalNumber(index * 200 + n),
        raw: null,
        country: 'US',
        lineType: 1,
        reason: null,
        rule: null,
        cachedTime: null,
      },
      params:
        key === 'sms'
          ? { name: 'Ana', order: `A-${1000 + n}` }
          : { 'header.1': `A-${1000 + n}`, 'body.1': '客户', 'body.2': '周五', 'button.0': `A-${1000 + n}` },
    }),
  );
  await addLines(tx, task, lines, CHUNK_LINES);
  await planStage(tx, task, 1);
  await tx.execute(sql`update work_task set results[1] = stage_lines where id = ${task.id}`);
  const draft = await lockWork(tx, system, task.id);
  await priceLanes(tx, draft, () => ZERO, { unitPrice: ZERO });
  if (outcome === null) return;
  await holdStage(tx, system, kind, draft);
  await tx.execute(sql`update work_line set charge = 1 where task_id = ${task.id}`);
  await moveWork(tx, system, await moveWork(tx, system, draft, 'queue'), 'start', { startTime: at });
  await recordMessages(demo, task.id, at, pausedAfter, outcome);
  const locked = await lockLines(tx, task, sql`l.line_no <= ${pausedAfter}`);
  await moveLines(
    tx,
    await lockWork(tx, system, task.id),
    locked,
    locked.map(({ lineNo }) => {
      const result = outcome(lineNo);
      const isPaid = result === delivered || result === read;
      return {
        lineNo,
        state: LINE.result,
        result,
        charge: isPaid ? lineCharge.is.charged : lineCharge.is.none,
        error: result === failed ? (key === 'sms' ? 'UNDELIV' : '131026') : null,
        dueTime: null,
      };
    }),
  );
  const { rows: handed } = await tx.execute<{ chunkNo: number; laneNo: number }>(sql`
    select c.chunk_no as "chunkNo", c.lane_no as "laneNo" from work_chunk c where c.task_id = ${task.id} and not exists (
      select from work_line l where l.task_id = c.task_id and l.chunk_no = c.chunk_no and l.state = ${LINE.open}) order by 1`);
  for (const chunk of handed) await finishChunk(tx, task, { ...chunk, stage: 1 });
  await settleNow(tx, system, kind, task.id);
  if (pausedAfter < recipients) return pauseWork(tx, system, task.id, 1, null);
  await moveWork(tx, system, await lockWork(tx, system, task.id), 'complete', {
    ...{
      finishTime: new Date(at.getTime() + HOUR_MILLIS / 4),
      expireTime: new Date(at.getTime() + 40 * 24 * HOUR_MILLIS),
      completeType: 1,
    },
  });
}

const detailsOf = (key: Past['key'], phoneId: bigint | undefined): Record<string, unknown> =>
  ({ whatsapp: {}, telegram: { codeLength: 6, ttl: 300 }, sms: { text: SMS_TEXT, phoneId: String(phoneId ?? 0) } })[
    key
  ];

/** Adds the message of each line with the times of its receipts. */
async function recordMessages(
  { tx }: Demo,
  taskId: bigint,
  at: Date,
  last: number,
  outcome: (n: number) => number,
): Promise<void> {
  const { rows } = await tx.execute<{ lineNo: number }>(
    sql`select line_no as "lineNo" from work_line where task_id = ${taskId} and line_no <= ${last} order by 1`,
  );
  const results = rows.map(({ lineNo }) => outcome(lineNo));
  await tx.execute(sql`
    with sent as (
      insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, task_id, line_no, e164, msg_type, template_code, vendor_id, status,
        error_code, create_time, sent_time, delivered_time, read_time)
      select gen_random_uuid(), t.tenant_id, t.owner_id, t.business_type, 1, t.sender_id, t.id, l.line_no, l.e164, case when t.template_id is null then 1 else 2 end,
        t.template_code, 'demo.' || t.id || '.' || l.line_no, f.result, case when f.result = ${failed} then case t.business_type when 3 then 'UNDELIV' else '131026' end end, m.at, m.at,
        case when f.result in (${delivered}, ${read}) then m.at + interval '4 seconds' end, case when f.result = ${read} then m.at + interval '90 seconds' end
      from work_task t join work_line l on l.task_id = t.id
        join unnest(${sql.param(rows.map(({ lineNo }) => lineNo))}::int[], ${sql.param(results)}::int[]) f (line_no, result) on f.line_no = l.line_no
        cross join lateral (select ${at.toISOString()}::timestamptz + l.line_no * interval '1 second' as at) m
      where t.id = ${taskId} returning id, task_id, line_no
    )
    update work_line l set message_id = s.id, attempt_no = 1 from sent s where l.task_id = s.task_id and l.line_no = s.line_no`);
}
