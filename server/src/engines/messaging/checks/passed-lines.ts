import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { LINE, type WorkTask } from '../work/index.ts';
import type { CheckChannel } from './channels.ts';

const PASSED = [checkResult.is.live, checkResult.is.silent, checkResult.is.risk];

type Checked = Pick<WorkTask, 'id' | 'createTime' | 'filterType'>;

/** The lines that an upgrade checks, with the sum of their prices so far: numbers in service, with an account where the last check looked for one. */
export const passedLines = (channel: CheckChannel, { id, createTime, filterType }: Checked): SQL => sql`
  select w.line_no, w.stage, coalesce(w.paid, 0) + coalesce(l.unit_price, 0) as paid
  from work_line w
    left join work_chunk c on c.task_id = w.task_id and c.chunk_no = w.chunk_no
    left join work_lane l on l.task_id = c.task_id and l.stage = c.stage and l.lane_no = c.lane_no
  where w.task_id = ${id} and w.create_time = ${createTime} and w.state = ${LINE.result} and w.is_current
    and w.result = any(${sql.param([...PASSED])}::int[]) and (not ${looksForAccounts(channel, filterType)} or w.registered is distinct from 0)`;

/** The shallowest check of a channel only asks whether a number is in service. */
const looksForAccounts = ({ types }: CheckChannel, filterType: number | null): boolean =>
  (types.get(filterType ?? 0)?.rank ?? 0) > 0;

/** Lines of an upgrade that paid the same so far. */
export interface Paid {
  readonly paid: Micro;
  readonly lines: number;
}

/** Returns how many lines an upgrade of a finished task would check, by the sum of their prices so far. */
export async function linesToUpgrade(
  run: Pick<Tx, 'execute'>,
  channel: CheckChannel,
  task: Checked,
): Promise<readonly Paid[]> {
  const { rows } = await run.execute<{ paid: string; lines: number }>(
    sql`select paid::text, count(*)::int as lines from (${passedLines(channel, task)}) p group by paid order by paid`,
  );
  return rows.map(({ paid, lines }) => ({ paid: micros(BigInt(paid)), lines }));
}
