import type { LineProblem } from './errors.ts';
import type { Layout, LayoutOptions } from './layout.ts';

/** One line of a list that was read. */
export interface TableRow {
  /** Line in its file, counted from 1. */
  readonly lineNo: number;
  readonly cells: readonly string[];
  /** The cell of the number column. */
  readonly number: string;
  /** The cells of the caller's own columns, by key; only those the header has. */
  readonly values: Readonly<Record<string, string>>;
  /** The file inside the archive, for archives. */
  readonly file?: string;
  readonly problem?: LineProblem;
  /** Whether the number's cell is a number without a format, of which a `+` or zeros in front are lost, if there were any. */
  readonly isNumeric?: true;
  /** The caller's columns with such number cells. */
  readonly numericKeys?: readonly string[];
}

export interface TableOptions extends LayoutOptions {
  /** Default 20 MB. */
  readonly maxBytes?: number | undefined;
  /** Lines of all files together, without headers and blank lines. Default 1 000 000. */
  readonly maxLines?: number | undefined;
  /** Of an archive or workbook. Default 1 GB. */
  readonly maxUncompressedBytes?: number | undefined;
  /** Rows in a batch. Default 5 000. */
  readonly batchRows?: number | undefined;
}

/** Findings of a read; complete after the last row. */
export interface TableReport {
  kind: 'txt' | 'xlsx' | 'zip';
  files: { name: string | null; encoding: string | null; layout: Layout }[];
  lines: number;
  /** Lines of plain lists with something after the number. */
  trailingText: number;
}

export interface Table extends AsyncIterable<TableRow[]> {
  readonly report: TableReport;
}
