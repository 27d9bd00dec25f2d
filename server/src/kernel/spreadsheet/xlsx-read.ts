import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import type { ZipEntry } from '../file-formats/zip.ts';
import { type DigitFormat, digitFormat } from './digit-format.ts';
import { fileErrors } from './errors.ts';
import { SharedStrings } from './shared-strings.ts';

/** A row of a sheet as text. */
export interface SheetRow {
  /** The row number the sheet shows. */
  readonly lineNo: number;
  readonly cells: string[];
  /** Columns with more digits than the format stores: the value differs from the typed one. */
  readonly imprecise: readonly number[] | null;
  /** Columns of numbers that the sheet shows as plain digits: a typed `+` or leading zeros are lost. */
  readonly numeric: readonly number[] | null;
  /** Columns of formulas whose result is not in the file. */
  readonly unresolved: readonly number[] | null;
}

/** Whether a zip is a workbook: it holds these parts, under any file name. */
export function isWorkbook(entries: readonly ZipEntry[]): boolean {
  const names = new Set(entries.map((entry) => entry.name));
  return names.has('[Content_Types].xml') && names.has('_rels/.rels') && names.has('xl/workbook.xml');
}

/**
 * Reads the first visible sheet except `说明` / `README`, in chunks of rows. Formulas give their stored values, numbers their digits, dates
 * `yyyy-MM-dd` with the time if any. Memory holds the text table and one chunk: the reader sets the pace. @throws FILE_TRUNCATED when a
 * part is missing or is no XML
 */
export async function* readSheet(entries: readonly ZipEntry[]): AsyncGenerator<SheetRow[]> {
  const parts = new Map(entries.map((entry) => [entry.name, entry]));
  const workbook = await readWorkbook(parts);
  const sheet = parts.get(workbook.sheetPath);
  if (!sheet) throw fileErrors.FILE_TRUNCATED();
  const strings = await readSharedStrings(parts.get(workbook.stringsPath));
  const formats = await readNumberFormats(parts.get(workbook.stylesPath));
  const builder = new RowBuilder(strings, formats, workbook.is1904);
  for await (const _ of parse(sheet, builder)) {
    const rows = builder.takeRows();
    if (rows.length > 0) yield rows;
  }
}

const MOST_COLUMNS = 200;
/** Excel's own limit. */
export const LONGEST_CELL = 32_767;
/** Characters of the rows that one part of the sheet becomes: cells name texts of the table, so a few bytes can become many. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
const LARGEST_PART_BYTES = 8 * 1024 * 1024;
// Excel keeps fifteen digits; a longer number has been rounded before it was saved.
const LARGEST_EXACT = 999_999_999_999_999;
const NOTE_SHEET = /^(?:说明|readme|说明[ _·-]*readme)$/i;

class RowBuilder {
  #rows: SheetRow[] = [];
  #characters = 0;
  #cells: string[] = [];
  #imprecise: number[] | null = null;
  #numeric: number[] | null = null;
  #unresolved: number[] | null = null;
  #row = 0;
  #column = 0;
  #type = '';
  #style = -1;
  #text = '';
  #reading = false;
  #inCell = false;
  #isFormula = false;
  #phonetic = false;
  readonly #strings: SharedStrings;
  readonly #formats: readonly NumberFormat[];
  readonly #is1904: boolean;

  constructor(strings: SharedStrings, formats: readonly NumberFormat[], is1904: boolean) {
    this.#strings = strings;
    this.#formats = formats;
    this.#is1904 = is1904;
  }

  takeRows(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      const given = Number(attributes.r);
      this.#row = given > this.#row ? given : this.#row + 1;
      this.#cells = [];
      this.#imprecise = null;
      this.#numeric = null;
      this.#unresolved = null;
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = attributes.r ? columnOf(attributes.r) : this.#column + 1;
      this.#type = attributes.t ?? 'n';
      this.#style = attributes.s === undefined ? -1 : Number(attributes.s);
      this.#text = '';
      this.#inCell = true;
      this.#isFormula = false;
    } else if (name === 'f') this.#isFormula = this.#inCell;
    else if (name === 'rPh') this.#phonetic = true;
    else if (this.#inCell && (name === 'v' || name === 't')) this.#reading = !this.#phonetic;
  }

  text(text: string): void {
    if (!this.#reading) return;
    this.#text += text;
    if (this.#text.length > LONGEST_CELL) throw fileErrors.CELL_TOO_LONG({ line: this.#row, n: LONGEST_CELL });
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#reading = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') {
      this.#inCell = false;
      if (this.#column < MOST_COLUMNS) this.#keep();
    } else if (name === 'row') {
      this.#rows.push({
        ...{ lineNo: this.#row, cells: this.#cells },
        ...{ imprecise: this.#imprecise, numeric: this.#numeric, unresolved: this.#unresolved },
      });
    }
  }

  #keep(): void {
    while (this.#cells.length < this.#column) this.#cells.push('');
    const value = this.#value();
    if (value.length > LONGEST_CELL) throw fileErrors.CELL_TOO_LONG({ line: this.#row, n: LONGEST_CELL });
    this.#characters += value.length;
    if (this.#characters > MOST_CHARACTERS) throw fileErrors.TEXT_TOO_LARGE();
    this.#cells[this.#column] = value;
    // A formula with an empty text as its result has the type `str`.
    if (this.#isFormula && value === '' && this.#type !== 'str') {
      this.#unresolved ??= [];
      this.#unresolved.push(this.#column);
    }
  }

  #value(): string {
    const text = this.#text;
    switch (this.#type) {
      case 's':
        return text === '' ? '' : this.#strings.get(Number(text));
      case 'inlineStr':
      case 'str':
        return withCharacters(text);
      case 'b':
        return text === '1' ? 'TRUE' : 'FALSE';
      case 'n': {
        if (text === '') return '';
        const value = Number(text);
        if (Number.isNaN(value)) return text;
        const format = this.#formats[this.#style];
        if (format?.isDate) return dateText(value, this.#is1904);
        if (Math.abs(value) > LARGEST_EXACT) {
          this.#imprecise ??= [];
          this.#imprecise.push(this.#column);
        }
        const shown = format?.digits?.(value);
        if (shown !== undefined) return shown;
        this.#numeric ??= [];
        this.#numeric.push(this.#column);
        return numberText(value);
      }
      default:
        return text;
    }
  }
}

/** A stored number as the digits a person typed: `0.1`, not `0.10000000000000001`; never in scientific notation. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text;
}

function dateText(serial: number, is1904: boolean): string {
  const days = is1904 ? serial + 1462 : serial;
  // Serial 60 is a day in 1900 that never was; days before it are one off.
  const date = new Date(Math.round((days < 60 ? days + 1 : days) * 86_400) * 1000 - 2_209_161_600_000);
  if (Number.isNaN(date.getTime())) return numberText(serial);
  const text = date.toISOString().slice(0, 19).replace('T', ' ');
  if (serial < 1) return text.slice(11);
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}

function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index) & 0xdf;
    if (code < 65 || code > 90 || index > 3) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

// Characters XML cannot hold are written as _x000D_ in workbooks.
function withCharacters(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

interface Workbook {
  sheetPath: string;
  stringsPath: string;
  stylesPath: string;
  is1904: boolean;
}

async function readWorkbook(parts: ReadonlyMap<string, ZipEntry>): Promise<Workbook> {
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  let is1904 = false;
  await drain(parts.get('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet') {
        const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1] ?? '';
        sheets.push({ name: attributes.name ?? '', id, hidden: (attributes.state ?? 'visible') !== 'visible' });
      } else if (name === 'workbookPr') is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
    },
  });
  const targets = new Map<string, string>();
  const byType = new Map<string, string>();
  await drain(parts.get('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = attributes.Target ?? '';
      const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
      targets.set(attributes.Id ?? '', path);
      byType.set(posix.basename(attributes.Type ?? ''), path);
    },
  });
  const sheet = sheets.find((one) => !one.hidden && !NOTE_SHEET.test(one.name.trim())) ?? sheets[0];
  return {
    sheetPath: targets.get(sheet?.id ?? '') ?? '',
    stringsPath: byType.get('sharedStrings') ?? '',
    stylesPath: byType.get('styles') ?? '',
    is1904,
  };
}

async function readSharedStrings(entry: ZipEntry | undefined): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (!entry) return strings;
  let text = '';
  let reading = false;
  let phonetic = false;
  const handler: Handler = {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') reading = !phonetic;
    },
    text(part) {
      // A text that is too long is refused at a cell that refers to it; the rest of it is not kept.
      if (reading && text.length <= LONGEST_CELL) text += part;
    },
    close(name) {
      if (name === 't') reading = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') strings.add(withCharacters(text));
    },
  };
  for await (const _ of parse(entry, handler));
  return strings;
}

/** How a cell style shows a number, where that is neither as it is nor as an amount. */
interface NumberFormat {
  readonly isDate: boolean;
  readonly digits?: DigitFormat | undefined;
}

// Dates are the built-in formats 14–22 and 45–47 and custom ones with y, d, h or s.
async function readNumberFormats(entry: ZipEntry | undefined): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let inCells = false;
  await drain(entry, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const code = (attributes.formatCode ?? '').replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/gi, '');
        const isDate = /[ydhs]/i.test(code) && !/general/i.test(code);
        custom.set(Number(attributes.numFmtId), { isDate, digits: digitFormat(attributes.formatCode ?? '') });
      } else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attributes.numFmtId ?? 0);
        styles.push(custom.get(id) ?? { isDate: (id >= 14 && id <= 22) || (id >= 45 && id <= 47) });
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

interface Handler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

async function drain(entry: ZipEntry | undefined, handler: Handler): Promise<void> {
  if (!entry) return;
  if (entry.uncompressedBytes > LARGEST_PART_BYTES) throw fileErrors.FILE_TRUNCATED();
  for await (const _ of parse(entry, handler));
}

// Feeds a part to the parser chunk by chunk, handing control back after each. Entities other than XML's five and numeric
// references are an error to the parser, and document types define nothing: there is nothing to expand.
async function* parse(entry: ZipEntry, handler: Handler): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false });
  parser.on('opentag', (tag) => handler.open(local(tag.name), tag.attributes as Record<string, string>));
  parser.on('closetag', (tag) => handler.close?.(local(tag.name)));
  if (handler.text) {
    const onText = (text: string) => handler.text?.(text);
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  parser.on('error', () => {
    throw fileErrors.FILE_TRUNCATED();
  });
  const decoder = new TextDecoder();
  for await (const chunk of entry.open()) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode());
  parser.close();
  yield;
}

const local = (name: string): string => {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
};
