import { filterType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { checkKinds, whatsapp } from '../engines/messaging/checks/index.ts';
import { consents } from '../engines/messaging/compliance/index.ts';
import {
  addLines,
  finishChunk,
  holdStage,
  lockWork,
  moveWork,
  type NewLine,
  planStage,
  priceLanes,
  type StoredResult,
  settleNow,
  storeResults,
  workTasks,
} from '../engines/messaging/work/index.ts';
import { businessNumber, type Demo } from './demo.ts';
import { fictionalNumber } from './orders.ts';

const NUMBERS = 60;
const HOURS_AGO = 5;
const MINUTE_MILLIS = 60_000;
const PERIOD_DAYS = 30;
const CHECK = 1;
/** A provider of the demo. */
const PROVIDER = 'account-check';
const CARRIERS = ['Example Mobile', 'Sample Wireless'];
/** Where the numbers of checks begin, beyond those of orders. */
const FIRST = 1400;

/** A finished check of an agent's list, with results of each kind and lines that were not checked. Trials cost nothing. */
export async function checkList(demo: Demo): Promise<void> {
  const { tx, system, random, people } = demo;
  const at = new Date(Date.now() - HOURS_AGO * 60 * MINUTE_MILLIS);
  const [consent] = await tx
    .select()
    .from(consents)
    .where(and(eq(consents.tenantId, system.tenantId), eq(consents.status, 1), isNotNull(consents.validUntil)))
    .orderBy(asc(consents.id))
    .limit(1);
  const owner = people.buyers.find(({ agentId }) => agentId === consent?.ownerId);
  if (!consent || !owner) return;
  const { rows } = await tx.execute<{ path: string; name: string }>(
    sql`select owner_path as path, real_name as name from sys_user where id = ${consent.ownerId}`,
  );
  const [{ path, name } = { path: '/', name: '' }] = rows;
  const kind = checkKinds.whatsapp;
  const [task] = await tx
    .insert(workTasks)
    .values({
      ...{ tenantId: system.tenantId, kind: kind.name, resource: kind.resource, evidence: 1, status: 10 },
      ...{ businessType: whatsapp.businessType, serviceType: CHECK, filterType: filterType.is.active },
      ...{ taskNo: businessNumber(random, whatsapp.prefix, at), taskName: '秋季客户名单 / Autumn customers' },
      ...{ ownerId: consent.ownerId, ownerPath: path, ownerName: name, agentId: owner.agentId, agentName: name },
      ...{
        countryCode: 'US',
        activePeriod: PERIOD_DAYS,
        checkMode: 1,
        inputMode: 1,
        consentId: consent.id,
        currency: 'USDT',
      },
      ...{ createUser: consent.ownerId, createUserName: name, createTime: at, updateTime: at, jobTaskNo: '' },
    })
    .returning();
  if (!task) return;
  await addLines(
    tx,
    task,
    Array.from({ length: NUMBERS }, (_, n) => lineOf(n)),
    NUMBERS,
  );
  await planStage(tx, task, 1);
  const draft = await lockWork(tx, system, task.id);
  await priceLanes(tx, draft, () => ZERO, { unitPrice: ZERO });
  await holdStage(tx, system, kind, draft);
  await moveWork(tx, system, await moveWork(tx, system, draft, 'queue'), 'start', { startTime: at });
  const lines = await tx.execute<{ lineNo: number; chunkNo: number; laneNo: number }>(sql`
    select l.line_no as "lineNo", l.chunk_no as "chunkNo", c.lane_no as "laneNo" from work_line l
      join work_chunk c on c.task_id = l.task_id and c.chunk_no = l.chunk_no where l.task_id = ${task.id} order by 1`);
  for (const [chunkNo, ofChunk] of Map.groupBy(lines.rows, (line) => line.chunkNo)) {
    const chunk = { chunkNo, stage: 1, laneNo: ofChunk[0]?.laneNo ?? 1 };
    const results = ofChunk.map(({ lineNo }) => resultOf(lineNo));
    await storeResults(tx, await lockWork(tx, system, task.id), chunk, results, {
      evidence: task.evidence,
      providerCode: PROVIDER,
    });
    await finishChunk(tx, task, chunk);
  }
  await tx.execute(sql`
    update work_line set checked_time = ${at.toISOString()}::timestamptz + line_no * interval '1 second' where task_id = ${task.id} and checked_time is not null`);
  await settleNow(tx, system, kind, task.id);
  await moveWork(tx, system, await lockWork(tx, system, task.id), 'complete', {
    finishTime: new Date(at.getTime() + 2 * MINUTE_MILLIS),
    expireTime: new Date(at.getTime() + PERIOD_DAYS * 24 * 60 * MINUTE_MILLIS),
  });
}

/** The last lines of the list are no numbers or come a second time. */
function lineOf(n: number): NewLine {
  const number = fictionalNumber(FIRST + n);
  const whole = { country: 'US', lineType: 1, rule: null, cachedTime: null, params: null };
  if (n === NUMBERS - 1) return { ...whole, e164: null, raw: '12', lineType: null, reason: numberReject.is.tooShort };
  if (n === NUMBERS - 2)
    return {
      ...whole,
      e164: fictionalNumber(FIRST),
      raw: `+${fictionalNumber(FIRST)}`,
      reason: numberReject.is.duplicate,
    };
  return { ...whole, e164: number, raw: null, reason: null };
}

const { live, vacant, silent, absent, risk } = checkResult.is;

/** Most numbers are live, some of them in use lately; others have no account. */
function resultOf(n: number): StoredResult {
  const result = n % 13 === 0 ? risk : n % 9 === 0 ? vacant : n % 7 === 0 ? absent : n % 5 === 0 ? silent : live;
  const isThere = result === live || result === silent;
  const finding = {
    registered: isThere,
    business: isThere && n % 6 === 0,
    activeDays: result === live ? n % 40 : result === silent ? 60 + n : null,
    carrier: result === vacant ? null : (CARRIERS[n % CARRIERS.length] ?? null),
    ported: n % 11 === 0,
  };
  return { lineNo: n, result, isChargeable: true, finding, error: null };
}
