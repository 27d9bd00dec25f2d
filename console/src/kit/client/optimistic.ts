import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { queryClient } from './query.ts';

interface CachedRow {
  readonly id: string;
}
interface CachedPage {
  readonly records: readonly CachedRow[];
  readonly total: number;
}

/**
 * Shows the expected result of a call in every cached list and detail of the resource: `change` returns the changed row, or
 * undefined when it will be deleted, whose cached detail stays. Running list calls are cancelled because they would show
 * the old state. The caller refetches the lists after the answer.
 * @returns a function that restores the previous rows after a refusal
 */
export function changeRows(
  resource: Resource,
  ids: readonly string[],
  change: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined,
): () => void {
  const wanted = new Set(ids);
  const queryKey = [resource.name, 'answer'];
  void queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueriesData({ queryKey });
  for (const [key, data] of before) {
    const next = key[2] === 'detail' ? changedRow(data, wanted, change) : changed(data, wanted, change);
    if (next !== data) queryClient.setQueryData(key, next);
  }
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

function changed(data: unknown, wanted: ReadonlySet<string>, change: Parameters<typeof changeRows>[2]): unknown {
  if (!isPage(data) || !data.records.some(({ id }) => wanted.has(id))) return data;
  const records = data.records.flatMap((row) => (wanted.has(row.id) ? (change({ ...row }) ?? []) : row));
  return { ...data, records, total: data.total - (data.records.length - records.length) };
}

function changedRow(data: unknown, wanted: ReadonlySet<string>, change: Parameters<typeof changeRows>[2]): unknown {
  const row = data as CachedRow | undefined;
  return row && wanted.has(row.id) ? (change({ ...row }) ?? row) : data;
}

const isPage = (data: unknown): data is CachedPage =>
  typeof data === 'object' && data !== null && 'records' in data && Array.isArray(data.records);
