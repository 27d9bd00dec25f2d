import { errorText } from '@trade-assistant/contract/kit/errors.ts';
import type { TaskEvent } from '@trade-assistant/contract/tasks/events.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { logState, timelineOf } from '../../../kernel/resource/states.ts';
import type { WorkTask } from './tables.ts';

const TYPE = 'work_task';

/**
 * Adds an event to a task's history. `from`: the state before, null for a new task; without it the state stays. `reason`: text of a
 * person, or the code of an error.
 */
export const logTask = (
  tx: Tx,
  actor: Actor,
  { id, status }: Pick<WorkTask, 'id' | 'status'>,
  event: TaskEvent,
  { from = status, reason }: { from?: number | null | undefined; reason?: string | null | undefined } = {},
): Promise<void> => logState(tx, actor, { type: TYPE, id, from, to: status, event, reason: reason ?? undefined });

/** Returns the newest events of a task that the caller may see; reasons of the program are sentences in the caller's language. */
export async function taskEventsOf(c: Context, id: bigint) {
  const events = await timelineOf(c.app.db, c.actor.tenantId, TYPE, id);
  return events.map(({ time, userName, event, reason }) => ({
    ...{ time, userName, event },
    reason: reason === null ? null : errorText(reason, null, c.locale),
  }));
}
