import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { LINE, lockWork, WORK_DRAFT } from '../work/index.ts';

/**
 * Takes the numbers of countries out of a draft that was read: they become refused lines, free of charge, with the price as their rule.
 * @returns how many there were
 * @throws STATE_CONFLICT
 */
export async function leaveOut(
  tx: Tx,
  actor: Actor,
  { id, countryCodes }: { readonly id: bigint; readonly countryCodes: readonly string[] },
): Promise<{ left: number }> {
  const task = await lockWork(tx, actor, id);
  if (!WORK_DRAFT.includes(task.status) || task.isCancelling) throw commonErrors.STATE_CONFLICT();
  const codes = sql.param([...countryCodes]);
  const { rows } = await tx.execute<{ left: number }>(sql`
    with gone as (
      delete from work_lane where task_id = ${id} and charge_id is null and country_code = any(${codes}::text[])
      returning stage, lane_no
    ), chunks as (
      delete from work_chunk c using gone g where c.task_id = ${id} and c.stage = g.stage and c.lane_no = g.lane_no returning c.chunk_no
    ), refused as (
      update work_line set state = ${LINE.rejected}, result = null, charge = 0, chunk_no = null, reject_reason = ${numberReject.is.countryBlocked},
        rule = 'price/' || country_code
      where task_id = ${id} and create_time = ${task.createTime} and is_current and state = ${LINE.open} and country_code = any(${codes}::text[])
      returning 1
    ), counted as (select (select count(*) from refused)::int as lines, (select count(*) from chunks)::int as chunks)
    update work_task t set submit_count = submit_count - c.lines, suppressed_count = suppressed_count + c.lines, stage_lines = stage_lines - c.lines,
      results[1] = results[1] - c.lines, open_chunks = open_chunks - c.chunks, fail_reason = null, fail_params = null,
      country_codes = (select coalesce(jsonb_agg(code order by code), '[]') from jsonb_array_elements_text(t.country_codes) code where code <> all(${codes}::text[])),
      version = version + 1, update_user = ${actor.userId}, update_time = now()
    from counted c where t.id = ${id} returning c.lines as left`);
  return { left: rows[0]?.left ?? 0 };
}
