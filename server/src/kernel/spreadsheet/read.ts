import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SNIFF_BYTES, type Sniffed, sniff } from '../file-formats/sniff.ts';
import { DamagedZipError, openZip, UnsafeZipError, type ZipEntry } from '../file-formats/zip.ts';
import { readInThread } from './archive-thread.ts';
import { refuseCredentialName, refuseCredentials } from './credentials.ts';
import { readRows, type TextRow } from './delimited.ts';
import { LineReader } from './encoding.ts';
import { fileErrors, LINE_PROBLEM, tooLarge, unsafeZip } from './errors.ts';
import { detectLayout, type Layout, repairScientific } from './layout.ts';
import type { Table, TableOptions, TableReport, TableRow } from './table.ts';
import { isWorkbook, LONGEST_CELL, readSheet, type SheetRow } from './xlsx-read.ts';

/** A row of text, or of a sheet with facts about its cells. */
type LaidRow = TextRow & Partial<Pick<SheetRow, 'imprecise' | 'numeric' | 'unresolved'>>;

/**
 * Reads an uploaded list: text, csv, xlsx, or a zip of texts, recognised by content. Yields batches of rows on demand, so that memory stays
 * bounded. Errors may come while reading, even at the end (EMPTY_LIST) or in the middle (CREDENTIAL_CONTENT refuses the whole file): the
 * caller then discards earlier rows. @param source a file's path, or its bytes as they arrive (archives and workbooks are put in a
 * temporary file first) @throws FILE_TYPE, FILE_TOO_LARGE, FILE_TRUNCATED, LIST_TOO_LARGE, CELL_TOO_LONG, TEXT_TOO_LARGE, EMPTY_LIST,
 * CREDENTIAL_CONTENT, ZIP_UNSAFE
 */
export function readTable(source: string | AsyncIterable<Uint8Array>, options: TableOptions = {}): Table {
  const report = newReport();
  return { report, [Symbol.asyncIterator]: () => recognised(source, options, report) };
}

/** The rows of an archive or workbook, read in the calling thread; `readTable` calls this in a separate thread. */
export function readArchive(path: string, options: TableOptions): Table {
  const report = newReport();
  return { report, [Symbol.asyncIterator]: () => limited(archiveRows(path, options, report), options, report) };
}

const newReport = (): TableReport => ({ kind: 'txt', files: [], lines: 0, trailingText: 0 });

/** The beginning of a line as lists of problems show it; copied, since a slice would keep the whole line in memory. */
export const excerptOf = (cells: readonly string[]): string => {
  const text = cells.map((cell) => cell.slice(0, EXCERPT)).join(' ');
  return Buffer.from(text.trim().slice(0, EXCERPT)).toString();
};

const EXCERPT = 80;
const MEGABYTE = 1024 * 1024;
const MOST_FILES_IN_ZIP = 20;
const MOST_PARTS_IN_WORKBOOK = 2_000;
const MOST_RATIO = 100;
const SAMPLE_ROWS = 100;
const MOST_CHARACTERS_IN_BATCH = 8 * MEGABYTE;
// About two thousand numbers. With 256 KB a reader that waits for a database kept enough rows alive for most to be promoted,
// and the heap of a long import grew by another 100 MB.
const READ_BYTES = 32 * 1024;

async function* limited(
  source: AsyncIterable<TableRow[]>,
  options: TableOptions,
  report: TableReport,
): AsyncGenerator<TableRow[]> {
  const maxLines = options.maxLines ?? 1_000_000;
  const mostCharacters = options.maxUncompressedBytes ?? 1024 * MEGABYTE;
  let characters = 0;
  try {
    for await (const rows of batched(source, options.batchRows ?? 5_000)) {
      report.lines += rows.length;
      if (report.lines > maxLines) throw fileErrors.LIST_TOO_LARGE({ n: maxLines });
      characters += charactersOf(rows);
      if (characters > mostCharacters) throw fileErrors.TEXT_TOO_LARGE();
      yield rows;
    }
  } catch (error) {
    throw translated(error);
  }
  if (report.lines === 0) throw fileErrors.EMPTY_LIST();
}

async function* recognised(
  source: string | AsyncIterable<Uint8Array>,
  options: TableOptions,
  report: TableReport,
): AsyncGenerator<TableRow[]> {
  const maxBytes = options.maxBytes ?? 20 * MEGABYTE;
  if (typeof source === 'string') {
    const { head, size } = await headOfFile(source);
    if (size > maxBytes) throw tooLarge(maxBytes);
    const kind = await sniff(head);
    if (isArchive(kind, head)) return yield* readInThread(source, options, report);
    const bytes = createReadStream(source, { highWaterMark: READ_BYTES });
    return yield* limited(readText(bytes, kind, head, options, report), options, report);
  }
  const chunks = capped(source, maxBytes)[Symbol.asyncIterator]();
  const { head, stream } = await peek(chunks);
  const kind = await sniff(head);
  if (!isArchive(kind, head)) return yield* limited(readText(stream, kind, head, options, report), options, report);
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  try {
    const path = join(folder, 'archive');
    await pipeline(Readable.from(stream), createWriteStream(path));
    yield* readInThread(path, options, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* readText(
  chunks: AsyncIterable<Uint8Array>,
  kind: Sniffed,
  head: Uint8Array,
  options: TableOptions,
  report: TableReport,
  file?: string,
): AsyncGenerator<TableRow[]> {
  if (kind.kind === 'empty') return;
  const sample = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (kind.kind === 'sqlite' && /auth_key|sessions|identities|prekeys/i.test(sample))
    throw fileErrors.CREDENTIAL_CONTENT({ place: file ?? 'SQLite' });
  if (kind.kind === 'text' && kind.extension !== 'txt') refuseCredentials(sample);
  if (kind.kind !== 'text' || REFUSED_TEXT.has(kind.extension)) throw fileErrors.FILE_TYPE();
  const reader = new LineReader();
  const entry = report.files.push({ name: file ?? null, encoding: null, layout: NO_LAYOUT }) - 1;
  for await (const rows of laidOut(readRows(reader.blocks(chunks)), options, report, entry, file)) {
    yield rows;
  }
  const found = report.files[entry];
  if (found) found.encoding = reader.encoding;
}

async function* archiveRows(path: string, options: TableOptions, report: TableReport): AsyncGenerator<TableRow[]> {
  const zip = await openZip(path, {
    maxEntries: MOST_PARTS_IN_WORKBOOK,
    maxUncompressedBytes: options.maxUncompressedBytes ?? 1024 * MEGABYTE,
    maxRatio: MOST_RATIO,
  });
  try {
    if (isWorkbook(zip.entries)) {
      report.kind = 'xlsx';
      report.files.push({ name: null, encoding: null, layout: NO_LAYOUT });
      return yield* laidOut(sheetRows(zip.entries), options, report, 0, undefined);
    }
    report.kind = 'zip';
    for (const entry of zip.entries) refuseCredentialName(entry.name);
    if (zip.entries.length > MOST_FILES_IN_ZIP) {
      throw new UnsafeZipError({ zh: `超过 ${MOST_FILES_IN_ZIP} 个文件`, en: `more than ${MOST_FILES_IN_ZIP} files` });
    }
    for (const entry of zip.entries) {
      const { head, stream } = await peek(entry.open());
      const kind = await sniff(head);
      if (isArchive(kind, head)) throw new UnsafeZipError({ zh: '包含嵌套压缩包', en: 'it holds another archive' });
      yield* readText(stream, kind, head, options, report, entry.name);
    }
  } finally {
    await zip.close();
  }
}

async function* sheetRows(entries: readonly ZipEntry[]): AsyncGenerator<LaidRow[]> {
  for await (const rows of readSheet(entries)) {
    const kept = rows.filter((row) => row.unresolved || row.cells.some((cell) => cell.trim() !== ''));
    const lineNoOf = (index: number) => kept[index]?.lineNo ?? 0;
    refuseCredentials(kept.map((row) => row.cells.join('|').replaceAll('\n', ' ')).join('\n'), lineNoOf);
    yield kept.map((row) => ({ ...row, problem: null }));
  }
}

// Holds the first rows back until the layout is known, then gives every row its number and values.
async function* laidOut(
  batches: AsyncIterable<LaidRow[]>,
  options: TableOptions,
  report: TableReport,
  entry: number,
  file: string | undefined,
): AsyncGenerator<TableRow[]> {
  let layout: Layout | null = null;
  let waiting: LaidRow[] = [];
  const shape = (rows: typeof waiting, found: Layout): TableRow[] =>
    rows.map((row) => shaped(row, found, file, report));
  const begin = (): TableRow[] => {
    const sample = waiting.slice(0, SAMPLE_ROWS).map((row) => row.cells);
    layout = detectLayout(sample, options);
    const found = report.files[entry];
    if (found) found.layout = layout;
    return shape(layout.header ? waiting.slice(1) : waiting, layout);
  };
  for await (const rows of batches) {
    if (layout) {
      yield shape(rows, layout);
      continue;
    }
    waiting = waiting.length === 0 ? rows : [...waiting, ...rows];
    if (waiting.length >= SAMPLE_ROWS) yield begin();
  }
  if (!layout && waiting.length > 0) yield begin();
}

function shaped(row: LaidRow, layout: Layout, file: string | undefined, report: TableReport): TableRow {
  let number = row.cells[layout.numberColumn] ?? '';
  let problem = row.problem;
  if (number.includes('E') || number.includes('e')) {
    const repaired = repairScientific(number);
    if (repaired === null) problem ??= LINE_PROBLEM.XLSX_PRECISION;
    else number = repaired;
  }
  if (row.imprecise?.includes(layout.numberColumn)) problem ??= LINE_PROBLEM.XLSX_PRECISION;
  if (row.unresolved && isRead(row, row.unresolved, layout)) problem ??= LINE_PROBLEM.FORMULA_WITHOUT_RESULT;
  const { numeric } = row;
  const numericKeys = numeric
    ? [...layout.columns].filter(([, column]) => numeric.includes(column)).map(([key]) => key)
    : [];
  if (
    layout.header === null &&
    row.cells.length > 1 &&
    row.cells.some((cell, index) => index > 0 && cell.trim() !== '')
  ) {
    report.trailingText++;
  }
  let values = NO_VALUES;
  if (layout.columns.size > 0) {
    const own: Record<string, string> = {};
    for (const [key, column] of layout.columns) own[key] = (row.cells[column] ?? '').trim();
    values = own;
  }
  return {
    lineNo: row.lineNo,
    cells: row.cells,
    number,
    values,
    ...(file !== undefined && { file }),
    ...(problem && { problem }),
    ...(numeric?.includes(layout.numberColumn) && { isNumeric: true }),
    ...(numericKeys.length > 0 && { numericKeys }),
  };
}

/** Whether one of some columns matters to the reader, or nothing else is in the row. */
const isRead = (row: LaidRow, columns: readonly number[], layout: Layout): boolean =>
  columns.some((column) => column === layout.numberColumn || [...layout.columns.values()].includes(column)) ||
  row.cells.every((cell) => cell.trim() === '');

const NO_VALUES: Readonly<Record<string, string>> = Object.freeze({});
const NO_LAYOUT: Layout = { header: null, numberColumn: 0, recognised: false, columns: new Map() };
const REFUSED_TEXT: ReadonlySet<string> = new Set(['html', 'svg', 'xml', 'json', 'rtf']);

// An archive cut off after its first bytes may be too short for its signature to be recognised in full.
function isArchive(kind: Sniffed, head: Uint8Array): boolean {
  return (
    kind.kind === 'zip' ||
    kind.kind === 'xlsx' ||
    (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4)
  );
}

function translated(error: unknown): unknown {
  if (error instanceof UnsafeZipError) return unsafeZip(error.reason);
  if (error instanceof DamagedZipError) return fileErrors.FILE_TRUNCATED();
  return error;
}

async function headOfFile(path: string): Promise<{ head: Buffer; size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

async function* capped(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    if (chunk.length > 0) yield chunk;
  }
}

// The first bytes, and a stream that still begins with them.
async function peek(chunks: AsyncIterator<Uint8Array>): Promise<{ head: Buffer; stream: AsyncGenerator<Uint8Array> }> {
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < SNIFF_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    taken.push(next.value);
    length += next.value.length;
  }
  async function* stream(): AsyncGenerator<Uint8Array> {
    try {
      yield* taken;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  }
  return { head: Buffer.concat(taken).subarray(0, SNIFF_BYTES), stream: stream() };
}

/** Characters of all cells; a line with a problem is reported with it. @throws CELL_TOO_LONG */
function charactersOf(rows: readonly TableRow[]): number {
  let sum = 0;
  for (const { cells, lineNo, problem } of rows)
    for (const cell of cells) {
      if (!problem && cell.length > LONGEST_CELL) throw fileErrors.CELL_TOO_LONG({ line: lineNo, n: LONGEST_CELL });
      sum += cell.length;
    }
  return sum;
}

async function* batched(source: AsyncIterable<TableRow[]>, size: number): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = [];
  let characters = 0;
  for await (const rows of source) {
    // A batch of long cells ends early.
    characters += charactersOf(rows);
    if (characters > MOST_CHARACTERS_IN_BATCH) {
      if (batch.length > 0) yield batch;
      yield rows;
      batch = [];
      characters = 0;
      continue;
    }
    if (batch.length === 0 && rows.length <= size && rows.length * 2 >= size) {
      yield rows;
      continue;
    }
    for (const row of rows) {
      batch.push(row);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
