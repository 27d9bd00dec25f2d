import { useQueries } from '@tanstack/react-query';
import type { Page } from '@trade-assistant/contract/kit/page.ts';
import { MAX_PAGE_SIZE } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo } from 'react';
import { call } from '../../client/call.ts';
import { callKey } from '../../client/query.ts';
import { isTexts, usePersistedState } from '../../persisted-state.ts';
import { useEvent } from '../../use-event.ts';
import type { Row, TreeOptions } from '../types.ts';

export interface Tree {
  /** The first level with its expanded branches. */
  readonly rows: readonly Row[];
  readonly opened: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly isLoading: boolean;
  /** Why a branch could not be had. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

const NOTHING: readonly never[] = [];

/**
 * Returns the rows of a list as a tree whose branches are fetched when they are first expanded. Undefined without
 * options.
 */
export function useTree(
  resource: Resource,
  name: string,
  options: TreeOptions<never> | undefined,
  rows: readonly Row[] = NOTHING,
): Tree | undefined {
  const [opened, setOpened] = usePersistedState<readonly string[]>('opened', NOTHING, isTexts);
  const branches = useQueries({
    queries: options
      ? opened.map((id) => {
          const input = { ...options.input(id), size: MAX_PAGE_SIZE };
          return {
            queryKey: callKey(resource, name, input),
            queryFn: ({ signal }: { signal: AbortSignal }) => call(resource, name, input, { signal }),
          };
        })
      : [],
    combine: (results) => ({
      isLoading: results.some((result) => result.isLoading),
      error: results.find((result) => result.error)?.error ?? null,
      pages: results.map((result) => result.data as Page<Row> | undefined),
      refetch: () => results.map((result) => result.error && result.refetch()),
    }),
  });
  const { pages, isLoading, error } = branches;
  const onRetry = useEvent(() => void branches.refetch());
  const onToggle = useEvent((id: string) =>
    setOpened(opened.includes(id) ? opened.filter((other) => other !== id) : [...opened, id]),
  );
  const grown = useMemo(() => {
    if (!options) return NOTHING;
    const below = new Map(opened.map((id, index) => [id, pages[index]?.records ?? NOTHING]));
    // A table draws the expand button of a row with `children`, even if they are empty.
    const grow = (row: Row): Row =>
      options.hasChildren(row as never) ? { ...row, children: (below.get(row.id) ?? NOTHING).map(grow) } : row;
    return rows.map(grow);
  }, [options, opened, pages, rows]);
  return useMemo(
    () =>
      options && {
        rows: grown,
        opened,
        isLoading,
        error,
        onRetry,
        onToggle,
      },
    [options, grown, opened, isLoading, error, onRetry, onToggle],
  );
}
