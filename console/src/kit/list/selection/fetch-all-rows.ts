import { EXPORT_IDS_MAX } from '@trade-assistant/contract/kit/export.ts';
import { MAX_PAGE_SIZE, type Page } from '@trade-assistant/contract/kit/page.ts';
import type { Row } from '../types.ts';

/** The most rows that can be selected: the limit of an export. */
export const MAX_SELECTABLE = EXPORT_IDS_MAX;

/** Answers a page of `size` rows of the result, in an order that new rows do not disturb. */
export type FetchPage = (current: number, size: number, signal: AbortSignal) => Promise<Page<Row>>;

/**
 * Returns all rows of a list's result, at most `MAX_SELECTABLE`, page by page. Rows deleted meanwhile shift later rows
 * forward, past the place already read; the total shows by how many, and that many are read again. `onFound` receives
 * the number read and the total. Errors of the call and an abort are thrown.
 */
export async function fetchAllRows(
  fetchPage: FetchPage,
  onFound: (found: number, wanted: number) => void,
  signal: AbortSignal,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  let before: number | undefined;
  // At most twice the possible number of pages: a result that keeps shrinking must not cause an endless loop.
  for (let asked = 0, current = 1; asked < (2 * MAX_SELECTABLE) / MAX_PAGE_SIZE; asked += 1) {
    const { records, total } = await fetchPage(current, MAX_PAGE_SIZE, signal);
    signal.throwIfAborted();
    for (const row of records) if (found.size < MAX_SELECTABLE) found.set(row.id, row);
    const wanted = Math.min(total, MAX_SELECTABLE);
    onFound(Math.min(found.size, wanted), wanted);
    if (found.size >= MAX_SELECTABLE) break;
    const gone = Math.max(0, (before ?? total) - total);
    before = total;
    if (gone > 0 && current > 1) current = Math.max(1, current - Math.ceil(gone / MAX_PAGE_SIZE));
    else if (records.length < MAX_PAGE_SIZE) break;
    else current += 1;
  }
  return [...found.values()];
}
