import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { AWAITING, CHUNK, type Deferral, LINE } from './states.ts';
import type { WorkChunk, WorkTask } from './tables.ts';

/** A line that was or will be handed over, with its present lane. */
export interface HandedLine {
  readonly lineNo: number;
  readonly e164: bigint | null;
  readonly userRef: string | null;
  /** As `LINE`, and as `line_status`. */
  readonly state: number;
  readonly result: number;
  /** As `line_charge`. */
  readonly charge: number;
  readonly units: number;
  readonly attemptNo: number;
  readonly messageId: string | null;
  readonly isJudged: boolean;
  readonly isSeed: boolean;
  readonly error: string | null;
  readonly dueTime: Date | null;
  readonly chunkNo: number;
  readonly laneNo: number;
}

/** A change of a line; absent values stay. */
export interface LineMove {
  readonly lineNo: number;
  readonly state: number;
  readonly result: number;
  readonly charge: number;
  readonly error?: string | null;
  /** When the outcome of a line that waits for one is overdue. */
  readonly dueTime?: Date | null;
  readonly isJudged?: true;
}

const { none, held, charged, refunded } = lineCharge.is;

/** Returns lines of a task, locked in the order of their numbers; by number, or by a condition on `l`. */
export async function lockLines(
  tx: Tx,
  task: WorkTask,
  which: readonly number[] | ReturnType<typeof sql>,
): Promise<HandedLine[]> {
  const condition = Array.isArray(which) ? sql`l.line_no = any(${sql.param([...which])}::int[])` : which;
  const { rows } = await tx.execute<Record<string, unknown> & HandedLineRow>(sql`
    select l.line_no as "lineNo", l.e164::text, l.user_ref as "userRef", l.state, coalesce(l.result, 0) as result, l.charge, l.units,
      l.attempt_no as "attemptNo", l.message_id as "messageId", l.is_judged as "isJudged", l.is_seed as "isSeed", l.error,
      l.due_time as "dueTime", l.chunk_no as "chunkNo", c.lane_no as "laneNo"
    from work_line l join work_chunk c on c.task_id = l.task_id and c.chunk_no = l.chunk_no
    where l.task_id = ${task.id} and l.create_time = ${task.createTime} and l.is_current and ${condition}
    order by l.line_no for update of l`);
  return rows.map(({ e164, dueTime, ...line }) => ({
    ...line,
    e164: e164 === null ? null : BigInt(e164),
    dueTime: dueTime === null ? null : new Date(dueTime),
  }));
}

type HandedLineRow = Omit<HandedLine, 'e164' | 'dueTime'> & { e164: string | null; dueTime: string | null };

/**
 * Moves locked lines with all their consequences: counters of the task, then units of the lanes to charge, to release and to refund. Money
 * follows about once a second (`settle`).
 */
export async function moveLines(
  tx: Tx,
  task: WorkTask,
  lines: readonly HandedLine[],
  moves: readonly LineMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const before = new Map(lines.map((line) => [line.lineNo, line]));
  const column = <T>(of: (move: LineMove) => T) => sql.param(moves.map(of));
  const known = (move: LineMove) => {
    const line = before.get(move.lineNo);
    invariant(line, 'work-line-locked', String(move.lineNo));
    return line;
  };
  await tx.execute(sql`
    update work_line l set state = f.state, result = f.result, charge = f.charge, is_chargeable = f.charge = ${charged},
      error = f.error, due_time = f.due, is_judged = f.judged, checked_time = now()
    from unnest(${column((m) => m.lineNo)}::int[], ${column((m) => m.state)}::int[], ${column((m) => m.result)}::int[],
      ${column((m) => m.charge)}::int[], ${column((m) => (m.error === undefined ? known(m).error : m.error))}::text[],
      ${column((m) => (m.dueTime === undefined ? known(m).dueTime : m.dueTime)?.toISOString() ?? null)}::timestamptz[],
      ${column((m) => m.isJudged ?? known(m).isJudged)}::boolean[]) as f (line_no, state, result, charge, error, due, judged)
    where l.task_id = ${task.id} and l.create_time = ${task.createTime} and l.is_current and l.line_no = f.line_no`);
  const classes = Array.from({ length: 10 }, () => 0);
  let [awaiting, done] = [0, 0];
  const lanes = new Map<number, { chargeable: number; freed: number; reversed: number }>();
  for (const move of moves) {
    const line = known(move);
    classes[line.result] = (classes[line.result] ?? 0) - 1;
    classes[move.result] = (classes[move.result] ?? 0) + 1;
    awaiting += Number(AWAITING.includes(move.state)) - Number(AWAITING.includes(line.state));
    done += Number(move.state === LINE.result) - Number(line.state === LINE.result);
    if (line.charge === move.charge) continue;
    const lane = lanes.get(line.laneNo) ?? { chargeable: 0, freed: 0, reversed: 0 };
    if (line.charge === held && move.charge === charged) lane.chargeable += line.units;
    else if (line.charge === held && move.charge === none) lane.freed += line.units;
    else if (line.charge === charged && move.charge === refunded) lane.reversed += line.units;
    else invariant(false, 'work-line-charge', `${line.charge} to ${move.charge}`);
    lanes.set(line.laneNo, lane);
  }
  await tx.execute(sql`
    update work_task t set stage_done = stage_done + ${done}, awaiting_count = awaiting_count + ${awaiting}, progress_time = now(), update_time = now(),
      results = array(select a + b from unnest(t.results, ${sql.param(classes)}::int[]) with ordinality r (a, b, o) order by o)
    where t.id = ${task.id}`);
  for (const [laneNo, { chargeable, freed, reversed }] of [...lanes].toSorted(([a], [b]) => a - b))
    await tx.execute(sql`
      update work_lane set chargeable = chargeable + ${chargeable}, freed = freed + ${freed}, reversed = reversed + ${reversed}
      where task_id = ${task.id} and stage = ${task.stage} and lane_no = ${laneNo}`);
}

/** Puts open lines of a chunk off: they go on in chunks of their own, from the given times on, in the same lane. */
export async function deferLines(
  tx: Tx,
  task: WorkTask,
  chunk: Pick<WorkChunk, 'stage' | 'laneNo'>,
  deferred: ReadonlyMap<number, Deferral>,
): Promise<void> {
  const lines = (await lockLines(tx, task, [...deferred.keys()])).filter(({ state }) => state === LINE.open);
  const together = Map.groupBy(lines, ({ lineNo }) => {
    const { until, reason } = deferred.get(lineNo) ?? {};
    return `${minuteOf(until)} ${reason}`;
  });
  for (const [key, group] of together) {
    const [time = 0, reason = 0] = key.split(' ').map(Number);
    const made = await addChunk(
      tx,
      task,
      chunk,
      group.map(({ lineNo }) => lineNo),
      { until: new Date(time), reason },
    );
    await moveLines(
      tx,
      task,
      group.map((line) => ({ ...line, chunkNo: made })),
      group.map(({ lineNo, charge }) => ({
        ...{ lineNo, charge, state: LINE.open, result: lineStatus.is.deferred, dueTime: new Date(time) },
      })),
    );
  }
}

/** Moves lines of a chunk into a new one of the same lane, which may be leased from a time on. @returns the number of the new chunk */
export async function addChunk(
  tx: Tx,
  task: WorkTask,
  { stage, laneNo }: Pick<WorkChunk, 'stage' | 'laneNo'>,
  lineNos: readonly number[],
  { until, reason }: { readonly until: Date; readonly reason: number | null },
): Promise<number> {
  const { rows } = await tx.execute<{ chunkNo: number }>(sql`
    with numbered as (
      update work_task set next_chunk = next_chunk + 1, open_chunks = open_chunks + 1 where id = ${task.id} returning next_chunk
    )
    insert into work_chunk (task_id, chunk_no, stage, lane_no, lines, ready_at, wait_kind)
    select ${task.id}::bigint, next_chunk, ${stage}::int, ${laneNo}::int, ${lineNos.length}::int, ${until.toISOString()}::timestamptz, ${reason}::int
    from numbered
    returning chunk_no as "chunkNo"`);
  const made = rows[0]?.chunkNo;
  invariant(made !== undefined, 'work-chunk-added', task.taskNo);
  await tx.execute(sql`
    update work_line set chunk_no = ${made} where task_id = ${task.id} and create_time = ${task.createTime} and is_current
      and line_no = any(${sql.param([...lineNos])}::int[])`);
  await tx.execute(sql`
    update work_lane set open_chunks = open_chunks + 1 where task_id = ${task.id} and stage = ${stage} and lane_no = ${laneNo}`);
  return made;
}

const MINUTE = 60_000;
const SECOND = 1000;
/** Lines that go on within a minute share a second, later ones a minute: each makes one chunk. */
const minuteOf = (time: Date | undefined): number => {
  const at = time?.getTime() ?? 0;
  const step = at - Date.now() > MINUTE ? MINUTE : SECOND;
  return Math.ceil(at / step) * step;
};

/**
 * Makes lines that were not handed over cancelled, with their chunks; those of chunks under way follow with a later call. Their money
 * returns. The caller has not locked the task: chunks are locked first.
 */
export async function cancelUnsent(tx: Tx, task: WorkTask): Promise<void> {
  const idle = await tx.execute<{ chunkNo: number }>(sql`
    select chunk_no as "chunkNo" from work_chunk where task_id = ${task.id} and state = ${CHUNK.ready} and attempt_id is null
    order by chunk_no for update skip locked`);
  const chunks = sql.param(idle.rows.map(({ chunkNo }) => chunkNo));
  await tx.execute(sql`select from work_task where id = ${task.id} for no key update`);
  const lines = await lockLines(tx, task, sql`l.state = ${LINE.open} and l.chunk_no = any(${chunks}::int[])`);
  await moveLines(
    tx,
    task,
    lines,
    lines.map(({ lineNo, charge }) => ({
      ...{ lineNo, state: LINE.cancelled, result: lineStatus.is.cancelled, dueTime: null },
      charge: charge === held ? none : charge,
    })),
  );
  const { rows } = await tx.execute<{ chunks: number }>(sql`
    with ended as (
      update work_chunk set state = ${CHUNK.done} where task_id = ${task.id} and chunk_no = any(${chunks}::int[])
      returning stage, lane_no
    ), counted as (
      update work_lane l set open_chunks = open_chunks - e.n from (select stage, lane_no, count(*)::int as n from ended group by 1, 2) e
      where l.task_id = ${task.id} and l.stage = e.stage and l.lane_no = e.lane_no returning e.n
    )
    select coalesce(sum(n), 0)::int as chunks from counted`);
  await tx.execute(sql`update work_task set open_chunks = open_chunks - ${rows[0]?.chunks ?? 0} where id = ${task.id}`);
}
