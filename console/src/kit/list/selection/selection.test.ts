import { describe, expect, test } from 'vitest';
import type { Row } from '../types.ts';
import {
  chooseRows,
  clearSelection,
  createSelection,
  dropRows,
  refreshRows,
  type SelectionStore,
  tick,
} from './selection.tsx';

const rows = (...ids: readonly string[]): Row[] => ids.map((id) => ({ id }));
const page = rows('a', 'b', 'c', 'd', 'e');
const next = rows('f', 'g', 'h');
const chosen = (store: SelectionStore) => [...store.getState().rows.keys()].join('');
/** Ticks rows of a page one after the other; a capital is pressed with Shift. */
function ticked(letters: string, shown = page, store = createSelection()): SelectionStore {
  for (const letter of letters) {
    const row = shown.find(({ id }) => id === letter.toLowerCase()) ?? expect.unreachable(letter);
    tick(store, row, shown, letter !== letter.toLowerCase());
  }
  return store;
}

describe('ticking rows', () => {
  test('turns each on and off, in the order they were chosen', () => {
    expect(chosen(ticked('cab'))).toBe('cab');
    expect(chosen(ticked('caba'))).toBe('cb');
  });

  test.each([
    ['downwards, both ends included', 'bD', 'bcd'],
    ['upwards, both ends included', 'dB', 'dbc'],
    ['to the first row', 'cA', 'cab'],
    ['to the last row', 'cE', 'cde'],
    ['to the row itself, which is turned', 'bB', ''],
    ['over rows that are chosen already', 'cbE', 'cbde'],
    ['from where the range before ended', 'aCE', 'abcde'],
  ])('with Shift reaches from the row ticked last: %s', (_case, letters, expected) => {
    expect(chosen(ticked(letters))).toBe(expected);
  });

  test('with Shift on a selected row deselects the whole range', () => {
    expect(chosen(ticked('aEbD'))).toBe('ae');
    expect(chosen(ticked('aEdB'))).toBe('ae');
  });

  test('with Shift and nothing to reach from ticks that row', () => {
    expect(chosen(ticked('C'))).toBe('c');
  });

  test('with Shift does not reach from another page', () => {
    const store = ticked('b');
    expect(chosen(ticked('H', next, store))).toBe('bh');
    expect(chosen(ticked('F', next, store))).toBe('bhfg');
  });

  test('selects a range over the rows in their current order', () => {
    const store = ticked('a');
    expect(chosen(ticked('C', [...page].reverse(), store))).toBe('acb');
    expect(chosen(ticked('E', rows('c', 'e', 'd'), store))).toBe('acbe');
  });
});

describe('the chosen rows', () => {
  test('are all cleared, with the anchor of the range', () => {
    const store = ticked('ab');
    clearSelection(store);
    expect(chosen(ticked('D', page, store))).toBe('d');
  });

  test('grow by others, from which nothing reaches', () => {
    const store = ticked('a');
    chooseRows(store, rows('a', 'f'));
    expect(chosen(store)).toBe('af');
    expect(chosen(ticked('C', page, store))).toBe('afc');
  });

  test('lose the rows of an action, and stay the same object if there were none', () => {
    const store = ticked('abc');
    dropRows(store, rows('b', 'z'));
    expect(chosen(store)).toBe('ac');
    const before = store.getState();
    dropRows(store, rows('z'));
    expect(store.getState()).toBe(before);
    expect(chosen(ticked('E', page, store))).toBe('ace');
  });

  test('are updated when their rows are shown again', () => {
    const store = ticked('aC');
    const changed = { id: 'b', status: 1 };
    refreshRows(store, [changed, { id: 'z' }]);
    expect([...store.getState().rows.values()]).toEqual([{ id: 'a' }, changed, { id: 'c' }]);
    // One still reaches from the row ticked last.
    expect(store.getState().anchor).toBe('c');
    const before = store.getState();
    refreshRows(store, [changed, { id: 'z' }]);
    expect(store.getState()).toBe(before);
  });
});
