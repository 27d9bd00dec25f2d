import { Readable } from 'node:stream';

/** Rows or numbers to write, from memory or as they come from a cursor. */
export type Source<T> = Iterable<T> | AsyncIterable<T>;

/** An amount as plain decimal text: a number in a workbook, so that it can be summed, and the same text in csv. */
export interface AmountCell {
  readonly amount: string;
}

/** Value of a cell; all but amounts are written as text, dates formatted by the caller. */
export type Cell = string | number | bigint | AmountCell | null | undefined;

/** One number per line, UTF-8 without mark, `\n`; optionally with a leading `+`. */
export function txtStream(numbers: Source<bigint | string>, options: { plus?: boolean } = {}): Readable {
  const plus = options.plus === true ? '+' : '';
  return textStream(numbers, (number) => `${plus}${number}\n`);
}

/**
 * Comma-separated values for spreadsheets: UTF-8 with a byte order mark (without it Excel reads Chinese as GBK), CRLF, and
 * no cell a spreadsheet would run as a formula.
 */
export function csvStream(
  rows: Source<readonly Cell[]>,
  options: { header?: readonly string[]; bom?: boolean } = {},
): Readable {
  const opening = (options.bom === false ? '' : '\uFEFF') + (options.header ? csvLine(options.header) : '');
  return textStream(rows, csvLine, opening);
}

/**
 * The cell, with a leading apostrophe if a spreadsheet would treat it as a formula. A sign and digits, as in phone
 * numbers, compute nothing and stay unchanged.
 */
export function escapeFormula(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.amount : String(cell);
}

/** Counts the rows of a source, for manifests and logs. */
export function counted<T>(source: Source<T>): { source: AsyncGenerator<T>; rows(): number } {
  let rows = 0;
  async function* pass(): AsyncGenerator<T> {
    for await (const one of source) {
      rows++;
      yield one;
    }
  }
  return { source: pass(), rows: () => rows };
}

const FORMULA_START = /^[=+\-@\t\r]/;
/** Without the `m` flag the end is the very end: nothing may follow on another line. */
const NUMBER = /^[+-]?\d+$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
const CHUNK_CHARACTERS = 64 * 1024;

function csvLine(row: readonly Cell[]): string {
  let line = '';
  for (let index = 0; index < row.length; index++) {
    const text = escapeFormula(cellText(row[index]));
    if (index > 0) line += ',';
    line += NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
  return `${line}\r\n`;
}

function textStream<T>(source: Source<T>, lineOf: (one: T) => string, opening = ''): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    let text = opening;
    for await (const one of source) {
      text += lineOf(one);
      if (text.length < CHUNK_CHARACTERS) continue;
      yield Buffer.from(text);
      text = '';
    }
    if (text !== '') yield Buffer.from(text);
  }
  return Readable.from(chunks(), { objectMode: false });
}
