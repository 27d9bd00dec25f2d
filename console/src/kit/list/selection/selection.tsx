import { type MouseEvent, memo, useEffect, useLayoutEffect, useRef } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { useText } from '../../i18n.ts';
import type { Row } from '../types.ts';

/**
 * The selected rows of a list, including those of other pages. A store rather than state, so that ticking a row redraws
 * only its box and the count.
 */
export interface Selection {
  /** By id, in the order they were chosen. */
  readonly rows: ReadonlyMap<string, Row>;
  /** The row ticked last, from which Shift reaches. */
  readonly anchor: string | undefined;
}
export type SelectionStore = StoreApi<Selection>;

const NOTHING: Selection = { rows: new Map(), anchor: undefined };

export const createSelection = (): SelectionStore => createStore<Selection>(() => NOTHING);

export const clearSelection = (store: SelectionStore): void => store.setState(NOTHING);

export const useSelectionCount = (store: SelectionStore): number => useStore(store, ({ rows }) => rows.size);

/** Ticks or unticks a row; with `isRange` all rows from the one ticked last to this one. */
export function tick(store: SelectionStore, row: Row, shown: readonly Row[], isRange = false): void {
  const { rows, anchor } = store.getState();
  const isOn = !rows.has(row.id);
  const next = new Map(rows);
  for (const one of isRange ? between(shown, anchor, row) : [row]) set(next, one, isOn);
  store.setState({ rows: next, anchor: row.id });
}

function between(shown: readonly Row[], anchor: string | undefined, row: Row): readonly Row[] {
  const [from, to] = [shown.findIndex(({ id }) => id === anchor), shown.findIndex(({ id }) => id === row.id)];
  return from < 0 || to < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function set(rows: Map<string, Row>, row: Row, isOn: boolean): void {
  if (isOn) rows.set(row.id, row);
  else rows.delete(row.id);
}

/** The box of one row. */
export const RowCheckbox = memo(function RowCheckbox({
  store,
  row,
  shown,
}: {
  store: SelectionStore;
  row: Row;
  shown: () => readonly Row[];
}) {
  const t = useText();
  const isOn = useStore(store, ({ rows }) => rows.has(row.id));
  const box = useRef<HTMLInputElement>(null);
  // The row's colour follows its box without the row, let alone the table, being drawn again.
  useLayoutEffect(() => {
    box.current?.closest('[data-row-key]')?.toggleAttribute('data-chosen', isOn);
  }, [isOn]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="kit-box"
      aria-label={t({ zh: '选择此行', en: 'Select this row' })}
      checked={isOn}
      onClick={(event: MouseEvent) => tick(store, row, shown(), event.shiftKey)}
      // The click has seen to it, with its Shift key.
      onChange={() => undefined}
    />
  );
});

/** The box in the heading: all rows of the page, or none of them. */
export function PageCheckbox({ store, rows }: { store: SelectionStore; rows: readonly Row[] }) {
  const t = useText();
  const box = useRef<HTMLInputElement>(null);
  const count = useStore(store, ({ rows: chosen }) => rows.reduce((sum, { id }) => sum + (chosen.has(id) ? 1 : 0), 0));
  const isAll = rows.length > 0 && count === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="kit-box"
      aria-label={t({ zh: '选择本页', en: 'Select this page' })}
      checked={isAll}
      disabled={rows.length === 0}
      onChange={() => {
        const next = new Map(store.getState().rows);
        for (const row of rows) set(next, row, !isAll);
        store.setState({ rows: next, anchor: undefined });
      }}
    />
  );
}

/** Selects further rows. */
export function chooseRows(store: SelectionStore, rows: readonly Row[]): void {
  const next = new Map(store.getState().rows);
  for (const row of rows) set(next, row, true);
  store.setState({ rows: next, anchor: undefined });
}

/** Unticks rows something was done to. */
export function dropRows(store: SelectionStore, done: readonly Row[]): void {
  const { rows } = store.getState();
  if (!done.some(({ id }) => rows.has(id))) return;
  const next = new Map(rows);
  for (const { id } of done) next.delete(id);
  store.setState({ rows: next, anchor: undefined });
}

/** Updates selected rows to their current state, which decides the allowed actions. */
export function refreshRows(store: SelectionStore, shown: readonly Row[]): void {
  const { rows } = store.getState();
  const changed = shown.filter((row) => rows.has(row.id) && rows.get(row.id) !== row);
  if (changed.length === 0) return;
  const next = new Map(rows);
  for (const row of changed) next.set(row.id, row);
  store.setState({ rows: next });
}
