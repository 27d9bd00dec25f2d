import type { figureMetrics } from '@trade-assistant/contract/areas/desk/dashboard-parts.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Permission } from '@trade-assistant/contract/registry.ts';
import { and, type Column, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { workTasks } from '../../../engines/messaging/work/index.ts';
import { FINANCE_TYPE, financeLogs, WALLET_KIND } from '../../../engines/money/ledger/index.ts';
import { rebates } from '../../../engines/money/rebates/index.ts';
import { users } from '../../../engines/people/identity/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import type { Period } from './period.ts';
import { assertPermission, isStaff } from './reader.ts';
import { type SalesFilters, type SalesGroup, type SalesKey, salesBy } from './sales-by.ts';

export type Metric = (typeof figureMetrics)[number];
type OtherMetric = Exclude<Metric, 'amount' | 'count' | 'numbers'>;

export const CHECK_LISTS = ['filter/whatsapp-filter', 'filter/telegram-filter'] as const;
/** Accounts of customers, without the reader. */
export const customers = (c: Context): SQL | undefined =>
  and(
    visible(c.actor, users, 'owner'),
    sql`${users.userType} <> ${userType.is.staff} and ${users.id} <> ${c.actor.userId}`,
  );

/** Rows behind a figure: their time, agent, value and business. */
interface Rows {
  readonly permission: Permission;
  readonly table: SQL | typeof users | typeof financeLogs | typeof rebates | typeof workTasks;
  readonly time: Column;
  readonly agent: SQL;
  readonly value: SQL;
  readonly business?: SQL;
  readonly where: (c: Context, asked: SalesFilters) => SQL | undefined;
}

const ROWS: Readonly<Record<OtherMetric, Rows>> = {
  checks: {
    ...{ permission: 'filter/whatsapp-filter:view', table: workTasks, time: workTasks.createTime },
    ...{ agent: sql`coalesce(agent_id, owner_id)`, value: sql`stage_done` },
    business: sql`case when resource = ${CHECK_LISTS[0]} then '1' else '2' end`,
    where: (c, { businessType, countryCode }) =>
      and(
        visible(c.actor, workTasks, 'owner'),
        inArray(
          workTasks.resource,
          CHECK_LISTS.filter((name, index) => c.can(`${name}:view`) && (businessType ?? index + 1) === index + 1),
        ),
        countryCode === undefined ? undefined : sql`(country_code = ${countryCode} or country_codes ? ${countryCode})`,
      ),
  },
  recharge: {
    ...{ permission: 'finance/log:view', table: financeLogs, time: financeLogs.createTime },
    ...{ agent: sql`user_id`, value: sql`amount` },
    where: (c) =>
      and(
        visible(c.actor, financeLogs, 'owner'),
        eq(financeLogs.currency, BOOK_CURRENCY),
        eq(financeLogs.financeType, FINANCE_TYPE.RECHARGE),
        eq(financeLogs.walletKind, WALLET_KIND.balance),
      ),
  },
  rebate: {
    ...{ permission: 'agent/user:rebates', table: rebates, time: rebates.createTime },
    ...{ agent: sql`beneficiary_id`, value: sql`rebate_amount - reversed_amount` },
    where: (c) =>
      and(visible(c.actor, rebates, 'tenant'), isStaff(c) ? undefined : eq(rebates.beneficiaryId, c.actor.userId)),
  },
  users: {
    ...{ permission: 'agent/user:view', table: users, time: users.createTime },
    ...{ agent: sql`coalesce(parent_id, id)`, value: sql`1` },
    where: customers,
  },
};

interface Asked extends SalesFilters {
  readonly period: Period;
  readonly metric: Metric;
  readonly keys: readonly SalesKey[];
}

/**
 * Returns a figure of a period by some keys; figures other than sales have no products and countries, and only checks have a business: there
 * the key is `*`.
 * @throws NO_PERMISSION for the rows behind it
 */
export async function figuresBy(c: Context, zone: string, { metric, ...asked }: Asked): Promise<SalesGroup[]> {
  if (metric === 'amount' || metric === 'count' || metric === 'numbers') return salesBy(c, zone, { metric, ...asked });
  const { permission, table, time, agent, value, business = sql`'*'`, where } = ROWS[metric];
  assertPermission(c, permission);
  const { from, until } = asked.period;
  const local = sql`${time} at time zone ${zone}::text`;
  const keys: Readonly<Record<SalesKey, SQL>> = {
    month: sql`to_char(${local}, 'YYYY-MM')`,
    day: sql`to_char(${local}, 'YYYY-MM-DD')`,
    weekday: sql`extract(isodow from ${local})::int::text`,
    hour: sql`extract(hour from ${local})::int::text`,
    businessType: business,
    country: sql`'*'`,
    product: sql`'*'`,
    agent: sql`(${agent})::text`,
  };
  const names = asked.keys.map((key) => keys[key]);
  const { rows } = await c.app.db.drizzle.execute<{ keys: string[]; value: string; count: number }>(sql`
    select array[${sql.join(names, sql`, `)}]::text[] as keys, coalesce(sum(${value}), 0)::text as value, count(*)::int as count
    from ${table} where ${and(where(c, asked), gte(time, from), lt(time, until))} group by 1`);
  return rows.map((row) => ({ ...row, value: BigInt(row.value) }));
}

/** Returns the findings of number checks of a period, the largest first: `keys` are result codes. */
export async function checkFindings(c: Context, { period, ...asked }: SalesFilters & { period: Period }) {
  assertPermission(c, ROWS.checks.permission);
  const { from, until } = period;
  const { rows } = await c.app.db.drizzle.execute<{ key: string; value: string }>(sql`
    select (n - 1)::text as key, sum(found)::text as value from ${workTasks} cross join unnest(results) with ordinality r (found, n)
    where ${and(ROWS.checks.where(c, asked), gte(workTasks.createTime, from), lt(workTasks.createTime, until))} group by n`);
  return rows.map(({ key, value }) => ({ keys: [key], value: BigInt(value), count: 0 }));
}

const MONEY: ReadonlySet<Metric> = new Set(['amount', 'recharge', 'rebate']);
const UNITS = {
  count: { zh: '单', en: 'orders' },
  numbers: { zh: '个', en: 'numbers' },
  checks: { zh: '个', en: 'numbers checked' },
  users: { zh: '个', en: 'accounts' },
} as const;

/** Returns a figure in wire format. */
export const metricText = (metric: Metric, value: bigint): string =>
  MONEY.has(metric) ? formatMoney(value) : value.toString();

/** Returns the currency of a figure of money, else the name of its units. */
export const unitOf = (c: Context, metric: Metric): string =>
  MONEY.has(metric) ? BOOK_CURRENCY : UNITS[metric as keyof typeof UNITS][c.locale];

/** Returns the average of parts: money to the micro-unit, counts to one decimal. */
export const averageOf = (metric: Metric, sum: bigint, parts: number): string => {
  if (MONEY.has(metric)) return metricText(metric, parts === 0 ? 0n : sum / BigInt(parts));
  return String(parts === 0 ? 0 : Math.round((Number(sum) / parts) * 10) / 10);
};
