import { SAMPLE_ROWS } from '@trade-assistant/contract/kit/inspect.ts';
import { readTable, type TableRow } from '../spreadsheet/index.ts';
import type { Context } from './context.ts';

const CELL_MAX = 64;
/** So long a list is counted; the rest of a longer one is estimated. */
const COUNT_MILLIS = 1500;

/**
 * Keeps an uploaded list and returns its first rows, its lines and the recognised column of numbers, so that a person can choose another
 * one.
 * @throws the errors of `readTable`; the file is then removed
 */
export async function inspectList(c: Context) {
  const file = c.upload();
  try {
    return await c.app.files.withPath(file.id, async (path) => {
      const table = readTable(path, { maxBytes: file.size + 1, maxLines: 3_000_000 });
      const sample: string[][] = [];
      const until = performance.now() + COUNT_MILLIS;
      let characters = 0;
      let isWhole = true;
      for await (const rows of table) {
        for (const { cells } of rows.slice(0, SAMPLE_ROWS - sample.length))
          sample.push(cells.map((cell) => cell.slice(0, CELL_MAX)));
        characters += charactersOf(rows);
        isWhole = performance.now() < until;
        if (!isWhole) break;
      }
      const { kind, lines, files } = table.report;
      const layout = files[0]?.layout;
      return {
        fileId: file.id,
        fileName: file.name,
        size: file.size,
        sample,
        headers: [...(layout?.header ?? [])].map((text) => text.slice(0, CELL_MAX)),
        column: layout?.recognised ? layout.numberColumn : null,
        isHeader: layout?.header !== null && layout !== undefined,
        // The size of an archive says nothing about the lines in it.
        estimatedLines: isWhole ? lines : kind === 'txt' ? Math.round((file.size * lines) / characters) : null,
      };
    });
  } catch (error) {
    await c.app.files.remove(file.id);
    throw error;
  }
}

/** Returns the characters of rows with the ends of their cells. */
const charactersOf = (rows: readonly TableRow[]): number =>
  rows.reduce((sum, { cells }) => sum + cells.reduce((all, cell) => all + cell.length + 1, 0), 0);
