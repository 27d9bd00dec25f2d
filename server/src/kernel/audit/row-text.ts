import { type SQL, sql } from 'drizzle-orm';

/**
 * Returns a row of the trail as text, as it is sealed: its columns in one order, the last one its stamp, and times in UTC.
 * @param row name of the row in the statement
 */
export const rowText = (
  row: SQL,
): SQL => sql`jsonb_build_array(${row}.id, ${row}.tenant_id, ${row}.user_id, ${row}.account, ${row}.ip, ${row}.action,
  ${row}.object_type, ${row}.object_id, ${row}.before, ${row}.after, ${row}.reason,
  to_char(${row}.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), ${row}.asked, ${row}.trace_id, ${row}.user_agent, ${row}.stamp)::text`;
