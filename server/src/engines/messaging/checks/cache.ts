import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { LINE, type OpenLine, type StoredResult, type WorkTask } from '../work/index.ts';

/** A result is used again for so long. */
export const CACHED_DAYS = 30;
/** A task may run for so long after its lines were read. */
const TASK_DAYS = 15;

const isOne = (value: number | null): boolean | null => (value === null ? null : value === 1);

type Known = Readonly<{
  e164: string;
  result: number;
  registered: number | null;
  business: number | null;
  activeDays: number | null;
  carrier: string | null;
  ported: number | null;
  checkedTime: string;
}>;

/**
 * Returns the latest results of the same check of the same owner, by number. Results of other owners' lists are never used, nor those of
 * the sandbox beside a provider's.
 */
export async function knownResults(
  run: Pick<Tx, 'execute'>,
  task: WorkTask,
  numbers: readonly bigint[],
): Promise<ReadonlyMap<bigint, Known>> {
  const { rows } = await run.execute<Known>(sql`
    select distinct on (l.e164) l.e164::text, l.result, l.registered, l.business,
      l.active_days as "activeDays", l.carrier, l.ported, l.checked_time as "checkedTime"
    from unnest(${sql.param(numbers)}::bigint[]) n (e164)
      join work_line l on l.e164 = n.e164 and l.create_time > now() - make_interval(days => ${CACHED_DAYS + TASK_DAYS})
      join work_task t on t.id = l.task_id
    where t.tenant_id = ${task.tenantId} and t.owner_id = ${task.ownerId} and t.status <> ${checkStatus.is.purged} and t.kind = ${task.kind} and t.filter_type = ${task.filterType}
      and t.active_period is not distinct from ${task.activePeriod}::int and l.is_current and l.state = ${LINE.result}
      and l.result <> ${checkResult.is.unknown} and l.evidence = ${task.evidence}
      and l.checked_time > now() - make_interval(days => ${CACHED_DAYS})
    order by l.e164, l.checked_time desc`);
  return new Map(rows.map((row) => [BigInt(row.e164), row]));
}

/** Returns the earlier results of lines that were read as known; a result deleted since then is unknown, and free. */
export async function recallResults(tx: Tx, task: WorkTask, lines: readonly OpenLine[]): Promise<StoredResult[]> {
  const known = await knownResults(
    tx,
    task,
    lines.map(({ e164 }) => e164),
  );
  return lines.map(({ lineNo, e164 }) => {
    const found = known.get(e164);
    if (!found)
      return { lineNo, result: checkResult.is.unknown, isChargeable: false, finding: null, error: 'cache gone' };
    const { result, registered, business, activeDays, carrier, ported } = found;
    const finding = {
      registered: isOne(registered),
      business: isOne(business),
      activeDays,
      carrier,
      ported: isOne(ported),
    };
    return { lineNo, result, isChargeable: true, finding, error: null };
  });
}
