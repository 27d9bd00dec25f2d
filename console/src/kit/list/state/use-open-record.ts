import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../client/call.ts';
import { showError, showWarning } from '../../feedback.tsx';
import { useEvent } from '../../use-event.ts';
import type { Row } from '../types.ts';
import type { ListState } from './address.ts';
import { fetchRows } from './fetch-rows.ts';
import type { ListKept, Open } from './use-kept-list.ts';

interface OpenRecord {
  readonly open: Open | null;
  readonly setOpen: (open: Open | null) => void;
  /** Undefined for the first. */
  readonly tab: string | undefined;
  readonly setTab: (tab: string | undefined) => void;
}

/** The record that is open over a list, as in the list's address (`?record=…&tab=…`). */
export function useOpenRecord(
  resource: Resource,
  listCall: string,
  allowed: ReadonlySet<string>,
  rows: readonly Row[] | undefined,
  { open, setOpen: show, kept }: ListKept,
  { record, tab }: ListState,
  setState: (change: Partial<ListState>) => void,
): OpenRecord {
  const setOpen = useEvent((next: Open | null) => {
    if (!show(next)) return;
    const id = next?.mode === 'add' ? undefined : next?.row?.id;
    // From one record to the next one stays on the same tab.
    setState({ record: id, tab: id !== undefined && (open || id === record) ? tab : undefined });
  });
  const setTab = useEvent((next: string | undefined) => setState({ tab: next }));
  const canFetch = allowed.has('id_in') || 'detail' in resource.calls;
  // Without a call for single rows it must be among the visible ones.
  const isReady = canFetch || rows !== undefined;
  /** The id being fetched: an answer for another one is too late. */
  const [sought] = useState<{ id?: string }>({});
  const find = useEffectEvent(async (id: string) => {
    const known = rows && rowIn(rows, id);
    if (open?.row?.id === id || sought.id === id) return;
    sought.id = id;
    try {
      const row =
        known ??
        (allowed.has('id_in')
          ? (await fetchRows(resource, listCall, [id]))[0]
          : 'detail' in resource.calls
            ? ((await call(resource, 'detail', { id })) as Row)
            : undefined);
      if (sought.id !== id) return;
      // Another record is being saved, so none is opened; the user has seen a message.
      if (row && show({ mode: 'view', row })) return;
      if (!row) showWarning({ zh: '该记录不存在或不可见', en: 'This record does not exist or is not visible to you' });
      setState({ record: undefined, tab: undefined });
    } catch (error) {
      showError(error);
      setState({ record: undefined, tab: undefined });
    } finally {
      if (sought.id === id) delete sought.id;
    }
  });
  // Records open before a reload are restored first, with their input.
  const isRestored = kept?.open === undefined;
  useEffect(() => {
    if (record !== undefined && isRestored && isReady) void find(record);
  }, [record, isRestored, isReady]);
  return { open, setOpen, tab, setTab };
}

/** A row, or one below it in a tree. */
export function rowIn(rows: readonly Row[], id: string): Row | undefined {
  for (const row of rows) {
    const found = row.id === id ? row : Array.isArray(row.children) ? rowIn(row.children as Row[], id) : undefined;
    if (found) return found;
  }
  return undefined;
}
