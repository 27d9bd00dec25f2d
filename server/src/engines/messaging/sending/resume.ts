import { smsPhoneStatus } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { setApart } from '../../../kernel/jobs/index.ts';
import { recordAccount } from '../../vendors/providers/index.ts';
import { listed, PAUSED, resumeWork, STARTED } from '../work/index.ts';

/** Resumes the orders under a condition that the program paused for a reason which is gone. */
export async function resumeOrdersOf(tx: Tx, tenantId: string, condition: SQL, reason: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from work_task where tenant_id = ${tenantId} and ${condition} and status in (${listed(STARTED)}) and paused = ${PAUSED.byProgram}
      and pause_reason = ${reason} and not is_cancelling order by id`);
  for (const { id } of rows) await resumeWork(tx, systemActor(tenantId), BigInt(id), PAUSED.byProgram);
}

const resumed = setApart('sending/resume-phones');

/** Resumes the tasks whose phone can be used again. */
export async function resumePhones(app: App): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; tenantId: string }>(sql`
    select t.id::text, t.tenant_id as "tenantId" from work_task t join sms_phone p on p.id = (t.details ->> 'phoneId')::bigint
    where t.status in (${listed(STARTED)}) and t.paused = ${PAUSED.byProgram} and t.pause_reason = 'SENDER_UNAVAILABLE' and not t.is_cancelling
      and p.status = ${smsPhoneStatus.is.usable} and p.deleted_at is null and t.id <> all(${sql.param(resumed.ids(app))}::bigint[])
    order by t.id limit 100`);
  await resumed.each(
    app,
    rows,
    ({ id }) => id,
    ({ id, tenantId }) =>
      app.db.tx((tx) => resumeWork(tx, systemActor(tenantId), BigInt(id), PAUSED.byProgram), { retry: true }),
  );
}

/** Ends the restriction of a sender, and resumes the orders that it stopped. */
export async function liftRestriction(tx: Tx, tenantId: string, senderId: bigint): Promise<void> {
  await recordAccount(tx, senderId, { restriction: '' });
  await resumeOrdersOf(tx, tenantId, sql`sender_id = ${senderId}`, 'SENDER_RESTRICTED');
}
