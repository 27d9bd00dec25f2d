import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { showWarning } from '../../feedback.tsx';
import { draftName } from '../../form/draft.ts';
import { PageVisibility } from '../../page-visibility.ts';
import type { KeptDraft } from '../../parts/draft-notices.tsx';
import { useKeptPlace } from '../../persisted-state.ts';
import { aboutOf } from '../actions/use-actions.tsx';
import type { SelectionStore } from '../selection/selection.tsx';
import type { Action, Row } from '../types.ts';
import { fetchRows } from './fetch-rows.ts';
import { aboutOpen, isAnything, type KeptList, type Open } from './use-kept-list.ts';

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
  readonly onDraft: (draft: KeptDraft) => void;
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
  const { resource } = props;
  const nameOfForm = (form: Text, rows: readonly Row[]): Text => {
    const names = rows.slice(0, NAMED).map((row) => nameOf(resource.nameField ?? 'id', row));
    const more = rows.length > NAMED ? ' …' : '';
    return {
      zh: [form.zh, resource.title.zh, names.map(({ zh }) => zh).join('、') + more].filter(Boolean).join(' · '),
      en: [form.en, resource.title.en, names.map(({ en }) => en).join(', ') + more].filter(Boolean).join(' · '),
    };
  };
  const recordForm = (mode: string, rows: readonly Row[]) => {
    const [row = null] = rows;
    if (mode === 'add' ? !props.canAdd : row === null || !props.isEditable(row)) return undefined;
    return {
      words: nameOfForm(mode === 'add' ? { zh: '新增', en: 'Add' } : { zh: '编辑', en: 'Edit' }, rows),
      onContinue: () => props.onOpen({ mode: mode === 'add' ? mode : 'edit', row }),
    };
  };
  const actionForm = (key: string, rows: readonly Row[]) => {
    const action = props.actions.find((one) => one.key === key);
    return action && { words: nameOfForm(action.label, rows), onContinue: () => props.onStart(action, rows) };
  };
  const hasDraft = (form: 'record' | 'action', subject: string) => props.kept.drafts.includes(draftName(form, subject));
  /** Opens the record that was open, to read; another one may be open by now, or its form half-filled. */
  const restoreOpen = (open: KeptList['open'], those: (ids: readonly string[]) => readonly Row[]) => {
    if (!open || place.read('open', isAnything) !== open) return;
    place.write('open', undefined);
    const [row = null] = open.mode === 'add' || open.id === null ? [] : those([open.id]);
    if (row && !hasDraft('record', aboutOpen({ mode: open.mode, row }))) props.onOpen({ mode: 'view', row });
  };
  /** Opens the panel that was open; the address may have opened another one by now. */
  const restoreAction = (kept: KeptList['action'], those: (ids: readonly string[]) => readonly Row[]) => {
    if (!kept || place.read('action', isAnything) !== kept) return;
    place.write('action', undefined);
    const action = props.actions.find(({ key }) => key === kept.key);
    const rows = those(kept.ids);
    if (action && rows.length === kept.ids.length && !hasDraft('action', aboutOf(action, rows)))
      props.onStart(action, rows);
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
    restoreOpen(kept.open, those);
    restoreAction(kept.action, those);
    let isGone = false;
    for (const name of kept.drafts) {
      const [kind, key = '', ids] = name.split(' ');
      if (kind !== 'record' && kind !== 'action') continue;
      const wanted = idsOf(ids);
      const rows = those(wanted);
      const form =
        rows.length < wanted.length ? undefined : kind === 'record' ? recordForm(key, rows) : actionForm(key, rows);
      const onDiscard = () => place.writeDraft(name, undefined);
      if (form) props.onDraft({ name, ...form, onDiscard });
      else {
        isGone = true;
        onDiscard();
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

/** Returns the ids of the rows in the name of a draft. */
const idsOf = (text = ''): readonly string[] => text.split(',').filter(Boolean);

/** Returns the needed rows that still exist, by id: the visible ones, and others fetched now. */
async function rowsOf(props: RestoreListProps): Promise<ReadonlyMap<string, Row>> {
  const { resource, listCall, kept } = props;
  const found = new Map(props.rows.map((row) => [row.id, row]));
  const wanted = new Set([
    ...kept.chosen,
    ...(kept.open?.id ? [kept.open.id] : []),
    ...(kept.action?.ids ?? []),
    ...kept.drafts.flatMap((name) => idsOf(name.split(' ')[2])),
  ]);
  const missing = [...wanted].filter((id) => !found.has(id));
  if (!props.allowed.has('id_in')) return found;
  for (const row of await fetchRows(resource, listCall, missing)) found.set(row.id, row);
  return found;
}
