import type { Readable } from 'node:stream';
import { writeXlsx } from 'hucre/xlsx';
import { unzipped } from '../file-formats/zip.ts';
import { archiveStream } from '../file-formats/zip-writer.ts';
import { type Cell, cellText, type Source } from './write-text.ts';

export interface XlsxOptions {
  readonly header: readonly string[];
  /** Column widths in characters, in the order of the header. */
  readonly widths?: readonly number[];
  /** The columns, from 0, that hold amounts. */
  readonly amounts?: readonly number[];
  /** Default `Sheet1`, then `Sheet2` …; a name of one's own is followed by `2`, `3` … */
  readonly sheetName?: string;
  /** Lines of the first sheet: batch number, filters, time, operator, row count, licence terms. Without them there is none. */
  readonly notes?: Source<readonly [label: string, value: string]>;
  /** Default 1 000 000, the header not counted. */
  readonly rowsPerSheet?: number;
  /** As for archives: with it the same rows give the same bytes. */
  readonly time?: Date;
  /** Of a sheet's text, after which it continues in the next; default 2 GiB: from 4 GiB on it would need ZIP64, which Excel does not open. */
  readonly bytesPerSheet?: number;
}

/** A sheet of a workbook of several; beyond `rowsPerSheet` it continues in `<name>2`, `<name>3` … */
export interface Sheet {
  /** Excel's limits: at most 31 characters with the number behind it, none of `[]:*?/\`, unique. */
  readonly name: string;
  readonly rows: Source<readonly Cell[]>;
}

export const NOTE_SHEET_NAME = '说明 README';

/**
 * Writes a workbook as its rows come, holding some kilobytes of it. Every cell but an amount is text, by type and by format: a number
 * that begins with `+` or a cell that begins with `=` is never a formula and keeps every digit. An amount of more digits than a
 * workbook's numbers hold stays text.
 *
 * The workbook's frame (styles, theme, relations, the header with its frozen row) is made by hucre; only the rows between
 * are written here, because its own streaming writer knows one kind of sheet and cannot put a sheet of notes first.
 */
export function xlsxStream(rows: Source<readonly Cell[]>, options: XlsxOptions): Readable {
  return workbook([{ name: options.sheetName, rows }], options);
}

/** The same with one sheet for each list, all under the same header. Each list is requested when it is written. */
export function xlsxBookStream(sheets: Source<Sheet>, options: Omit<XlsxOptions, 'sheetName'>): Readable {
  return workbook(sheets, options);
}

interface NamedRows {
  readonly name: string | undefined;
  readonly rows: Source<readonly Cell[]>;
}

function workbook(sheets: Source<NamedRows>, options: XlsxOptions): Readable {
  return archiveStream(
    async ({ add, signal }) => {
      let cursor: RowCursor | null = null;
      // A source that waits for its next row is told as well.
      signal.addEventListener('abort', () => cursor?.close().catch(() => {}));
      const notes: (readonly [string, string])[] = [];
      for await (const line of options.notes ?? []) notes.push(line);
      const first = await frameOf(options, notes, ['Sheet1']);
      const noteSheets = notes.length > 0 ? 1 : 0;
      const names: string[] = [];
      signal.throwIfAborted();
      for await (const { name, rows } of sheets) {
        cursor = new RowCursor(rows);
        let part = 0;
        do {
          part++;
          names.push(sheetNameOf(name, part));
          await add(partOf(names.length + noteSheets), sheetText(cursor, first, options));
        } while (await cursor.hasMore());
      }
      const { parts } = await frameOf(options, notes, names);
      for (const [name, content] of parts) await add(name, content);
    },
    { time: options.time },
  );
}

const sheetNameOf = (name: string | undefined, part: number): string =>
  name ? name + (part === 1 ? '' : String(part)) : `Sheet${part}`;

const ROWS_PER_SHEET = 1_000_000;
const BYTES_PER_SHEET = 2 * 1024 ** 3;
const CHUNK_CHARACTERS = 64 * 1024;
const AMOUNT_FORMAT = '#,##0.00####';
/** Decimal digits that a workbook's numbers keep exactly. */
const EXACT_DIGITS = 15;
const isExact = (amount: string): boolean =>
  /^-?\d+(\.\d+)?$/.test(amount) && amount.replace(/\D|^-?0+\.?0*/g, '').length <= EXACT_DIGITS;
const LONGEST_CELL = 32_767;
const CUT_MARK = '…[cut]';

/** The parts of the workbook without rows, and the text before and after the rows of a sheet. */
interface Frame {
  readonly parts: readonly (readonly [name: string, content: Buffer])[];
  readonly before: string;
  readonly after: string;
  /** Style of text cells, and of amounts. */
  readonly style: string;
  readonly amountStyle: string;
}

async function frameOf(
  options: XlsxOptions,
  notes: readonly (readonly [string, string])[],
  names: readonly string[],
): Promise<Frame> {
  const noteSheet = {
    name: NOTE_SHEET_NAME,
    columns: [{ width: 24 }, { width: 80 }],
    rows: notes.map(([label, value]) => [safeText(label), safeText(value)]),
  };
  const dataSheets = names.map((name) => ({
    name,
    columns: options.header.map((_, column) => ({
      width: options.widths?.[column] ?? 20,
      numFmt: options.amounts?.includes(column) ? AMOUNT_FORMAT : '@',
    })),
    rows: [[...options.header]],
    freezePane: { rows: 1 },
  }));
  const hasNotes = notes.length > 0;
  const archive = await writeXlsx({
    sheets: hasNotes ? [noteSheet, ...dataSheets] : dataSheets,
    // The workbook opens on the rows, not on the notes before them.
    activeSheet: hasNotes && dataSheets.length > 0 ? 1 : 0,
    ...(options.time && { properties: { modified: options.time } }),
  });
  const parts: (readonly [string, Buffer])[] = [];
  let first = '';
  const dataParts = new Set(dataSheets.map((_, index) => partOf(index + (notes.length > 0 ? 2 : 1))));
  for (const [name, content] of await unzipped(archive))
    if (!dataParts.has(name)) parts.push([name, content]);
    else first ||= content.toString('utf8');
  const rowsEnd = first.indexOf('</sheetData>');
  if (rowsEnd === -1) throw new Error('the workbook frame has no sheet');
  const style = styleOf(
    first,
    options.header.findIndex((_, column) => !options.amounts?.includes(column)),
  );
  const amountStyle = styleOf(first, options.amounts?.[0] ?? 0);
  return {
    parts,
    before: first
      .slice(0, rowsEnd)
      // The extent of the sheet is not known before its last row; the element is optional.
      .replace(/<dimension [^>]*\/>/, '')
      // A column has the format of its cells, so that cells added below the last row are text as well.
      .replace(
        /<col min="(\d+)"/g,
        (tag, from) => `${tag} style="${options.amounts?.includes(Number(from) - 1) ? amountStyle : style}"`,
      ),
    after: first.slice(rowsEnd),
    style,
    amountStyle,
  };
}

/** The style of a column, as its cell of the header has it. */
const styleOf = (sheet: string, column: number): string =>
  new RegExp(`<c r="${columnName(column)}1"[^>]* s="(\\d+)"`).exec(sheet)?.[1] ?? '0';

const partOf = (number: number): string => `xl/worksheets/sheet${number}.xml`;

async function* sheetText(
  cursor: RowCursor,
  frame: Frame,
  { rowsPerSheet = ROWS_PER_SHEET, bytesPerSheet = BYTES_PER_SHEET }: XlsxOptions,
): AsyncGenerator<Buffer> {
  let text = frame.before;
  let bytes = 0;
  const opening = `" s="${frame.style}" t="inlineStr"><is><t xml:space="preserve">`;
  for (let line = 2; line < rowsPerSheet + 2; line++) {
    const row = await cursor.next();
    if (!row) break;
    text += `<row r="${line}">`;
    for (let column = 0; column < row.length; column++) {
      const value = row[column];
      const cell = cellText(value);
      if (typeof value === 'object' && value !== null && isExact(cell))
        text += `<c r="${columnName(column)}${line}" s="${frame.amountStyle}"><v>${cell}</v></c>`;
      else if (cell !== '') text += `<c r="${columnName(column)}${line}${opening}${escaped(cell)}</t></is></c>`;
    }
    text += '</row>';
    if (text.length < CHUNK_CHARACTERS) continue;
    const chunk = Buffer.from(text);
    yield chunk;
    text = '';
    bytes += chunk.length;
    if (bytes >= bytesPerSheet) break;
  }
  yield Buffer.from(text + frame.after);
}

/** Yields rows one at a time and knows whether another follows. Awaits only asynchronous sources. */
class RowCursor {
  readonly #source: Iterator<readonly Cell[]> | AsyncIterator<readonly Cell[]>;
  #ahead: IteratorResult<readonly Cell[]> | null = null;
  #ended = false;

  constructor(rows: Source<readonly Cell[]>) {
    this.#source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  next(): Promise<readonly Cell[] | null> | readonly Cell[] | null {
    const ahead = this.#ahead;
    if (ahead) {
      this.#ahead = null;
      return this.#valueOf(ahead);
    }
    if (this.#ended) return null;
    const result = this.#source.next();
    return result instanceof Promise ? result.then((one) => this.#valueOf(one)) : this.#valueOf(result);
  }

  async hasMore(): Promise<boolean> {
    if (this.#ended) return false;
    this.#ahead ??= await this.#source.next();
    return this.#ahead.done !== true;
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#source.return?.();
  }

  #valueOf(result: IteratorResult<readonly Cell[]>): readonly Cell[] | null {
    if (result.done !== true) return result.value;
    this.#ended = true;
    return null;
  }
}

const COLUMN_NAMES = Array.from({ length: 702 }, (_, index) => nameOfColumn(index));
const columnName = (index: number): string => COLUMN_NAMES[index] ?? nameOfColumn(index);

function nameOfColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameOfColumn(Math.floor(index / 26) - 1) + letter;
}

function escaped(cell: string): string {
  const text = cell.length > LONGEST_CELL ? cell.slice(0, LONGEST_CELL - CUT_MARK.length) + CUT_MARK : cell;
  if (PLAIN.test(text)) return text;
  return safeText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// Escapes characters XML cannot hold as workbooks do, and text that looks like such an escape.
function safeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(NOT_XML, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}

// No underscore: `_x0041_` must be protected.
const PLAIN = /^[A-Za-z0-9 .,+:@()/-]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what XML cannot hold
const NOT_XML = /[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/g;
