import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { assertConsent } from '../compliance/index.ts';
import {
  chunkSize,
  isActiveWithin,
  LINE,
  lockWork,
  startStage,
  WORK,
  type WorkTask,
  workTasks,
} from '../work/index.ts';
import type { CheckChannel } from './channels.ts';
import { batchOf } from './compliance.ts';
import { checkErrors } from './errors.ts';
import { checkKinds } from './kind.ts';
import { assertOwnUsers } from './own-users.ts';
import { passedLines } from './passed-lines.ts';
import { type CheckChoice, checkType, providerFor } from './quote.ts';

/**
 * Checks the numbers of a finished task that were in service, with an account where the last check looked for one, more
 * deeply: each for the difference to its earlier prices. The earlier results are kept as an earlier stage.
 * @throws STATE_CONFLICT, UPGRADE_INVALID, UPGRADE_NOTHING, CAPABILITY_MISSING, PRICE_NOT_FOUND, BALANCE_NOT_ENOUGH, CONSENT_REQUIRED,
 * CONSENT_EXPIRED
 */
export async function upgradeCheck(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: CheckChannel,
  { id, filterType, activePeriod }: Pick<CheckChoice, 'filterType' | 'activePeriod'> & { readonly id: bigint },
): Promise<{ lines: number }> {
  const task = await lockWork(tx, actor, id);
  if (task.status !== WORK.completed && task.status !== WORK.partly) throw commonErrors.STATE_CONFLICT();
  const type = checkType(channel, { filterType, activePeriod });
  assertDeeper(channel, task, { filterType, activePeriod });
  await assertConsent(app, tx, batchOf(channel, task));
  await assertOwnUsers(tx, type, task);
  const kind = checkKinds[channel.key];
  const provider = await providerFor(app, tx, task.tenantId, type, task.countryCode ?? '');
  const stage = task.stage + 1;
  const changed: WorkTask = {
    ...task,
    filterType,
    activePeriod: type.hasPeriod ? activePeriod : null,
    evidence: provider.evidence,
  };
  const size = await chunkSize(app, kind, changed);
  await tx
    .update(workTasks)
    .set({
      lastFilterType: task.filterType,
      filterType,
      activePeriod: changed.activePeriod,
      evidence: provider.evidence,
      upgradeCount: task.upgradeCount + 1,
    })
    .where(eq(workTasks.id, id));
  const added = await tx.execute(sql`
    with passed as (
      update work_line w set is_current = false from (${passedLines(channel, task)}) p
      where w.task_id = ${id} and w.create_time = ${task.createTime} and w.line_no = p.line_no and w.stage = p.stage
      returning w.line_no, w.e164, w.country_code, w.line_type, w.item_id, w.result, w.registered, w.active_days, w.business, p.paid
    ), placed as (
      select *, (row_number() over (partition by paid order by line_no) - 1) / ${size} as part from passed
    ), counted as (
      update work_task t set
        results = array(select a - coalesce((select count(*) from passed where result = o - 1), 0)::int from unnest(t.results) with ordinality r (a, o) order by o),
        registered_count = registered_count - (select count(*) from passed where registered = 1)::int,
        active_count = ((select count(*) from work_line w where w.task_id = ${id} and w.create_time = ${task.createTime} and w.is_current and ${isActiveWithin(changed)})
          - (select count(*) from passed where ${isActiveWithin(changed)}))::int,
        business_count = business_count - (select count(*) from passed where business = 1)::int
      where t.id = ${id}
    )
    insert into work_line (task_id, line_no, stage, create_time, chunk_no, e164, country_code, line_type, item_id, paid, state)
    select ${id}, line_no, ${stage}, ${task.createTime},
      (select coalesce(max(chunk_no), 0) from work_chunk where task_id = ${id}) + dense_rank() over (order by paid, part),
      e164, country_code, line_type, item_id, paid, ${LINE.open}
    from placed`);
  const lines = added.rowCount ?? 0;
  if (lines === 0) throw checkErrors.UPGRADE_NOTHING();
  await startStage(app, tx, actor, kind, { ...changed, stage: task.stage }, stage);
  return { lines };
}

/** @throws UPGRADE_INVALID for a check that is not deeper; a shorter period of the same check is */
function assertDeeper(
  channel: CheckChannel,
  task: WorkTask,
  next: Pick<CheckChoice, 'filterType' | 'activePeriod'>,
): void {
  const before = channel.types.get(task.filterType ?? 0);
  const after = channel.types.get(next.filterType);
  const isShorter =
    task.filterType === next.filterType &&
    after?.hasPeriod === true &&
    task.activePeriod !== null &&
    next.activePeriod < task.activePeriod;
  if (!before || !after || !(after.rank > before.rank || isShorter)) throw checkErrors.UPGRADE_INVALID();
}
