import { SAMPLE_ROWS } from '@trade-assistant/contract/kit/inspect.ts';
import { readTable, type TableRow } from '../spreadsheet/index.ts';
import type { Context } from './context.ts';

const CELL_MAX = 64;

/**
 * Keeps an uploaded list and returns its first rows and the recognised column of numbers, so that a person can choose another one.
 * @throws the errors of `readTable`; the file is then removed
 */
export async function inspectList(c: Context) {
  const file = c.upload();
  try {
    return await c.app.files.withPath(file.id, async (path) => {
      const table = readTable(path, { batchRows: SAMPLE_ROWS, maxBytes: file.size + 1, maxLines: 3_000_000 });
      const sample: string[][] = [];
      let rows: readonly TableRow[] = [];
      for await (const batch of table) {
        rows = batch;
        sample.push(...rows.map(({ cells }) => cells.map((cell) => cell.slice(0, CELL_MAX))));
        break;
      }
      const layout = table.report.files[0]?.layout;
      return {
        fileId: file.id,
        fileName: file.name,
        size: file.size,
        sample: sample.slice(0, SAMPLE_ROWS),
        headers: [...(layout?.header ?? [])].map((text) => text.slice(0, CELL_MAX)),
        column: layout?.recognised ? layout.numberColumn : null,
        isHeader: layout?.header !== null && layout !== undefined,
        estimatedLines: estimateOf(file.size, table.report.kind, rows),
      };
    });
  } catch (error) {
    await c.app.files.remove(file.id);
    throw error;
  }
}

/** Returns the lines of a text of this size, by the length of its first ones. */
function estimateOf(size: number, kind: string, rows: readonly TableRow[]): number | null {
  if (kind !== 'txt' || rows.length === 0) return null;
  if (rows.length < SAMPLE_ROWS) return rows.length;
  const characters = rows.reduce((sum, { cells }) => sum + cells.reduce((all, cell) => all + cell.length + 1, 0), 0);
  return Math.round((size * rows.length) / characters);
}
