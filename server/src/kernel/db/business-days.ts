import { DEFAULT_ZONE } from '@trade-assistant/contract/kit/time.ts';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Tx } from './index.ts';

/** A tenant: its number, or the column of a statement that holds it. */
type OfTenant = string | SQL | AnyColumn;

/**
 * The time zone of a tenant's days, as SQL. Daily limits, leases and the day close use it; displayed times are in the
 * reader's zone.
 */
export const zoneOf = (tenant: OfTenant): SQL<string> =>
  sql`coalesce((select z.time_zone from sys_tenant z where z.tenant_id = ${tenant}), ${sql.raw(`'${DEFAULT_ZONE}'`)})`;

/** Today's date where a tenant is, as SQL. */
export const todayOf = (tenant: OfTenant): SQL<string> => sql`(now() at time zone ${zoneOf(tenant)})::date`;

/** The latest current date of all time zones: an index on dates finds with it all rows that may be due. */
export const LATEST_TODAY: SQL = sql`(now() at time zone 'Pacific/Kiritimati')::date`;

/** When a tenant's present day or month began, as SQL. */
export const startOfCurrent = (unit: 'day' | 'month', tenant: OfTenant): SQL<Date> =>
  sql`date_trunc(${sql.raw(`'${unit}'`)}, now(), ${zoneOf(tenant)})`;

/** The time zone a tenant's days begin in. */
export async function businessZone(run: Pick<Tx, 'execute'>, tenantId: string): Promise<string> {
  const { rows } = await run.execute<{ zone: string }>(sql`select ${zoneOf(tenantId)} as zone`);
  return rows[0]?.zone ?? DEFAULT_ZONE;
}
