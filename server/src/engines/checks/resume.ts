import { eq } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { assertConsent } from '../compliance/index.ts';
import { lockWork, PAUSED, resumeWork, workTasks } from '../work/index.ts';
import type { CheckChannel } from './channels.ts';
import { batchOf } from './compliance.ts';

interface Resumption {
  readonly id: bigint;
  readonly by: typeof PAUSED.byOwner | typeof PAUSED.byStaff;
  /** Another declaration of source for a task whose own is no longer valid. */
  readonly consentId: bigint | undefined;
}

/**
 * Resumes a paused check. One that the program paused needs a valid declaration of its owner, a new one or its own.
 * @throws STATE_CONFLICT, PAUSED_BY_STAFF, CONSENT_REQUIRED, CONSENT_EXPIRED
 */
export async function resumeCheck(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: CheckChannel,
  { id, by, consentId }: Resumption,
): Promise<void> {
  const task = await lockWork(tx, actor, id);
  if (task.paused !== PAUSED.byProgram) return resumeWork(tx, actor, id, by);
  const chosen = { ...task, consentId: consentId ?? task.consentId };
  await assertConsent(app, tx, batchOf(channel, chosen));
  await tx.update(workTasks).set({ consentId: chosen.consentId }).where(eq(workTasks.id, id));
  await resumeWork(tx, actor, id, PAUSED.byProgram);
}
