import { providerBreaker } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { and, eq } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import {
  type Applied,
  CHECK_RECEIPT,
  countOutcome,
  OUTCOME,
  providerOf,
  type ReceiptKind,
  readCallback,
} from '../../vendors/providers/index.ts';
import { wakeWorkers } from './control.ts';
import type { WorkKinds } from './kind.ts';
import { openLines } from './lease.ts';
import { conclude } from './run.ts';
import { CHUNK } from './states.ts';
import { workAttempts, workChunks, workTasks } from './tables.ts';

/** Results that providers of checks post: they are stored as those that are collected. */
export const checkReceipts = (kinds: WorkKinds): ReceiptKind => ({
  kind: CHECK_RECEIPT,
  apply: async (app, tx, { sourceId, body }) => {
    const applied = await applyResults(app, tx, kinds, sourceId, body);
    if (applied === 'orphan') await countOutcome(tx, sourceId, OUTCOME.orphaned);
    return applied;
  },
});

async function applyResults(app: App, tx: Tx, kinds: WorkKinds, sourceId: bigint, body: string): Promise<Applied> {
  const said = readCallback(body);
  if (!said) return 'unreadable';
  const [attempt] = await tx.select().from(workAttempts).where(eq(workAttempts.id, said.reference));
  if (!attempt || attempt.providerId !== sourceId) return 'orphan';
  const [chunk] = await tx
    .select()
    .from(workChunks)
    .where(and(eq(workChunks.taskId, attempt.taskId), eq(workChunks.chunkNo, attempt.chunkNo)))
    .for('update');
  if (chunk?.attemptId !== attempt.id) return 'nothing';
  if (chunk.state === CHUNK.leased) return 'early';
  const [task] = await tx.select().from(workTasks).where(eq(workTasks.id, attempt.taskId));
  const kind = task && kinds.get(task.kind);
  const provider = await providerOf(app, tx, sourceId);
  if (!kind || !provider || provider.breaker === providerBreaker.is.isolated) return 'nothing';
  const lines = await openLines(tx, task, chunk.chunkNo);
  await conclude(tx, { kind, task, chunk, provider, attempt, isNew: false, lines }, said.answer, true);
  await countOutcome(tx, sourceId, OUTCOME.announced, 'findings' in said.answer ? said.answer.findings.length : 0);
  await wakeWorkers(tx);
  return 'applied';
}
