import { refuseCredentials } from './credentials.ts';
import type { TextBlock } from './encoding.ts';
import { LINE_PROBLEM, type LineProblem } from './errors.ts';

/** A line of text as cells. */
export interface TextRow {
  readonly lineNo: number;
  readonly cells: string[];
  readonly problem: LineProblem | null;
}

/** `list`: one number a line; the text after the first comma, tab or semicolon is a remark. */
export type Delimiter = ',' | '\t' | ';' | '|' | 'list';

/**
 * Cuts lines into cells, a block at a time; blank lines are left out. Quoted cells may hold delimiters, doubled quotes and
 * line breaks. A quote that is never closed costs its own line, not the rest of the file.
 *
 * @throws CREDENTIAL_CONTENT
 */
export async function* readRows(blocks: AsyncIterable<TextBlock>): AsyncGenerator<TextRow[]> {
  let cutter: RowCutter | null = null;
  for await (const block of blocks) {
    refuseCredentials(block.lines.join('\n'), (index) => block.firstLineNo + index);
    cutter ??= new RowCutter(detectDelimiter(block.lines));
    const { lines, firstLineNo, problems } = block;
    for (let index = 0; index < lines.length; index += 1)
      cutter.push(lines[index] ?? '', firstLineNo + index, problems?.get(index) ?? null);
    const rows = cutter.takeRows();
    if (rows.length > 0) yield rows;
  }
  cutter?.end();
  const rest = cutter?.takeRows() ?? [];
  if (rest.length > 0) yield rest;
}

/** The delimiter most of the first lines agree on, judged by an equal number of cells; `list` when there is none. */
function detectDelimiter(lines: readonly string[]): Delimiter {
  const sample = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES);
  const declared = SEPARATOR_LINE.exec(sample[0] ?? '')?.[1];
  if (declared) return declared as Delimiter;
  let found: Delimiter = 'list';
  let foundAgreement = 0;
  for (const delimiter of [',', '\t', ';', '|'] as const) {
    const counts = new Map<number, number>();
    for (const line of sample) {
      const count = splitLine(line, delimiter)?.length ?? 2;
      counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    for (const [count, times] of counts) {
      const agreement = times / sample.length;
      if (count > 1 && agreement >= AGREEMENT && agreement > foundAgreement) {
        found = delimiter;
        foundAgreement = agreement;
      }
    }
  }
  return found;
}

const SAMPLE_LINES = 100;
const AGREEMENT = 0.6;
const SEPARATOR_LINE = /^\s*sep=([,;|\t])\s*$/i;
const LIST_REMARK = /[,;\t]/;
const MOST_LINES_IN_QUOTES = 100;
const MOST_CELLS = 200;

class RowCutter {
  readonly #delimiter: Delimiter;
  #rows: TextRow[] = [];
  /** Lines of a quoted cell that is still open. */
  #open: { line: string; lineNo: number; problem: LineProblem | null }[] = [];

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
  }

  takeRows(): TextRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  push(line: string, lineNo: number, problem: LineProblem | null): void {
    if (this.#open.length > 0) {
      this.#continue(line, lineNo, problem);
      return;
    }
    if (line === '' || line.trim() === '' || (lineNo === 1 && SEPARATOR_LINE.test(line))) return;
    const cells = this.#delimiter === 'list' ? listCells(line) : splitLine(line, this.#delimiter);
    if (cells) this.#keep(cells, lineNo, problem);
    else this.#open.push({ line, lineNo, problem });
  }

  end(): void {
    while (this.#open.length > 0) this.#giveUp();
  }

  #continue(line: string, lineNo: number, problem: LineProblem | null): void {
    this.#open.push({ line, lineNo, problem });
    // Only a line with a quote can close the cell.
    const cells = line.includes('"') ? this.#joined() : null;
    const first = this.#open[0];
    if (cells && first) {
      const worst = this.#open.find((one) => one.problem)?.problem ?? null;
      this.#open = [];
      this.#keep(cells, first.lineNo, worst);
    } else if (this.#open.length > MOST_LINES_IN_QUOTES) this.#giveUp();
  }

  #joined(): string[] | null {
    return splitLine(this.#open.map((one) => one.line).join('\n'), this.#delimiter);
  }

  // The first line keeps its fault, the others are read again on their own.
  #giveUp(): void {
    const [first, ...others] = this.#open;
    this.#open = [];
    if (!first) return;
    this.#keep(first.line.split(this.#delimiter), first.lineNo, first.problem ?? LINE_PROBLEM.UNCLOSED_QUOTE);
    for (const other of others) this.push(other.line, other.lineNo, other.problem);
  }

  #keep(cells: string[], lineNo: number, problem: LineProblem | null): void {
    if (cells.length > MOST_CELLS) cells.length = MOST_CELLS;
    this.#rows.push({ lineNo, cells, problem });
  }
}

function listCells(line: string): string[] {
  const at = line.search(LIST_REMARK);
  return at === -1 ? [unquoted(line)] : [unquoted(line.slice(0, at)), line.slice(at + 1)];
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"') ? trimmed.slice(1, -1) : trimmed;
}

/** The cells of a line; null when a quoted cell is still open at its end. */
function splitLine(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let start = at;
    while (line[start] === ' ') start++;
    if (line[start] === '"') {
      let text = '';
      let from = start + 1;
      let quote = line.indexOf('"', from);
      while (quote !== -1 && line[quote + 1] === '"') {
        text += line.slice(from, quote + 1);
        from = quote + 2;
        quote = line.indexOf('"', from);
      }
      if (quote === -1) return null;
      text += line.slice(from, quote);
      const next = line.indexOf(delimiter, quote + 1);
      cells.push(text + line.slice(quote + 1, next === -1 ? undefined : next).trimEnd());
      if (next === -1) return cells;
      at = next + 1;
    } else {
      const next = line.indexOf(delimiter, at);
      cells.push(next === -1 ? line.slice(at) : line.slice(at, next));
      if (next === -1) return cells;
      at = next + 1;
    }
  }
}
