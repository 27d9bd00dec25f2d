import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { showWarning } from '../../feedback.tsx';
import { PageVisibility } from '../../page-visibility.ts';
import { useKeptPlace } from '../../persisted-state.ts';
import type { SelectionStore } from '../selection/selection.tsx';
import type { Action, Row } from '../types.ts';
import { fetchRows } from './fetch-rows.ts';
import { isAction, type KeptList, type Open } from './use-kept-list.ts';

interface RestoreListProps {
  readonly resource: Resource;
  readonly listCall: string;
  /** The names the list call accepts. */
  readonly allowed: ReadonlySet<string>;
  /** The rows of the page that is shown. */
  readonly rows: readonly Row[];
  readonly kept: KeptList;
  readonly selection: SelectionStore;
  readonly actions: readonly Action[];
  readonly canAdd: boolean;
  readonly isEditable: (row: Row) => boolean;
  readonly onOpen: (open: Open) => void;
  readonly onStart: (action: Action, rows: readonly Row[]) => void;
  readonly onDone: () => void;
}

const POLL_MILLIS = 500;

/** Restores selection and open panels after a lock or a reload, with the current rows. Draws nothing. */
export default function RestoreList(props: RestoreListProps) {
  const place = useKeptPlace();
  const sight = useContext(PageVisibility);
  const isBegun = useRef(false);
  const restore = useEffectEvent(async () => {
    const { kept, selection, onDone } = props;
    const found = await rowsOf(props).catch(() => undefined);
    // A panel would cover another page that is shown by now.
    while (!sight.isShown) await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS));
    onDone();
    // Rows that could not be loaded stay kept for the next time.
    if (!found) return;
    const those = (ids: readonly string[]) => ids.flatMap((id) => found.get(id) ?? []);
    const chosen = those(kept.chosen);
    // Ticked meanwhile are others.
    selection.setState(({ rows }) => ({ rows: new Map([...chosen.map((row) => [row.id, row] as const), ...rows]) }));
    let isGone = false;
    if (kept.open) {
      const [row = null] = those(kept.open.id === null ? [] : [kept.open.id]);
      if (kept.open.mode === 'add' ? props.canAdd : row !== null)
        props.onOpen({
          mode: kept.open.mode === 'edit' && row && !props.isEditable(row) ? 'view' : kept.open.mode,
          row,
        });
      else {
        isGone = place.readDraft('record', isAnything) !== undefined;
        place.write('open', undefined);
        place.writeDraft('record', undefined);
      }
    }
    // The address may have opened another one by now.
    if (kept.action && place.read('action', isAction)?.key === kept.action.key) {
      const { key, ids } = kept.action;
      const action = props.actions.find((one) => one.key === key);
      const rows = those(ids);
      if (action && rows.length === ids.length) props.onStart(action, rows);
      else {
        isGone ||= place.readDraft('action', isAnything) !== undefined;
        place.write('action', undefined);
        place.writeDraft('action', undefined);
      }
    }
    if (isGone)
      showWarning({
        zh: '您正在填写的数据已不存在或不再开放',
        en: 'The record you were editing was deleted or is no longer available to you',
      });
  });
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void restore();
  }, []);
  return null;
}

const isAnything = (value: unknown): value is unknown => value !== undefined;

/** Returns the needed rows that still exist, by id: the visible ones, and others fetched now. */
async function rowsOf(props: RestoreListProps): Promise<ReadonlyMap<string, Row>> {
  const { resource, listCall, kept } = props;
  const found = new Map(props.rows.map((row) => [row.id, row]));
  const wanted = new Set([...kept.chosen, ...(kept.open?.id ? [kept.open.id] : []), ...(kept.action?.ids ?? [])]);
  const missing = [...wanted].filter((id) => !found.has(id));
  if (!props.allowed.has('id_in')) return found;
  for (const row of await fetchRows(resource, listCall, missing)) found.set(row.id, row);
  return found;
}
