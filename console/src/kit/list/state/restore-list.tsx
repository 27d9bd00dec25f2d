import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { showWarning } from '../../feedback.tsx';
import { PageVisibility } from '../../page-visibility.ts';
import type { KeptDraft } from '../../parts/draft-notice.tsx';
import { useKeptPlace } from '../../persisted-state.ts';
import type { SelectionStore } from '../selection/selection.tsx';
import type { Action, Row } from '../types.ts';
import { fetchRows } from './fetch-rows.ts';
import { isAction, isAnything, type KeptList, type Open } from './use-kept-list.ts';

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
  readonly onDraft: (name: string, draft: KeptDraft) => void;
  readonly onDone: () => void;
}

const POLL_MILLIS = 500;
/** Rows named by the offer of a draft. */
const NAMED = 3;

/**
 * Restores selection and open panels after a lock or a reload, with the current rows, and offers half-filled forms. Draws
 * nothing.
 */
export default function RestoreList(props: RestoreListProps) {
  const place = useKeptPlace();
  const sight = useContext(PageVisibility);
  const isBegun = useRef(false);
  const forget = (name: string, draft: string) => {
    place.write(name, undefined);
    place.writeDraft(draft, undefined);
  };
  const { resource } = props;
  const nameOfForm = (form: Text, rows: readonly Row[]): Text => {
    const names = rows.slice(0, NAMED).map((row) => nameOf(resource.nameField ?? 'id', row));
    const more = rows.length > NAMED ? ' …' : '';
    return {
      zh: [form.zh, resource.title.zh, names.map(({ zh }) => zh).join('、') + more].filter(Boolean).join(' · '),
      en: [form.en, resource.title.en, names.map(({ en }) => en).join(', ') + more].filter(Boolean).join(' · '),
    };
  };
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
      const { mode } = kept.open;
      const isForm = mode === 'add' ? props.canAdd : mode === 'edit' && row !== null && props.isEditable(row);
      const hasDraft = place.readDraft('record', isAnything) !== undefined;
      if (isForm && hasDraft)
        props.onDraft('record', {
          words: nameOfForm(mode === 'add' ? { zh: '新增', en: 'Add' } : { zh: '编辑', en: 'Edit' }, row ? [row] : []),
          onContinue: () => props.onOpen({ mode, row }),
          onDiscard: () => forget('open', 'record'),
        });
      else if (mode !== 'add' && row !== null) props.onOpen({ mode: 'view', row });
      else if (isForm) place.write('open', undefined);
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
      if (action && rows.length === ids.length) {
        const start = () => props.onStart(action, rows);
        if (place.readDraft('action', isAnything) === undefined) start();
        else
          props.onDraft('action', {
            words: nameOfForm(action.label, rows),
            onContinue: start,
            onDiscard: () => forget('action', 'action'),
          });
      } else {
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
