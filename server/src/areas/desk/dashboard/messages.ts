import type { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { seedMatch, seedTaskStatus } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { businessType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { toPage } from '@trade-assistant/contract/kit/page.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { workTasks } from '../../../engines/messaging/work/index.ts';
import { lineTotals } from '../../../engines/reporting/totals/index.ts';
import { reachedStock } from '../../../engines/stock/inventory/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { countryNames } from './country-names.ts';
import { dayOf, hourOf, type Period, periodOf, previousPeriod } from './period.ts';
import { answerMeta, isStaff, zoneOfDays } from './reader.ts';
import { HOUR_LABELS } from './sales.ts';

type Figures<K extends 'checks' | 'orders' | 'numbers'> = NonNullable<
  CallData<typeof dashboard, 'whatsapp-stats', 'out'>[K]
>;
type Input<K extends keyof typeof dashboard.calls> = CallInput<typeof dashboard, K, 'out'>;

const CHECKS = 'filter/whatsapp-filter';
const ORDERS = 'whatsapp/order';
type Resource = typeof CHECKS | typeof ORDERS;
/** Rates of fewer messages are not ranked. */
const RANKED_LINES = 100;

/** Tasks of a resource that were created in a period and that the reader sees. */
const tasks = (c: Context, resource: Resource, { from, until }: Period, countryCode?: string): SQL | undefined =>
  and(
    visible(c.actor, workTasks, 'owner'),
    eq(workTasks.resource, resource),
    gte(workTasks.createTime, from),
    lt(workTasks.createTime, until),
    countryCode === undefined ? undefined : sql`(country_code = ${countryCode} or country_codes ? ${countryCode})`,
  );

const total = (what: SQL) => sql`coalesce(sum(${what}), 0)`;

export async function messageStatistics(c: Context, asked: Input<'whatsapp-stats'>) {
  const zone = await zoneOfDays(c);
  const period = periodOf(asked, zone);
  const earlier = previousPeriod(period);
  const [checks, orders, checksBefore, ordersBefore, numbers, seeds] = await Promise.all([
    checkFigures(c, period, asked.countryCode),
    orderFigures(c, period, asked.countryCode),
    checkFigures(c, earlier, asked.countryCode),
    orderFigures(c, earlier, asked.countryCode),
    numberFigures(c),
    seedFigures(c, period),
  ]);
  return {
    ...answerMeta(zone),
    ...{ checks, orders, numbers, seeds, compare: { checks: checksBefore, orders: ordersBefore } },
  };
}

async function checkFigures(c: Context, period: Period, countryCode?: string) {
  if (!c.can(`${CHECKS}:view`)) return null;
  const [row = NONE] = await rowsOf(
    c,
    sql`count(*) as tasks, ${total(sql`submit_count`)} as submitted, ${total(sql`stage_done`)} as done, ${total(sql`live_count`)} as live,
      ${total(sql`vacant_count`)} as vacant, ${total(sql`registered_count`)} as registered, ${total(sql`active_count`)} as active,
      ${total(sql`charged_amount`)} as amount from work_task where ${tasks(c, CHECKS, period, countryCode)}`,
  );
  const { amount, ...counts } = row;
  return {
    ...numbersOf(counts),
    hitRate: rate(counts['live'], counts['done']),
    amount: micros(BigInt(amount ?? 0)),
  } as Figures<'checks'>;
}

export async function orderFigures(c: Context, period: Period, countryCode?: string) {
  const [row = NONE] = await rowsOf(
    c,
    sql`count(*) as count, ${total(sql`total_count`)} as lines,
      ${total(sql`submitted_count + delivered_count + read_count + failed_count + overruled_count + expired_count`)} as submitted,
      ${total(sql`delivered_count + read_count`)} as delivered, ${total(sql`read_count`)} as read, ${total(sql`failed_count`)} as failed,
      ${total(sql`suppressed_count`)} as suppressed, ${total(sql`charged_amount`)} as amount
      from work_task where ${tasks(c, ORDERS, period, countryCode)}`,
  );
  const { amount, ...counts } = row;
  return {
    ...numbersOf(counts),
    deliveryRate: rate(counts['delivered'], counts['submitted']),
    readRate: rate(counts['read'], counts['delivered']),
    amount: micros(BigInt(amount ?? 0)),
  } as Figures<'orders'>;
}

/** Stock of WhatsApp numbers, and the senders of messages. */
async function numberFigures(c: Context) {
  if (!c.can('whatsapp/inventory:totals') || !isStaff(c)) return null;
  const [stock, [senders = NONE]] = await Promise.all([
    reachedStock(c.app.db, c.actor, sql`business_type = ${businessType.is.whatsapp}`),
    rowsOf(
      c,
      sql`count(*) filter (where status = 1) as connected, count(*) filter (where quality = 3) as flagged,
        count(*) filter (where restriction is not null) as restricted, count(*) filter (where quality = 1) as "qualityGreen",
        count(*) filter (where quality = 2) as "qualityYellow", count(*) filter (where quality = 3) as "qualityRed"
        from prv_provider where tenant_id = ${c.actor.tenantId} and kind = 2 and protocol = 2 and deleted_at is null`,
    ),
  ]);
  const sum = (pick: (row: (typeof stock)[number]) => number) => stock.reduce((all, row) => all + pick(row), 0);
  return {
    ...{ available: sum(({ available }) => available), assigned: sum(({ assigned }) => assigned) },
    ...(numbersOf(senders) as Figures<'numbers'>),
  };
}

/** Tasks of seed numbers that were sent in a period. */
async function seedFigures(c: Context, { from, until }: Period) {
  if (!c.can('whatsapp/embedded-number-task:view') || !isStaff(c)) return null;
  const { match, providerFalse, memberFalse } = seedMatch.is;
  const [row = NONE] = await rowsOf(
    c,
    sql`count(*) as sent, count(received_time) as received, count(*) filter (where match_result = ${match}) as matched,
        count(*) filter (where match_result in (${providerFalse}, ${memberFalse})) as mismatch
      from sed_task where tenant_id = ${c.actor.tenantId} and dispatch_time >= ${from.toISOString()}::timestamptz
        and dispatch_time < ${until.toISOString()}::timestamptz`,
  );
  const { sent = 0, received = 0, matched = 0, mismatch = 0 } = numbersOf(row);
  return { sent, received, mismatch, accuracy: rate(String(matched), String(matched + mismatch)) };
}

export async function messagesByHour(c: Context, { date = new Date() }: Input<'whatsapp-hourly-stats'>) {
  const zone = await zoneOfDays(c);
  const day = dayOf(date, zone);
  const owned = isStaff(c)
    ? sql`true`
    : c.actor.userType === userType.is.agent
      ? sql`owner_id in (select id from sys_user where tenant_id = ${c.actor.tenantId} and owner_path like ${`${c.actor.ownerPath}%`})`
      : sql`owner_id = ${c.actor.userId}`;
  const rows = await rowsOf(
    c,
    sql`hour, ${total(sql`checked`)} as checks, ${total(sql`submitted`)} as submitted, ${total(sql`delivered`)} as delivered,
      ${total(sql`failed`)} as failed from ${lineTotals} where tenant_id = ${c.actor.tenantId} and day = ${day}::date
        and resource in (${CHECKS}, ${ORDERS}) and ${owned} group by hour`,
  );
  const found = new Map(rows.map((row) => [Number(row['hour']), numbersOf(row)]));
  const now = new Date();
  const today = dayOf(now, zone);
  const hourNow = hourOf(now, zone);
  const isToCome = (hour: number) => day > today || (day === today && hour > hourNow);
  const figures = (key: Series) =>
    HOUR_LABELS.map((_, hour) => (isToCome(hour) ? null : (found.get(hour)?.[key] ?? 0)));
  const work = HOUR_LABELS.map((_, hour) => (found.get(hour)?.['checks'] ?? 0) + (found.get(hour)?.['submitted'] ?? 0));
  const most = Math.max(...work);
  return {
    ...answerMeta(zone),
    date: day,
    xAxis: [...HOUR_LABELS],
    series: SERIES.map((key) => ({ key, name: SERIES_WORDS[key][c.locale], data: figures(key) })),
    peakHour: most === 0 ? null : work.indexOf(most),
    total: work.reduce((sum, one) => sum + one, 0),
  };
}

const SERIES = ['checks', 'submitted', 'delivered', 'failed'] as const;
type Series = (typeof SERIES)[number];
const SERIES_WORDS = {
  checks: { zh: '检测量', en: 'Checked' },
  submitted: { zh: '提交', en: 'Submitted' },
  delivered: { zh: '送达', en: 'Delivered' },
  failed: { zh: '失败', en: 'Failed' },
} as const;

export async function messageLeaderboard(
  c: Context,
  { subject, metric, current, size, ...asked }: Input<'whatsapp-leaderboard'>,
) {
  const period = periodOf(asked, await zoneOfDays(c));
  const isOfTasks = metric === 'approvedTasks' || subject === 'appUser';
  const source = isOfTasks
    ? membersOf(c, period)
    : subject === 'country'
      ? lanesOf(c, metric === 'checks' ? CHECKS : ORDERS, period)
      : tasksOf(c, metric === 'checks' ? CHECKS : ORDERS, period, asked.countryCode, subject);
  const isRate = metric === 'deliveryRate' && !isOfTasks;
  const value = isRate ? sql`round(value * 100.0 / nullif(total, 0), 2)` : sql`value`;
  const rows = await rowsOf(
    c,
    sql`id as "subjectId", name as "subjectName", ${value} as value, total, round(value * 100.0 / nullif(total, 0), 2) as rate, amount,
      last as "lastTime", rank() over (order by ${value} desc) as rank, count(*) over () as subjects
      from (${source}) s where ${isRate ? sql`total >= ${RANKED_LINES}` : sql`total > 0`}
      order by ${value} desc, id limit ${size} offset ${(current - 1) * size}`,
  );
  const names = subject === 'country' ? await countryNames(c) : new Map<string, string>();
  return toPage(
    rows.map(({ subjectId, subjectName, lastTime, ...row }) => ({
      rank: Number(row['rank']),
      subjectId: String(subjectId),
      subjectName: names.get(String(subjectId)) ?? String(subjectName ?? subjectId),
      value: Number(row['value']),
      total: Number(row['total']),
      rate: row['rate'] === null ? null : Number(row['rate']),
      amount: micros(BigInt(row['amount'] ?? 0)),
      lastTime: lastTime === null || lastTime === undefined ? null : new Date(lastTime),
    })),
    Number(rows[0]?.['subjects'] ?? 0),
    { current, size },
  );
}

const HANDED = sql`submitted_count + delivered_count + read_count + failed_count + overruled_count + expired_count`;

const tasksOf = (
  c: Context,
  resource: Resource,
  period: Period,
  countryCode: string | undefined,
  by: 'agent' | 'provider',
) => {
  const key = by === 'agent' ? sql`coalesce(agent_id, owner_id)` : sql`sender_id`;
  const name = by === 'agent' ? sql`coalesce(agent_name, owner_name)` : sql`sender_name`;
  const isChecks = resource === CHECKS;
  return sql`select ${key}::text as id, max(${name}) as name, sum(${isChecks ? sql`stage_done` : sql`delivered_count + read_count`}) as value,
    sum(${isChecks ? sql`submit_count` : HANDED}) as total, sum(charged_amount) as amount, max(create_time) as last
    from work_task where ${tasks(c, resource, period, countryCode)} and ${key} is not null group by ${key}`;
};

const lanesOf = (c: Context, resource: Resource, period: Period) => sql`
  select l.country_code as id, l.country_code as name, sum(l.chargeable - l.reversed) as value, sum(l.units) as total,
    sum((l.chargeable - l.reversed) * coalesce(l.unit_price, 0)) as amount, max(work_task.create_time) as last
  from work_task join work_lane l on l.task_id = work_task.id where ${tasks(c, resource, period)} group by l.country_code`;

/** Members of the panel by their approved tasks; for staff. */
const membersOf = (c: Context, { from, until }: Period) => sql`
  select app_user_id::text as id, max(app_user_name) as name, count(*) filter (where status = ${seedTaskStatus.is.approved}) as value, count(*) as total,
    sum(reward_paid) as amount, max(report_time) as last
  from sed_task where tenant_id = ${c.actor.tenantId} and app_user_id is not null and ${isStaff(c) ? sql`true` : sql`false`}
    and dispatch_time >= ${from.toISOString()}::timestamptz and dispatch_time < ${until.toISOString()}::timestamptz group by app_user_id`;

type Row = Record<string, string | null>;
const NONE: Row = {};

const rowsOf = async (c: Context, what: SQL): Promise<Row[]> =>
  (await c.app.db.drizzle.execute<Row>(sql`select ${what}`)).rows;

const numbersOf = (row: Row): Record<string, number> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));

/** Returns a share in per cent, to two decimals; null without a whole. */
const rate = (part: string | null | undefined, whole: string | null | undefined): number | null =>
  Number(whole ?? 0) === 0 ? null : Math.round((Number(part ?? 0) / Number(whole)) * 10_000) / 100;
