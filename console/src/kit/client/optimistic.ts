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
 * Shows what a call is about to do to rows, in every list of the resource that is being kept: `change` gives a row as it will
 * be, or undefined where it will be gone. Lists under way are stopped: they would show it as it was. Whoever calls asks for
 * the lists again when the answer is there.
 * @returns what puts everything back as it was, for a refusal
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
    const next = changed(data, wanted, change);
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

const isPage = (data: unknown): data is CachedPage =>
  typeof data === 'object' && data !== null && 'records' in data && Array.isArray(data.records);
