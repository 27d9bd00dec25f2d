import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useEvent } from '../../use-event.ts';
import { type SelectionStore, tick } from '../selection/selection.tsx';
import type { Row } from '../types.ts';
import type { Tree } from './use-tree.ts';

interface RowKeyOptions {
  readonly shown: readonly Row[];
  readonly tree?: Tree | undefined;
  readonly selection?: SelectionStore | undefined;
  /** Scrolls to a row and gives it the keyboard, drawn or not. */
  readonly reveal: (id: string) => void;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly onEdit?: ((row: Row) => void) | undefined;
  readonly onRemove?: ((row: Row) => void) | undefined;
}

/**
 * Rows are reached by Tab, one of them, and walked with the arrows, Home and End, branches opened and closed with → and ←. Enter opens,
 * E edits, Del removes, Space ticks (with Shift up to here).
 */
export function useRowKeys(options: RowKeyOptions): (event: KeyboardEvent<HTMLElement>, row: Row) => void {
  return useEvent((event, row) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!done(event, row, options)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function done(event: KeyboardEvent<HTMLElement>, row: Row, options: RowKeyOptions): boolean {
  const { tree, selection } = options;
  switch (event.key) {
    case 'ArrowDown':
      return focus(event.currentTarget.nextElementSibling);
    case 'ArrowUp':
      return focus(event.currentTarget.previousElementSibling);
    case 'Home':
      return reveal(options, 0);
    case 'End':
      return reveal(options, -1);
    case 'ArrowRight':
    case 'ArrowLeft':
      if (!tree || !('children' in row) || tree.opened.includes(row.id) !== (event.key === 'ArrowLeft')) return false;
      tree.onToggle(row.id);
      return true;
    case 'Enter':
      options.onOpen?.(row);
      return true;
    case 'Delete':
      options.onRemove?.(row);
      return true;
    case ' ':
      if (!selection) return false;
      tick(selection, row, options.shown, event.shiftKey);
      return true;
    case 'e':
    case 'E':
      options.onEdit?.(row);
      return true;
    default:
      return false;
  }
}

function reveal({ shown, reveal: show }: RowKeyOptions, at: 0 | -1): boolean {
  const row = shown.at(at);
  if (row) show(row.id);
  return true;
}

/** @returns true, so that the page does not scroll at the end of the rows either. */
function focus(row: Element | null | undefined): boolean {
  if (row instanceof HTMLElement && row.dataset.rowKey !== undefined) row.focus();
  return true;
}

const rowIn = (frame: HTMLElement | null, id: string): HTMLElement | null | undefined =>
  frame?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(id)}"]`);

/** Frames a partly drawn list may take to draw the row it was scrolled to. */
const PATIENCE_FRAMES = 20;

/** Gives a row the keyboard as soon as it is drawn. */
export function focusRow(frame: RefObject<HTMLElement | null>, id: string, patience = PATIENCE_FRAMES): void {
  const row = rowIn(frame.current, id);
  if (row) row.focus();
  else if (patience > 0) requestAnimationFrame(() => focusRow(frame, id, patience - 1));
}

/**
 * Keeps the focus in the list when the focused row disappears (deleted, or the page changed): the row that took its
 * place gets the focus. Call the returned function when a row gets the focus.
 */
export function useFocusKept(frame: RefObject<HTMLElement | null>, shown: readonly Row[]): (id: string) => void {
  const place = useRef<{ readonly id: string; readonly index: number } | undefined>(undefined);
  useEffect(() => {
    const { current } = place;
    if (!current || shown.length === 0 || shown.some(({ id }) => id === current.id)) return;
    place.current = undefined;
    if (document.activeElement !== document.body) return;
    const next = shown[Math.min(current.index, shown.length - 1)];
    rowIn(frame.current, next?.id ?? '')?.focus();
  }, [frame, shown]);
  return useEvent((id) => {
    place.current = { id, index: shown.findIndex((row) => row.id === id) };
  });
}

/**
 * Makes one row reachable by Tab: the last focused one, else the first drawn. Rows set `tabIndex: -1` themselves;
 * redrawing all of them at each step would be slow. Call the returned function when a row gets the focus.
 * @param isVirtual whether scrolling draws other rows
 */
export function useRowStop(frame: RefObject<HTMLElement | null>, isVirtual = false): (id: string) => void {
  const last = useRef<string>(undefined);
  const settle = useEvent(() => {
    const stop = (last.current && rowIn(frame.current, last.current)) || frame.current?.querySelector('[data-row-key]');
    for (const row of frame.current?.querySelectorAll<HTMLElement>('[data-row-key]') ?? []) {
      const tabIndex = row === stop ? 0 : -1;
      if (row.tabIndex !== tabIndex) row.tabIndex = tabIndex;
    }
  });
  useLayoutEffect(settle);
  useEffect(() => {
    const box = frame.current;
    if (!isVirtual || !box) return;
    const drawn = new MutationObserver(settle);
    drawn.observe(box, { childList: true, subtree: true });
    return () => drawn.disconnect();
  }, [frame, isVirtual, settle]);
  return useEvent((id) => {
    last.current = id;
    settle();
  });
}
