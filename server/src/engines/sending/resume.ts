import { type SQL, sql } from 'drizzle-orm';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { noteAccount } from '../providers/index.ts';
import { PAUSED, resumeWork } from '../work/index.ts';

/** Resumes the orders under a condition that the program paused for a reason which is gone. */
export async function resumeOrdersOf(tx: Tx, tenantId: string, condition: SQL, reason: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from work_task where tenant_id = ${tenantId} and ${condition} and status in (1, 2, 7) and paused = ${PAUSED.byProgram}
      and pause_reason = ${reason} and not is_cancelling order by id`);
  for (const { id } of rows) await resumeWork(tx, systemActor(tenantId), BigInt(id), PAUSED.byProgram);
}

/** Ends the restriction of a sender, and resumes the orders that it stopped. */
export async function liftRestriction(tx: Tx, tenantId: string, senderId: bigint): Promise<void> {
  await noteAccount(tx, senderId, { restriction: '' });
  await resumeOrdersOf(tx, tenantId, sql`sender_id = ${senderId}`, 'SENDER_RESTRICTED');
}
