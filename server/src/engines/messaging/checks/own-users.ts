import { listSource } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { sql } from 'drizzle-orm';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import type { WorkTask } from '../work/index.ts';
import type { CheckType } from './channels.ts';
import { checkErrors } from './errors.ts';

/** Numbers a day for which an agent and its sub-users may check whether they can be reached. */
export const OWN_USERS_A_DAY = 1000;
declareLimit({ name: 'own users that an agent checks in a day', window: 'day', unit: 'people' });
const SOURCES = [listSource.is.customers, listSource.is.test];

/** Refuses a check of own users for a list from elsewhere. @throws CONSENT_SOURCE */
export async function assertOwnUsers(
  tx: Pick<Tx, 'execute'>,
  { isForOwnUsers }: CheckType,
  { tenantId, ownerId, consentId }: Pick<WorkTask, 'tenantId' | 'ownerId' | 'consentId'>,
): Promise<void> {
  if (!isForOwnUsers) return;
  const { rows } = await tx.execute(sql`
    select from cmp_consent where id = ${consentId} and tenant_id = ${tenantId} and owner_id = ${ownerId}
      and list_source in (${sql.join(SOURCES, sql`, `)})`);
  const { zh, en } = checkErrors.declarations.CONSENT_SOURCE;
  if (rows.length === 0)
    throw checkErrors.CONSENT_SOURCE({}, { fields: [{ field: 'consentId', message: { zh, en } }] });
}

/**
 * Refuses a stage that exceeds the daily numbers of an agent. Tasks of one agent wait for its lock; a task of yesterday that still runs
 * counts today.
 * @throws CHECK_DAY_LIMIT
 */
export async function assertDayLimit(tx: Tx, { isForOwnUsers }: CheckType, task: WorkTask): Promise<void> {
  if (!isForOwnUsers) return;
  const agentId = task.agentId ?? task.ownerId;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`own-users:${agentId}`}, 0))`);
  const { rows } = await tx.execute<{ used: number }>(sql`
    select coalesce(sum(stage_lines), 0)::int as used from work_task
    where coalesce(agent_id, owner_id) = ${agentId} and tenant_id = ${task.tenantId} and kind = ${task.kind} and id <> ${task.id}
      and filter_type = ${task.filterType} and start_time is not null
      and (finish_time is null or finish_time >= ${startOfCurrent('day', task.tenantId)})`);
  const left = Math.max(0, OWN_USERS_A_DAY - (rows[0]?.used ?? 0));
  if (task.stageLines > left) throw checkErrors.CHECK_DAY_LIMIT({ max: OWN_USERS_A_DAY, left });
}
