import { sql } from 'drizzle-orm';
import { LATEST_TODAY } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { dropOldPartitions } from '../../../kernel/db/partitions.ts';
import { eachAlone } from '../../../kernel/jobs/index.ts';

/** Totals of older days are final: their visits may be gone. */
const COUNTED_DAYS = 90;
/** Whole weeks, so that each visit stays for 90 days. */
const KEPT_WEEKS = 13;
/** Rows of one day and tenant; smaller sites and campaigns beyond share one for each source. */
const GROUPS_MAX = 500;
const DAYS_MAX = 1000;
const PASSED = 2;

/** Notes that visits of these days changed, so that their totals are counted again. */
export async function markDays(tx: Pick<Tx, 'execute'>, tenantId: string, days: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into src_day_state (tenant_id, day)
    select ${tenantId}, day::date from unnest(${sql.param([...new Set(days)].sort())}::text[]) as d (day)
    on conflict (tenant_id, day) do update set changed_mark = clock_timestamp()`);
}

/**
 * Notes first recharges of registered visitors, and counts the days again whose visits changed, each in a transaction. May run
 * twice at once.
 */
export async function countDays(db: Db): Promise<void> {
  await db.tx(recordFirstRecharges);
  await eachAlone(await changedDays(db.drizzle), (day) => db.tx((tx) => countDay(tx, day)));
}

/** The same in one transaction. */
export async function countChangedDays(tx: Tx): Promise<void> {
  await recordFirstRecharges(tx);
  for (const day of await changedDays(tx)) await countDay(tx, day);
}

interface ChangedDay {
  readonly tenantId: string;
  readonly day: string;
  readonly mark: string;
}

/** Returns the days whose visits changed, the oldest first; those beyond a thousand wait for the next run. */
async function changedDays(run: Pick<Tx, 'execute'>): Promise<ChangedDay[]> {
  const { rows } = await run.execute<{ tenant_id: string; day: string; mark: string }>(sql`
    select tenant_id, day::text, changed_mark::text as mark from src_day_state
    where counted_mark is distinct from changed_mark and day > ${LATEST_TODAY} - ${COUNTED_DAYS}::integer
    order by day, tenant_id limit ${DAYS_MAX}`);
  return rows.map(({ tenant_id: tenantId, ...of }) => ({ tenantId, ...of }));
}

async function recordFirstRecharges(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with paid as (
      update src_visit v set first_recharge_time = f.time, update_time = now()
      from src_visit u cross join lateral (
        select min(coalesce(r.audit_time, r.update_time)) as time from pay_recharge r
        where r.user_id = u.registered_user_id and r.status = ${PASSED} and r.deleted_at is null) f
      where u.registered_user_id is not null and u.first_recharge_time is null and f.time is not null
        and v.id = u.id and v.day = u.day
      returning v.tenant_id, v.day)
    insert into src_day_state (tenant_id, day) select distinct tenant_id, day from paid order by 1, 2
    on conflict (tenant_id, day) do update set changed_mark = clock_timestamp()`);
}

/** Replaces the totals of a day. A change after the mark was read leaves the day to the next run. */
async function countDay(tx: Tx, { tenantId, day, mark }: ChangedDay): Promise<void> {
  await tx.execute(sql`
    update src_day_state set counted_mark = ${mark}::timestamptz, counted_time = now()
    where tenant_id = ${tenantId} and day = ${day}::date`);
  await tx.execute(sql`delete from src_day where tenant_id = ${tenantId} and day = ${day}::date`);
  await tx.execute(sql`
    insert into src_day (
      tenant_id, day, site_code, source_type, utm_campaign, visits, visitors, new_visitors, registrations, first_recharges)
    select ${tenantId}, ${day}::date, site, source_type, campaign, sum(visits), sum(visitors), sum(new_visitors), sum(registrations),
      sum(first_recharges)
    from (
      select source_type, case when place <= ${GROUPS_MAX} then site_code else '*' end as site,
        case when place <= ${GROUPS_MAX} then campaign else '*' end as campaign, visits, visitors, new_visitors, registrations, first_recharges
      from (
        select site_code, source_type, campaign, sum(hits) as visits, count(*) filter (where is_first) as visitors,
          count(*) filter (where is_first and is_new = 1) as new_visitors, count(registered_user_id) as registrations,
          count(first_recharge_time) as first_recharges,
          row_number() over (order by count(registered_user_id) desc, sum(hits) desc, site_code, source_type, campaign) as place
        from (
          select site_code, source_type, coalesce(utm_campaign, '') as campaign, hits, is_new, registered_user_id, first_recharge_time,
            row_number() over (partition by visitor_id order by create_time, id) = 1 as is_first
          from src_visit where tenant_id = ${tenantId} and day = ${day}::date and deleted_at is null) v
        group by site_code, source_type, campaign) g) p
    group by site, source_type, campaign`);
}

/** Deletes visits older than 90 days, whole weeks at a time, after their totals are counted. */
export async function dropOldVisits(db: Db): Promise<void> {
  await countDays(db);
  await dropOldPartitions(db, 'src_visit', KEPT_WEEKS);
  await db.drizzle.execute(sql`delete from src_day_state where day < ${LATEST_TODAY} - ${COUNTED_DAYS}::integer - 400`);
}
