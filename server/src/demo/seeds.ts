import {
  seedAppeal,
  seedReport,
  seedTaskStatus,
} from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import { isLate, matchOf, SEED_TASK, seedNumbers, seedTasks } from '../engines/messaging/seeds/index.ts';
import { logState } from '../kernel/resource/states.ts';
import { businessNumber, type Demo } from './demo.ts';

const HOUR_MILLIS = 3_600_000;
const { planned, running, reported, approved, rejected, timedOut, cancelled } = seedTaskStatus.is;
const { none, received, missing, different } = seedReport.is;
const { delivered, read, failed } = lineStatus.is;

/** Numbers reserved for fiction, by country. */
const NUMBERS = [
  ...['12025550191', '12025550192', '12135550193', '12125550194'].map((number) => ['US', number] as const),
  ...['14165550195', '16045550196'].map((number) => ['CA', number] as const),
  ['US', '13055550197'],
  ['US', '14155550198'],
] as const;
const NETWORKS = ['Bluefin Mobile (sample)', 'Northlight (sample)', 'Harbor Cell (sample)'];

interface Past {
  readonly daysAgo: number;
  readonly status: number;
  readonly receipt?: number;
  readonly report?: 0 | 1 | 2 | 3;
  /** Hours from the dispatch to the report. */
  readonly after?: number;
  readonly isCheat?: true;
}

const PAST: readonly Past[] = [
  { daysAgo: 0, status: planned },
  { daysAgo: 0, status: running },
  { daysAgo: 0, status: running, receipt: delivered },
  { daysAgo: 0, status: reported, receipt: delivered, report: received, after: 1 },
  { daysAgo: 1, status: reported, receipt: delivered, report: missing, after: 3 },
  { daysAgo: 1, status: reported, receipt: read, report: missing, after: 2 },
  { daysAgo: 2, status: approved, receipt: read, report: received, after: 1 },
  { daysAgo: 3, status: approved, receipt: delivered, report: received, after: 5 },
  { daysAgo: 4, status: rejected, receipt: failed, report: received, after: 2, isCheat: true },
  { daysAgo: 5, status: rejected, receipt: delivered, report: different, after: 4 },
  { daysAgo: 6, status: timedOut, receipt: delivered },
  { daysAgo: 7, status: timedOut, receipt: delivered, report: received, after: 30 },
  { daysAgo: 8, status: cancelled },
];

/** From this place on numbers belong to panel members. */
const MEMBERS_FROM = 4;

interface Member extends Record<string, unknown> {
  readonly consent: string;
  readonly id: string;
  readonly name: string;
}

const ownerOf = (member: Member | undefined) =>
  member
    ? { ownerKind: 2 as const, appUserId: BigInt(member.id), consentId: BigInt(member.consent) }
    : { ownerKind: 1 as const };

/** Seed numbers of the platform and of panel members, and tasks in every state; one is marked as cheating and was appealed. */
export async function plantSeeds({ tx, people, timeline, random, system }: Demo): Promise<void> {
  const { admin, support, compliance } = people.staff;
  const { tenantId } = system;
  const author = { createUser: admin.userId, createUserName: admin.realName, updateUser: admin.userId };
  const opened = timeline.dayAt(20, 10);
  const { rows: members } = await tx.execute<Member>(sql`
    select c.id::text as consent, u.id::text, u.real_name as name from app_consent c join sys_user u on u.id = c.user_id order by c.id limit 2`);
  const names = new Map(members.map(({ id, name }) => [BigInt(id), name]));
  const numbers = await tx
    .insert(seedNumbers)
    .values(
      NUMBERS.map(([countryCode, number], place) => ({
        ...{ tenantId, e164: BigInt(number), countryCode, channel: place === 3 ? (3 as const) : (1 as const) },
        ...ownerOf(members[place - MEMBERS_FROM]),
        ...{
          dailyLimit: 5,
          network: NETWORKS[place % NETWORKS.length] ?? null,
          createTime: opened,
          ...author,
        },
        status: place === 6 ? (0 as const) : place === 7 ? (3 as const) : (1 as const),
      })),
    )
    .returning();
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from prv_provider where tenant_id = ${tenantId} order by kind desc, id limit 1`);
  const providerId = rows[0] ? BigInt(rows[0].id) : null;
  for (const [place, past] of PAST.toReversed().entries()) {
    const number = numbers[place % 6];
    if (!number) continue;
    const at =
      past.daysAgo === 0
        ? new Date(Date.now() - (2 + place / 4) * HOUR_MILLIS)
        : timeline.dayAt(past.daysAgo, 9 + (place % 6));
    const isSent = past.status !== planned && past.status !== cancelled;
    const hours = (count: number) => new Date(at.getTime() + count * HOUR_MILLIS);
    const reportTime = past.after === undefined ? null : hours(past.after);
    const receivedTime = past.report === received || past.report === different ? hours((past.after ?? 1) - 0.5) : null;
    const dueTime = isSent ? hours(24) : null;
    const isReviewed = past.status === approved || past.status === rejected;
    const isOver = past.status !== planned && past.status !== running;
    const [task] = await tx
      .insert(seedTasks)
      .values({
        ...{ tenantId, taskNo: businessNumber(random, 'SD', at), orderNo: businessNumber(random, 'WO', at) },
        ...{ orderType: number.channel, embeddedNumberId: number.id, e164: number.e164, ownerKind: number.ownerKind },
        ...{ appUserId: number.appUserId, appUserName: names.get(number.appUserId ?? 0n) ?? null },
        ...{ countryCode: number.countryCode, providerId, reward: ZERO, rewardPaid: ZERO, rewardStatus: 0 as const },
        ...{
          evidence: [],
          cheatEvidence: [],
          appealEvidence: [],
          isCheat: 0 as const,
          appealStatus: seedAppeal.is.none,
        },
        ...{ expectedTemplate: 'order_update（示例 / sample）', expectedSender: 'Fern & Co. (sample)' },
        ...{
          dispatchTime: isSent ? at : null,
          dueTime,
          status: past.status as typeof planned,
          createTime: at,
          ...author,
        },
        ...{ providerStatus: (past.receipt ?? null) as typeof delivered | null, reportTime, receivedTime },
        reportedStatus: past.report ?? none,
        ...(reportTime ? { reporter: support.userId, reporterName: support.realName } : {}),
        matchResult:
          isSent && isOver
            ? matchOf({
                ...{ providerStatus: past.receipt ?? null, reportedStatus: past.report ?? none, isOver },
                isLate: isLate({ dueTime, receivedTime, reportTime }),
              })
            : null,
        isApproval: past.status === approved ? 1 : 0,
        ...(isReviewed
          ? {
              ...{ reviewerId: compliance.userId, reviewerName: compliance.realName, reviewTime: hours(10) },
              reviewRemark: past.status === approved ? null : '与通道记录不符（演示） / Contradicts the receipt (demo)',
            }
          : {}),
        ...(past.isCheat
          ? {
              ...{ isCheat: 1 as const, cheatReason: '截图经过修改（演示） / The screenshot was edited (demo)' },
              ...{ cheatUser: admin.userId, cheatUserName: admin.realName, cheatTime: hours(10) },
              ...{ appealStatus: seedAppeal.is.filed, appealUntil: hours(178), appealTime: hours(30) },
              appealReason: '截图来自原手机（演示） / Taken on the original phone (demo)',
            }
          : {}),
      })
      .returning();
    if (!task) continue;
    await logState(tx, admin, { type: SEED_TASK, id: task.id, from: null, to: planned, event: 'plan' });
    if (past.status !== planned)
      await logState(tx, admin, {
        ...{ type: SEED_TASK, id: task.id, from: planned, to: past.status === cancelled ? cancelled : running },
        event: past.status === cancelled ? 'cancel' : 'dispatch',
      });
    if (isOver && isSent)
      await logState(tx, isReviewed ? compliance : support, {
        ...{ type: SEED_TASK, id: task.id, from: running, to: past.status },
        event:
          past.status === approved
            ? 'approve'
            : past.isCheat
              ? 'cheat'
              : past.status === rejected
                ? 'reject'
                : 'report',
      });
  }
  await tx.execute(sql`
    update sed_number n set status = case when exists (select from sed_task t where t.embedded_number_id = n.id and t.status in (0, 1)) then 2 else status end,
      last_used_time = u.last, used_day = u.last::date, used_count = u.uses
    from (
      select s.id, max(t.dispatch_time) as last, count(*) filter (where t.dispatch_time > now() - interval '12 hours') as uses
      from sed_number s left join sed_task t on t.embedded_number_id = s.id group by 1
    ) u
    where n.tenant_id = ${tenantId} and u.id = n.id`);
}
