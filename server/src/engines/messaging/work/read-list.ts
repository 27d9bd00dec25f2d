import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { sql } from 'drizzle-orm';
import { from as copyFrom } from 'pg-copy-streams';
import type { App } from '../../../kernel/app/index.ts';
import { ByteLines } from '../../../kernel/db/byte-lines.ts';
import { copyTransaction } from '../../../kernel/db/copy-transaction.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { JobContext } from '../../../kernel/jobs/index.ts';
import {
  countedForm,
  createPhonePool,
  type NormalisedBatch,
  normalise,
  normaliseLines,
  unpackCountry,
} from '../../../kernel/phone/index.ts';
import { NumberSet } from '../../../kernel/phone/number-set.ts';
import { lineProblemReasons, readTable, type TableRow } from '../../../kernel/spreadsheet/index.ts';
import type { Refused } from './kind.ts';
import { LINE } from './states.ts';
import type { WorkTask } from './tables.ts';

/** How a list becomes lines. */
export interface Reading {
  /** The column of numbers that the person chose, from 0; null: the recognised one. */
  readonly column: number | null;
  readonly maxBytes: number;
  readonly maxLines: number;
  readonly chunkLines: number;
  /** The country of numbers without a country code. */
  readonly defaultCountry: string | null;
  /** Whether numbers of other countries are part of the list. */
  readonly isAnyCountry: boolean;
  /** Returns the refused ones of some numbers of a country, by index. */
  refuse(numbers: readonly bigint[], countryCode: string): Promise<ReadonlyMap<number, Refused>>;
  /** Returns the times of the results that some numbers have from before. */
  known?(numbers: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>;
  /** Returns the values of a row for its message, or the rule that it breaks. */
  paramsOf?(
    cells: readonly string[],
  ): { readonly params: Record<string, string>; readonly units?: number } | { readonly rule: string };
}

/** A list in bytes, or the path of a file. */
export interface ListSource {
  readonly source: string | AsyncIterable<Uint8Array>;
  readonly size: number;
}

/** A row of a list as a line: open, or rejected with its reason. */
export interface NewLine {
  readonly e164: string | null;
  readonly raw: string | null;
  readonly country: string | null;
  readonly lineType: number | null;
  readonly reason: number | null;
  readonly rule: string | null;
  readonly cachedTime: string | null;
  readonly params: Record<string, string> | null;
  /** Its price in units; absent: one. */
  readonly units?: number;
}

const REASON = numberReject.is;
const SLICE_ROWS = 2000;
/** For a smaller list, starting the threads takes longer than reading. */
const SMALL_BYTES = 256 * 1024;
const RAW_MAX = 64;
/** From this many lines on, a list changes the table statistics enough to need a new ANALYZE. */
const MANY_LINES = 50_000;
const COLUMNS =
  'task_id, create_time, line_no, chunk_no, e164, raw, country_code, line_type, state, reject_reason, rule, cached_time, params, units, result';

/** Counts of lines of a list. */
export class ListCounts {
  total = 0;
  invalid = 0;
  duplicate = 0;
  suppressed = 0;
  submitted = 0;

  add({ reason, e164 }: NewLine): void {
    this.total += 1;
    if (reason === null) this.submitted += 1;
    else if (reason === REASON.duplicate) this.duplicate += 1;
    else if (e164 === null) this.invalid += 1;
    else this.suppressed += 1;
  }
}

/** Gives each open line its chunk: one country, all with or all without an earlier result. */
class Chunks {
  private readonly current = new Map<string, { chunk: number; left: number }>();
  private last: number;
  private readonly size: number;

  constructor(last: number, size: number) {
    this.last = last;
    this.size = size;
  }

  of({ country, cachedTime }: NewLine): number {
    const key = `${country}${cachedTime === null ? '' : '*'}`;
    const found = this.current.get(key);
    if (found && found.left > 0) {
      found.left -= 1;
      return found.chunk;
    }
    this.last += 1;
    this.current.set(key, { chunk: this.last, left: this.size - 1 });
    return this.last;
  }
}

/**
 * Reads a list into the lines of a task: every line of the file becomes exactly one line, open or rejected with its reason. The first
 * occurrence of a number wins. The lines are committed together; the counters follow, and both are only read once the list was read.
 * @throws the errors of `readTable` and of `refuse`, and the signal's reason
 */
export async function readLines(job: JobContext, task: WorkTask, list: ListSource, reading: Reading): Promise<void> {
  const { app, signal } = job;
  const table = readTable(list.source, {
    maxBytes: reading.maxBytes,
    maxLines: reading.maxLines,
    batchRows: SLICE_ROWS,
    ...(reading.column === null ? {} : { numberColumn: reading.column }),
  });
  const counts = new ListCounts();
  const head = `${task.id}\t${task.createTime.toISOString()}\t`;
  const lines = new ByteLines();
  const chunks = new Chunks(0, reading.chunkLines);
  await copyTransaction(app.db, async (client) => ({
    stream: client.query(copyFrom(`copy work_line (${COLUMNS}) from stdin`)),
    chunks: async function* () {
      for await (const slice of ahead(newLines(table, list.size, new NumberSet(), reading, signal))) {
        for (const line of slice) {
          counts.add(line);
          lines.addText(`${head}${counts.total}\t${columnsOf(line, line.reason === null ? chunks.of(line) : null)}\n`);
        }
        // Nothing is done of lines that were only read.
        job.progress(0, counts.total);
        yield lines.take();
      }
    },
  }));
  await app.db.pool.query(
    `update work_task set total_count = $2, invalid_count = $3, duplicate_count = $4, submit_count = $5, suppressed_count = $6, update_time = now() where id = $1`,
    [task.id, counts.total, counts.invalid, counts.duplicate, counts.submitted, counts.suppressed],
  );
  if (counts.total > MANY_LINES) await app.db.pool.query('analyze work_line');
}

/** Returns the rows of a small list as lines; `seen` has the numbers that are known already. @throws as `readLines` */
export async function smallList(list: ListSource, seen: NumberSet, reading: Reading): Promise<NewLine[]> {
  const table = readTable(list.source, {
    maxBytes: reading.maxBytes,
    maxLines: reading.maxLines,
    batchRows: SLICE_ROWS,
    ...(reading.column === null ? {} : { numberColumn: reading.column }),
  });
  const all: NewLine[] = [];
  for await (const slice of newLines(table, list.size, seen, reading)) all.push(...slice);
  return all;
}

/**
 * Adds lines to a task in the caller's transaction, which has locked it, after those that it has.
 * @returns their counts, and the number of the last chunk before them
 */
export async function addLines(tx: Tx, task: WorkTask, added: readonly NewLine[], chunkLines: number) {
  const counts = new ListCounts();
  const chunks = new Chunks(task.nextChunk, chunkLines);
  const numbered = added.map((line) => {
    counts.add(line);
    return { ...line, chunk: line.reason === null ? chunks.of(line) : null };
  });
  const column = <T>(of: (line: (typeof numbered)[number]) => T) => sql.param(numbered.map(of));
  await tx.execute(sql`
    insert into work_line (${sql.raw(COLUMNS)})
    select ${task.id}::bigint, ${task.createTime.toISOString()}::timestamptz, ${task.totalCount}::int + f.n, f.chunk, f.e164, f.raw, f.country, f.line_type,
      case when f.reason is null then ${LINE.open}::int else ${LINE.rejected}::int end, f.reason, f.rule, null, f.params, f.units, case when f.params is null then null else 0 end
    from unnest(${column(({ chunk }) => chunk)}::int[], ${column(({ e164 }) => e164)}::bigint[], ${column(({ raw }) => raw)}::text[],
      ${column(({ country }) => country)}::text[], ${column(({ lineType }) => lineType)}::int[], ${column(({ reason }) => reason)}::int[],
      ${column(({ rule }) => rule)}::text[], ${column(({ params }) => params && JSON.stringify(params))}::jsonb[], ${column(({ units = 1 }) => units)}::int[])
      with ordinality as f (chunk, e164, raw, country, line_type, reason, rule, params, units, n)`);
  await tx.execute(sql`
    update work_task set total_count = total_count + ${counts.total}, invalid_count = invalid_count + ${counts.invalid},
      duplicate_count = duplicate_count + ${counts.duplicate}, suppressed_count = suppressed_count + ${counts.suppressed},
      submit_count = submit_count + ${counts.submitted}, next_chunk = ${Math.max(task.nextChunk, ...numbered.map(({ chunk }) => chunk ?? 0))}
    where id = ${task.id}`);
  return { counts, afterChunk: task.nextChunk };
}

/** Calls `read` with a stored file or a pasted text. */
export async function withList<T>(
  app: App,
  { fileId, text }: { fileId: bigint | null; text: string | null },
  read: (source: ListSource) => Promise<T>,
): Promise<T> {
  if (fileId === null) {
    const bytes = Buffer.from(text ?? '');
    return read({ source: once(bytes), size: bytes.length });
  }
  const file = await app.files.find(fileId);
  return app.files.withPath(fileId, (path) => read({ source: path, size: file.size }));
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* newLines(
  table: AsyncIterable<TableRow[]>,
  size: number,
  seen: NumberSet,
  reading: Reading,
  signal?: AbortSignal,
): AsyncGenerator<NewLine[]> {
  const options = { countryCode: reading.defaultCountry ?? undefined, anyCountry: reading.isAnyCountry };
  for await (const { rows, verdicts } of normalised(table, options, size)) {
    signal?.throwIfAborted();
    const lines = rows.map((row, index) => lineOf(row, verdicts, index, seen, reading));
    const open = lines.flatMap((line, index) => (line.reason === null ? [{ index, line }] : []));
    for (const [countryCode, group] of Map.groupBy(open, ({ line }) => line.country ?? '')) {
      const numbers = group.map(({ line }) => BigInt(line.e164 ?? 0));
      for (const [at, { reason, rule }] of await reading.refuse(numbers, countryCode)) {
        const hit = group[at];
        if (hit) lines[hit.index] = { ...hit.line, reason, rule };
      }
    }
    if (reading.known) {
      const left = open.flatMap(({ index }) => (lines[index]?.reason === null ? [index] : []));
      const times = await reading.known(left.map((index) => BigInt(lines[index]?.e164 ?? 0)));
      for (const index of left) {
        const line = lines[index] as NewLine;
        lines[index] = { ...line, cachedTime: times.get(BigInt(line.e164 ?? 0)) ?? null };
      }
    }
    yield lines;
  }
}

const NOTHING: NewLine = {
  ...{ e164: null, raw: null, country: null, lineType: null, reason: null, rule: null, cachedTime: null, params: null },
};

/** Returns the line of a row, before its number is compared with lists. */
function lineOf(row: TableRow, verdicts: NormalisedBatch, index: number, seen: NumberSet, reading: Reading): NewLine {
  const rejected = (reason: number): NewLine => ({ ...NOTHING, raw: row.number, reason });
  if (row.problem) return rejected(lineProblemReasons[row.problem]);
  const reason = verdicts.reasons[index] ?? REASON.notANumber;
  // Few digits are too short, whatever country they may begin with.
  if (reason !== 0)
    return rejected(reason !== REASON.tooShort && isFromAbroad(row.number, reading) ? REASON.countryMismatch : reason);
  const e164 = Number(verdicts.e164[index]);
  const country = unpackCountry(verdicts.countries[index] ?? 0);
  if (!reading.isAnyCountry && country !== reading.defaultCountry) return rejected(REASON.countryMismatch);
  const values = reading.paramsOf?.(row.cells);
  if (values && 'rule' in values) return { ...rejected(REASON.badParameter), rule: values.rule };
  if (!seen.add(Number(countedForm(BigInt(e164))))) return rejected(REASON.duplicate);
  const lineType = verdicts.lineTypes[index] ?? 0;
  return {
    ...{ ...NOTHING, e164: String(e164), country, lineType, params: values?.params ?? null },
    ...(values?.units === undefined ? {} : { units: values.units }),
  };
}

/** Whether a number that is none of the country of its list is one of another country, written without its `+`. */
function isFromAbroad(written: string, { defaultCountry }: Reading): boolean {
  if (defaultCountry === null) return false;
  const read = normalise(written);
  return read.ok && read.countryCode !== defaultCountry;
}

/** Returns the columns of a line after its number in COPY's text format; `chunk` is null for a rejected one. */
function columnsOf(
  { e164, raw, country, lineType, reason, rule, cachedTime, params, units = 1 }: NewLine,
  chunk: number | null,
): string {
  const values = [
    ...[chunk, e164, raw === null ? null : cell(raw), country, lineType],
    ...[reason === null ? LINE.open : LINE.rejected, reason, rule === null ? null : cell(rule), cachedTime],
    ...[params === null ? null : escaped(JSON.stringify(params)), units, params === null || reason !== null ? null : 0],
  ];
  return values.map((value) => value ?? '\\N').join('\t');
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\\\\u0000', '');

/** One value in COPY's text format. */
const cell = (text: string): string =>
  text
    .slice(0, RAW_MAX)
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', ' ')
    .replaceAll('\n', ' ')
    .replaceAll('\r', ' ')
    .replaceAll('\0', '');

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

type NumberOptions = { readonly countryCode: string | undefined; readonly anyCountry: boolean };
type Slices = AsyncGenerator<{ rows: readonly TableRow[]; verdicts: NormalisedBatch }>;

/** Returns the rows with their verdicts, in order; long lists use worker threads. */
async function* normalised(table: AsyncIterable<TableRow[]>, options: NumberOptions, size: number): Slices {
  if (size < SMALL_BYTES) {
    for await (const rows of table)
      yield {
        rows,
        verdicts: normaliseLines(
          rows.map(({ number }) => number),
          options,
        ),
      };
    return;
  }
  const pool = createPhonePool();
  try {
    yield* pool.normaliseAll(table, (row) => row.number, options);
  } finally {
    await pool.close();
  }
}
