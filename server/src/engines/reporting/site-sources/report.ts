import { type SQL, sql } from 'drizzle-orm';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';

/** Days of the tenant's zone, both included. */
export interface Period {
  readonly tenantId: string;
  readonly startDay: string;
  readonly endDay: string;
  readonly siteCode?: string | undefined;
  readonly sourceType?: number | undefined;
}

// A type, since rows of statements are records.
export type SourceCounts = {
  readonly visits: number;
  readonly visitors: number;
  readonly newVisitors: number;
  readonly registrations: number;
  readonly firstRecharges: number;
};

type Run = Pick<Tx, 'execute'>;

/** Groups beyond these are the row `*`. */
const ROWS_MAX = 100;
const SUMS = sql`
  coalesce(sum(visits), 0)::float8 as visits, coalesce(sum(visitors), 0)::float8 as visitors,
  coalesce(sum(new_visitors), 0)::float8 as "newVisitors", coalesce(sum(registrations), 0)::float8 as registrations,
  coalesce(sum(first_recharges), 0)::float8 as "firstRecharges"`;

/** Returns today's date where a tenant is. */
export async function tenantToday(run: Run, tenantId: string): Promise<string> {
  const { rows } = await run.execute<{ day: string }>(sql`select ${todayOf(tenantId)}::text as day`);
  return rows[0]?.day ?? new Date().toISOString().slice(0, 10);
}

const within = ({ tenantId, startDay, endDay, siteCode, sourceType }: Period): SQL => sql`
  tenant_id = ${tenantId} and day between ${startDay}::date and ${endDay}::date
  ${siteCode === undefined ? sql`` : sql`and site_code = ${siteCode}`}
  ${sourceType === undefined ? sql`` : sql`and source_type = ${sourceType}`}`;

/** Returns the totals of a period, and when the latest of them were counted. */
export async function totalOf(run: Run, period: Period): Promise<{ total: SourceCounts; updatedAt: Date | null }> {
  const { rows } = await run.execute<SourceCounts & { at: string | null }>(sql`
    select ${SUMS}, (select max(counted_time)::text from src_day_state
      where tenant_id = ${period.tenantId} and day between ${period.startDay}::date and ${period.endDay}::date) as at
    from src_day where ${within(period)}`);
  const { at, ...total } = rows[0] ?? { at: null, ...NOTHING };
  return { total, updatedAt: at === null ? null : new Date(at) };
}

const NOTHING: SourceCounts = { visits: 0, visitors: 0, newVisitors: 0, registrations: 0, firstRecharges: 0 };

/** Returns the totals by day (each day of the period), or by source or campaign (the largest first). */
export async function reportOf(
  run: Run,
  period: Period,
  by: 'day' | 'source' | 'campaign',
): Promise<(SourceCounts & { key: string })[]> {
  type Row = SourceCounts & { key: string };
  if (by === 'day') {
    const { rows } = await run.execute<Row>(sql`
      select d.day::date::text as key, ${SUMS} from generate_series(${period.startDay}::date, ${period.endDay}::date, interval '1 day') d (day)
      left join (select * from src_day where ${within(period)}) s on s.day = d.day::date group by 1 order by 1`);
    return rows;
  }
  const key = by === 'source' ? sql`source_type::text` : sql`utm_campaign`;
  const { rows } = await run.execute<Row>(sql`
    select case when place <= ${ROWS_MAX} then key else '*' end as key, ${SUMS}
    from (
      select ${key} as key, sum(visits) as visits, sum(visitors) as visitors, sum(new_visitors) as new_visitors,
        sum(registrations) as registrations, sum(first_recharges) as first_recharges,
        row_number() over (order by ${key} = '*', sum(visits) desc, ${key}) as place
      from src_day where ${within(period)} group by ${key}) g
    group by 1 order by bool_or(key = '*' or place > ${ROWS_MAX}), sum(visits) desc, 1`);
  return rows;
}
