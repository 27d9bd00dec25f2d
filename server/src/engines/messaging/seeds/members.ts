import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { releaseUse } from './follow.ts';
import { recordSteps, STATUS, settleUse } from './states.ts';

const { planned, running, approved, rejected, timedOut, cancelled } = STATUS;

/** What became of the tasks of a member. */
export interface MemberFigures {
  /** All but the cancelled. */
  readonly tasks: number;
  readonly approved: number;
  /** Without those marked as cheating. */
  readonly rejected: number;
  readonly cheats: number;
  readonly timedOut: number;
  readonly reward: Micro;
}

interface StoredFigures extends Record<string, unknown>, Omit<MemberFigures, 'reward'> {
  readonly id: string;
  readonly reward: string;
}

/** Returns the figures of some members; those without tasks are left out. */
export async function memberFigures(
  run: Pick<Tx, 'execute'>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, MemberFigures>> {
  if (ids.length === 0) return new Map();
  const { rows } = await run.execute<StoredFigures>(sql`
    select app_user_id::text as id, count(*) filter (where status <> ${cancelled})::int as tasks,
      count(*) filter (where status = ${approved})::int as approved,
      count(*) filter (where status = ${rejected} and is_cheat = 0)::int as rejected,
      count(*) filter (where is_cheat = 1)::int as cheats,
      count(*) filter (where status = ${timedOut} and is_cheat = 0)::int as "timedOut",
      coalesce(sum(reward_paid) filter (where reward_status = 1), 0)::text as reward
    from sed_task where app_user_id = any(${sql.param(ids.map(String))}::bigint[]) and deleted_at is null group by 1`);
  return new Map(rows.map(({ id, reward, ...counts }) => [BigInt(id), { ...counts, reward: micros(BigInt(reward)) }]));
}

/** Cancels the tasks of a member that nothing was reported about. @returns how many */
export async function cancelMemberTasks(tx: Tx, tenantId: string, memberId: bigint): Promise<number> {
  let count = 0;
  for (const from of [planned, running]) {
    const { rows } = await tx.execute<{ id: string; seed: string }>(sql`
      update sed_task set status = ${cancelled}, update_time = now(), version = version + 1
      where tenant_id = ${tenantId} and app_user_id = ${memberId} and status = ${from} and deleted_at is null
      returning id::text, embedded_number_id::text as seed`);
    const seeds = rows.map(({ seed }) => BigInt(seed));
    await recordSteps(
      tx,
      tenantId,
      { from, to: cancelled, event: 'cancel' },
      rows.map(({ id }) => BigInt(id)),
    );
    if (from === planned) await releaseUse(tx, seeds);
    await settleUse(tx, seeds);
    count += rows.length;
  }
  return count;
}
