import type { rebateChart, rebateTotals } from '@trade-assistant/contract/areas/agent/rebate-fields.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { todayOf, zoneOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { rebates } from './tables.ts';

const NET = sql`rebate_amount - reversed_amount`;
/** Most days of a chart. */
const DAYS_MAX = 366;

interface Sums extends Record<string, unknown> {
  readonly today: string;
  readonly yesterday: string;
  readonly month: string;
  readonly total: string;
  readonly pending: string;
  readonly hides_rates: boolean;
}

/** The days of a tenant in SQL: of an entry, of a moment, and today. */
const daysOf = (tenantId: string) => {
  const zone = zoneOf(tenantId);
  return {
    zone,
    day: sql`(create_time at time zone ${zone})::date`,
    dayOf: (at: Date): SQL => sql`(${at.toISOString()}::timestamptz at time zone ${zone})::date`,
    today: todayOf(tenantId),
  };
};

/** Returns the sums of the rebates a reader may see, net of reversals; `own` narrows them further. */
export async function rebateFigures(
  run: Pick<Tx, 'execute'>,
  actor: Actor,
  own: SQL | undefined,
): Promise<Omit<z.output<typeof rebateTotals>, 'debt'>> {
  const { day, today } = daysOf(actor.tenantId);
  const { rows } = await run.execute<Sums>(sql`
    select coalesce(sum(${NET}) filter (where ${day} = ${today}), 0)::text as today,
      coalesce(sum(${NET}) filter (where ${day} = ${today} - 1), 0)::text as yesterday,
      coalesce(sum(${NET}) filter (where ${day} >= date_trunc('month', ${today})), 0)::text as month,
      coalesce(sum(${NET}), 0)::text as total, coalesce(sum(${NET}) filter (where status = 0), 0)::text as pending,
      reb_on_margin(${actor.tenantId}) or coalesce(bool_or(cost_amount is not null), false) as hides_rates
    from agt_rebate where ${and(visible(actor, rebates, 'tenant'), own)}`);
  const [sums] = rows;
  const of = (name: Exclude<keyof Sums, 'hides_rates'>) => micros(BigInt((sums?.[name] as string | undefined) ?? '0'));
  // From a rate and a rebate on the margin an agent could compute the cost.
  const hidesRates = sums?.hides_rates ?? true;
  const rates = await run.execute<{ first: string | null; second: string | null }>(sql`
    select max(rebate_rate1)::text as first, max(rebate_rate2)::text as second from prc_agent_price
    where tenant_id = ${actor.tenantId} and agent_id = ${actor.userId} and kind = 1 and deleted_at is null
      and effective_time <= now() and (expire_time is null or expire_time > now())`);
  return {
    today: of('today'),
    yesterday: of('yesterday'),
    month: of('month'),
    total: of('total'),
    pending: of('pending'),
    level1Rate: hidesRates ? null : (rates.rows[0]?.first ?? null),
    level2Rate: hidesRates ? null : (rates.rows[0]?.second ?? null),
    currency: BOOK_CURRENCY,
  };
}

interface Span {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly range?: keyof typeof SINCE | undefined;
}

/** First day of a span that ends on a day. */
const SINCE = {
  '7': (until: SQL) => sql`${until} - 6`,
  '30': (until: SQL) => sql`${until} - 29`,
  '12m': (until: SQL) => sql`(${until} - interval '12 months')::date + 1`,
} as const;

/** Returns earnings per day and level, including days without any. */
export async function rebatesByDay(
  run: Pick<Tx, 'execute'>,
  actor: Actor,
  own: SQL | undefined,
  { from, to, range }: Span,
): Promise<z.output<typeof rebateChart>> {
  const { zone, day, dayOf, today } = daysOf(actor.tenantId);
  const until = to === undefined ? today : dayOf(to);
  const since =
    from === undefined ? SINCE[range ?? '30'](until) : sql`greatest(${dayOf(from)}, ${until} - ${DAYS_MAX - 1}::int)`;
  const { rows } = await run.execute<{ day: string; first: string; second: string }>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(r.first, 0)::text as first, coalesce(r.second, 0)::text as second
    from generate_series((${since})::timestamp, (${until})::timestamp, interval '1 day') d (day)
    left join (
      select ${day} as day, sum(${NET}) filter (where level = 1) as first, sum(${NET}) filter (where level = 2) as second
      from agt_rebate
      where ${and(visible(actor, rebates, 'tenant'), own)}
        and create_time >= ((${since})::timestamp at time zone ${zone})
        and create_time < ((${until} + 1)::timestamp at time zone ${zone})
      group by 1
    ) r on r.day = d.day::date
    order by 1`);
  const series = (['first', 'second'] as const).map((name, index) => ({
    level: index + 1,
    data: rows.map((row) => micros(BigInt(row[name]))),
  }));
  const total = series.flatMap(({ data }) => data).reduce<bigint>((sum, amount) => sum + amount, ZERO);
  return { xAxis: rows.map(({ day }) => day), series, total: micros(total) };
}
