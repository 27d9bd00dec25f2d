import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { expireWork, lockWork, moveWork } from '../work/index.ts';

/** Why a task has no lines: its owner had them deleted before the end of their retention. */
export const PURGED_ON_REQUEST = 'LIST_DELETED';

/**
 * Deletes the numbers and results of a finished task before the end of their retention; counts and money stay. They cannot be read from now
 * on; a timer deletes the rows.
 * @throws STATE_CONFLICT
 */
export async function purgeCheck(tx: Tx, actor: Actor, id: bigint): Promise<void> {
  const task = await lockWork(tx, actor, id);
  await moveWork(tx, actor, task, 'purge', { failReason: task.failReason ?? PURGED_ON_REQUEST });
  await expireWork(tx, [id]);
}
