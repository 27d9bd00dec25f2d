import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { checkProviders } from '../../vendors/providers/index.ts';
import { listed, PAUSED, RUNNING, type WorkKind, type WorkTask } from '../work/index.ts';

/**
 * Returns how many numbers a second each running task can expect: the measured rate of its provider, divided by the owners at work and by the
 * owner's own tasks. A task without a provider is left out.
 */
export async function paceOf(
  app: App,
  { capabilityOf }: Pick<WorkKind, 'capabilityOf'>,
  tasks: readonly WorkTask[],
): Promise<ReadonlyMap<bigint, number>> {
  const [first] = tasks;
  if (!first) return new Map();
  const { rows } = await app.db.drizzle.execute<{ ownerId: string; tasks: number }>(sql`
    select owner_id::text as "ownerId", count(*)::int as tasks from work_task
    where tenant_id = ${first.tenantId} and status in (${listed(RUNNING)}) and paused = ${PAUSED.no} and open_chunks > 0 group by owner_id`);
  const tasksOf = new Map(rows.map(({ ownerId, tasks: count }) => [ownerId, count]));
  const rates = new Map<string, Promise<number | undefined>>();
  const rateOf = (task: WorkTask) => {
    const { tenantId, countryCode, evidence } = task;
    const asked = { tenantId, capability: capabilityOf(task), countryCode, evidence };
    const name = JSON.stringify(asked);
    const rate =
      rates.get(name) ?? checkProviders(app, app.db.drizzle, asked).then(([provider]) => provider?.ratePerSecond);
    rates.set(name, rate);
    return rate;
  };
  const pace = new Map<bigint, number>();
  for (const task of tasks) {
    const rate = await rateOf(task);
    const own = tasksOf.get(String(task.ownerId)) ?? 1;
    if (rate !== undefined) pace.set(task.id, rate / Math.max(1, tasksOf.size) / own);
  }
  return pace;
}
