import { useCallback, useRef, useState } from 'react';
import { showWarning } from '../../feedback.tsx';
import { draftName } from '../../form/draft.ts';
import type { KeptDraft } from '../../parts/draft-notices.tsx';
import { isRecord, isTexts, type KeptPlace, useKeptPlace } from '../../persisted-state.ts';
import { createSelection, type SelectionStore } from '../selection/selection.tsx';
import type { Mode, Row } from '../types.ts';

/** The record that is open, and how. */
export interface Open {
  readonly mode: Mode;
  /** For a new row: its parent in a tree. */
  readonly row: Row | null;
}

/** The kept state of a list: ids of rows that must still be loaded. */
export interface KeptList {
  readonly chosen: readonly string[];
  readonly open: { readonly mode: Mode; readonly id: string | null } | undefined;
  /** The key of the action whose dialog or panel was open, and its rows. */
  readonly action: { readonly key: string; readonly ids: readonly string[] } | undefined;
  /** Names of drafts. */
  readonly drafts: readonly string[];
}

export interface ListKept {
  readonly selection: SelectionStore;
  readonly open: Open | null;
  /** False when it is not opened: a save is under way. */
  readonly setOpen: (open: Open | null) => boolean;
  /** While a record is being saved no other is opened: refused, it has to be there again as it was typed. */
  readonly onSaving: (isSaving: boolean) => void;
  /** Undefined when nothing was kept, or it has been restored. */
  readonly kept: KeptList | undefined;
  readonly onRestored: () => void;
  /** The half-filled forms of a lock or a reload, until the user continues or discards them. */
  readonly drafts: readonly KeptDraft[];
  readonly offerDraft: (draft: KeptDraft) => void;
}

/** More rows than this are not kept chosen. */
const MOST_CHOSEN = 1000;

/** The selection and open record of a list, kept over a lock and a reload. */
export function useKeptList(): ListKept {
  const place = useKeptPlace();
  const [kept, setKept] = useState(() => readKept(place));
  const [open, show] = useState<Open | null>(null);
  const shown = useRef<Open | null>(null);
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  const isSaving = useRef(false);
  const onSaving = useCallback((isNow: boolean) => {
    isSaving.current = isNow;
  }, []);
  const [selection] = useState(() => {
    const store = createSelection();
    store.subscribe(({ rows }) =>
      place.write('chosen', rows.size > 0 && rows.size <= MOST_CHOSEN ? [...rows.keys()] : undefined),
    );
    return store;
  });
  const setOpen = useCallback(
    (next: Open | null) => {
      if (isSaving.current) {
        showWarning({ zh: '正在保存，请稍候', en: 'Saving, please wait' });
        return false;
      }
      const before = shown.current;
      if (isForm(before) && !next) place.writeDraft(draftName('record', aboutOpen(before)), undefined);
      place.write('open', next ? { mode: next.mode, id: next.row?.id ?? null } : undefined);
      shown.current = next;
      show(next);
      return true;
    },
    [place],
  );
  const onRestored = useCallback(() => setKept(undefined), []);
  const offerDraft = useCallback(
    ({ name, words, onContinue, onDiscard }: KeptDraft) => {
      const others = (all: readonly Offer[]) => all.filter(({ draft }) => draft.name !== name);
      const end = (act: () => void) => () => {
        setOffers(others);
        act();
      };
      const values = place.readDraft(name, isAnything);
      const draft = { name, words, onContinue: end(onContinue), onDiscard: end(onDiscard) };
      setOffers((all) => [...others(all), { draft, values }]);
    },
    [place],
  );
  // The user may have continued or ended a form without its notice.
  const waiting = offers.filter(({ draft, values }) => place.readDraft(draft.name, isAnything) === values);
  return {
    selection,
    open,
    setOpen,
    onSaving,
    kept,
    onRestored,
    drafts: waiting.map(({ draft }) => draft),
    offerDraft,
  };
}

interface Offer {
  readonly draft: KeptDraft;
  /** What was kept when it was offered. */
  readonly values: unknown;
}

/** Returns the subject of a record's draft. */
export const aboutOpen = ({ mode, row }: Open): string => `${mode} ${row?.id ?? ''}`;
const isForm = (open: Open | null): open is Open => open !== null && open.mode !== 'view';
export const isAnything = (value: unknown): value is unknown => value !== undefined;

function readKept(place: KeptPlace): KeptList | undefined {
  const chosen = place.read('chosen', isTexts) ?? [];
  const open = place.read('open', isOpen);
  const action = place.read('action', isAction);
  const drafts = place.drafts();
  return chosen.length > 0 || open || action || drafts.length > 0 ? { chosen, open, action, drafts } : undefined;
}

const isOpen = (value: unknown): value is NonNullable<KeptList['open']> =>
  isRecord(value) &&
  (value.mode === 'add'
    ? value.id === null
    : ['view', 'edit'].includes(String(value.mode)) && typeof value.id === 'string');

const isAction = (value: unknown): value is NonNullable<KeptList['action']> =>
  isRecord(value) && typeof value.key === 'string' && isTexts(value.ids);
