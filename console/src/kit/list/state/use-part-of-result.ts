import type { Page } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo } from 'react';
import { call } from '../../client/call.ts';
import { useEvent } from '../../use-event.ts';
import type { FetchPage } from '../selection/fetch-all-rows.ts';
import type { Row } from '../types.ts';
import { type ListState, listInput } from './address.ts';

/** A page of a result that has more of them, and how to fetch the others. */
export interface PartOfResult {
  readonly rows: readonly Row[];
  /** Another result has another key. */
  readonly key: string;
  readonly fetchPage: FetchPage;
}

const NONE: Page<Row> = { records: [], total: 0, size: 0, current: 1, pages: 0 };

/** Returns the visible page if the result has more rows; undefined otherwise, or before the first answer. */
export function usePartOfResult(
  resource: Resource,
  listCall: string,
  state: ListState,
  page: Page<Row> | undefined,
): PartOfResult | undefined {
  const fetchPage = useEvent((...[current, size, signal]: Parameters<FetchPage>) => {
    // In order of creation, so that rows created meanwhile only follow.
    const { descs: _descs, ...asked } = listInput(state);
    const input = { ...asked, current, size, ascs: 'id' };
    return call(resource, listCall, input, { signal }).then((data) => pageOf(data) ?? NONE);
  });
  const shown = page && page.records.length > 0 && page.pages > 1 ? page : undefined;
  const key = JSON.stringify(state.filters);
  return useMemo(() => shown && { rows: shown.records, key, fetchPage }, [shown, key, fetchPage]);
}

/** Returns a page unchanged, and a plain list as one page. */
export function pageOf(data: unknown): Page<Row> | undefined {
  if (Array.isArray(data))
    return { records: data as Row[], total: data.length, size: data.length, current: 1, pages: 1 };
  return data as Page<Row> | undefined;
}
