import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { sql } from 'drizzle-orm';
import { from as copyFrom } from 'pg-copy-streams';
import type { App } from '../../kernel/app/index.ts';
import { ByteLines } from '../../kernel/db/byte-lines.ts';
import { copyTransaction } from '../../kernel/db/copy-transaction.ts';
import { openSnapshot } from '../../kernel/db/snapshot.ts';
import type { JobContext } from '../../kernel/jobs/index.ts';
import { createPhonePool, type NormalisedBatch, normaliseLines, unpackCountry } from '../../kernel/phone/index.ts';
import { NumberSet } from '../../kernel/phone/number-set.ts';
import { lineProblemReasons, readTable, type TableRow } from '../../kernel/spreadsheet/index.ts';
import { LINE, type Refused, type WorkTask } from '../work/index.ts';

import { checkErrors } from './errors.ts';

/** Where the numbers of a task are, and how to read them. */
export interface CheckList {
  /** A stored file, the pasted text, or an earlier task of the same owner. */
  readonly fileId: bigint | null;
  readonly text: string | null;
  readonly taskId: bigint | null;
  /** The column of numbers that the person chose, from 0. */
  readonly column: number | null;
  readonly maxBytes: number;
  readonly maxLines: number;
}

const REASON = numberReject.is;
const SLICE_ROWS = 2000;
/** For a smaller list, starting the threads takes longer than reading. */
const SMALL_BYTES = 256 * 1024;
const RAW_MAX = 64;

/** How a list becomes lines. */
interface Reading {
  readonly chunkLines: number;
  /** Returns the refused ones of some numbers, by index. */
  refuse(numbers: readonly bigint[]): Promise<ReadonlyMap<number, Refused>>;
  /** Returns the times of the results that some numbers have from before. */
  known(numbers: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>;
}

interface Counts {
  total: number;
  invalid: number;
  duplicate: number;
  suppressed: number;
  submitted: number;
  /** Submitted lines with a result from before. */
  cached: number;
}

/**
 * Reads a list into the lines of a task: every line of the file becomes exactly one line, open or rejected with its reason. The first
 * occurrence of a number wins. The lines are committed together; the counters follow, and both are only read once the list was read.
 * @throws the errors of `readTable` and of `refuse`, and the signal's reason
 */
export async function readList(job: JobContext, task: WorkTask, list: CheckList, reading: Reading): Promise<void> {
  const { app } = job;
  const read = (source: string | AsyncIterable<Uint8Array>, size: number) =>
    readRows(job, task, list, { source, size, ...reading });
  if (list.taskId !== null) return readEarlier(app, list.taskId, read);
  if (list.fileId === null) {
    const bytes = Buffer.from(list.text ?? '');
    return read(slices(bytes), bytes.length);
  }
  const file = await app.files.find(list.fileId);
  return app.files.withPath(list.fileId, (path) => read(path, file.size));
}

/** Reads the numbers of an earlier task. @throws LIST_GONE */
async function readEarlier(
  app: App,
  taskId: bigint,
  read: (source: AsyncIterable<Uint8Array>, size: number) => Promise<void>,
): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ createTime: string; lines: number }>(sql`
    select to_json(create_time)#>>'{}' as "createTime", total_count as lines from work_task
    where id = ${taskId} and status <> ${checkStatus.is.purged}`);
  const [earlier] = rows;
  if (!earlier) throw checkErrors.LIST_GONE();
  const snapshot = await openSnapshot(app.db);
  try {
    const lines = snapshot.copy(`select '+' || e164 from work_line
      where task_id = ${taskId} and create_time = '${earlier.createTime}' and is_current and e164 is not null order by line_no`);
    await read(lines, earlier.lines * LINE_BYTES);
  } finally {
    await snapshot.close();
  }
}

/** Length of a line of an earlier task, about. */
const LINE_BYTES = 14;

async function* slices(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readRows(
  job: JobContext,
  task: WorkTask,
  list: CheckList,
  { source, size, chunkLines, refuse, known }: { source: string | AsyncIterable<Uint8Array>; size: number } & Reading,
): Promise<void> {
  const { app, signal } = job;
  const table = readTable(source, {
    maxBytes: list.maxBytes,
    maxLines: list.maxLines,
    batchRows: SLICE_ROWS,
    ...(list.column === null ? {} : { numberColumn: list.column }),
  });
  const seen = new NumberSet();
  const total: Counts = { total: 0, invalid: 0, duplicate: 0, suppressed: 0, submitted: 0, cached: 0 };
  const head = `${task.id}\t${task.createTime.toISOString()}\t`;
  const lines = new ByteLines();
  async function* decided() {
    for await (const { rows, verdicts } of normalised(table, task.countryCode ?? '', size)) {
      signal.throwIfAborted();
      const judgements = rows.map((row, index) => judged(row, verdicts, index, task.countryCode, seen));
      const good = judgements.flatMap((found, index) => (typeof found === 'number' ? [] : [{ index, ...found }]));
      const refusals = await refuse(good.map(({ e164 }) => BigInt(e164)));
      const earlier = await known(good.filter((_, index) => !refusals.has(index)).map(({ e164 }) => BigInt(e164)));
      yield { rows, judgements, good, refusals, earlier };
    }
  }
  await copyTransaction(app.db, async (client) => ({
    stream: client.query(copyFrom(`copy work_line (${COLUMNS}) from stdin`)),
    chunks: async function* () {
      for await (const { rows, judgements, good, refusals, earlier } of ahead(decided())) {
        const refused = new Map([...refusals].map(([at, refusal]) => [good[at]?.index, refusal]));
        for (const [index, found] of judgements.entries()) {
          const row = rows[index] as TableRow;
          total.total += 1;
          const refusal = refused.get(index);
          if (typeof found === 'number') {
            if (found === REASON.duplicate) total.duplicate += 1;
            else total.invalid += 1;
            lines.addText(
              `${head}${total.total}\t\\N\t\\N\t${cell(row.number)}\t\\N\t\\N\t${LINE.rejected}\t${found}\t\\N\t\\N\n`,
            );
          } else if (refusal) {
            total.suppressed += 1;
            lines.addText(
              `${head}${total.total}\t\\N\t${found.e164}\t\\N\t${found.country}\t${found.lineType}\t${LINE.rejected}\t${refusal.reason}\t${refusal.rule}\t\\N\n`,
            );
          } else {
            const time = earlier.get(BigInt(found.e164)) ?? null;
            // Chunks of cached lines have numbers of their own.
            const chunk =
              time === null
                ? Math.floor((total.submitted - total.cached) / chunkLines) + 1
                : CACHED_CHUNKS + Math.floor(total.cached / chunkLines);
            total.submitted += 1;
            if (time !== null) total.cached += 1;
            lines.addText(
              `${head}${total.total}\t${chunk}\t${found.e164}\t\\N\t${found.country}\t${found.lineType}\t${LINE.open}\t\\N\t\\N\t${time ?? '\\N'}\n`,
            );
          }
        }
        job.progress(total.total, Math.max(total.total, table.report.lines));
        yield lines.take();
      }
    },
  }));
  await app.db.pool.query(
    `update work_task set total_count = $2, invalid_count = $3, duplicate_count = $4, submit_count = $5, suppressed_count = $6, update_time = now() where id = $1`,
    [task.id, total.total, total.invalid, total.duplicate, total.submitted, total.suppressed],
  );
  if (total.total > MANY_LINES) await app.db.pool.query('analyze work_line');
}

/** Number of the first chunk of cached lines; above every number that lines for providers get. */
const CACHED_CHUNKS = 1_000_000;
/** Takes the next value while the present one is used: the database decides about a slice while it stores the one before. */
async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = source.next(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // A failure is thrown when its value is taken.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

/** From this many lines on, a list changes the table statistics enough to need a new ANALYZE. */
const MANY_LINES = 50_000;
const COLUMNS =
  'task_id, create_time, line_no, chunk_no, e164, raw, country_code, line_type, state, reject_reason, rule, cached_time';

interface Good {
  readonly e164: number;
  readonly country: string;
  readonly lineType: number;
}

/** Returns the number of a line, or why it is rejected. */
function judged(
  row: TableRow,
  verdicts: NormalisedBatch,
  index: number,
  countryCode: string | null,
  seen: NumberSet,
): Good | number {
  if (row.problem) return lineProblemReasons[row.problem];
  const reason = verdicts.reasons[index] ?? REASON.notANumber;
  if (reason !== 0) return reason;
  const e164 = Number(verdicts.e164[index]);
  const country = unpackCountry(verdicts.countries[index] ?? 0);
  if (country !== countryCode) return REASON.countryMismatch;
  if (!seen.add(e164)) return REASON.duplicate;
  return { e164, country, lineType: verdicts.lineTypes[index] ?? 0 };
}

/** One value in COPY's text format. */
const cell = (text: string): string =>
  text
    .slice(0, RAW_MAX)
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', ' ')
    .replaceAll('\n', ' ')
    .replaceAll('\r', ' ')
    .replaceAll('\0', '');

type Slices = AsyncGenerator<{ rows: readonly TableRow[]; verdicts: NormalisedBatch }>;

/** Returns the rows with their verdicts, in order; long lists use worker threads. */
async function* normalised(table: AsyncIterable<TableRow[]>, countryCode: string, size: number): Slices {
  if (size < SMALL_BYTES) {
    for await (const rows of table)
      yield {
        rows,
        verdicts: normaliseLines(
          rows.map(({ number }) => number),
          { countryCode },
        ),
      };
    return;
  }
  const pool = createPhonePool();
  try {
    yield* pool.normaliseAll(table, (row) => row.number, { countryCode });
  } finally {
    await pool.close();
  }
}
