import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_PATH } from '../navigation/menu.ts';
import {
  closeAll,
  closeOthers,
  closeTab,
  dropForbiddenTabs,
  isClosable,
  isMovable,
  moveTab,
  openTab,
  parseTabs,
  pinTab,
  startTabs,
  type Tabs,
  withFirstPage,
} from './tabs.ts';

const open = (...paths: string[]): Tabs =>
  paths.reduce((state, path) => openTab(state, { path, search: '' }), startTabs);
const paths = (state: Tabs) => state.tabs.map(({ path }) => path);

describe('tabs', () => {
  test('an address that is open gets no second tab, but its query is kept', () => {
    const state = openTab(open('/a', '/b'), { path: '/a', search: '?status=1' });
    expect(paths(state)).toEqual([HOME_PATH, '/a', '/b']);
    expect(state.active).toBe('/a');
    expect(state.tabs[1]?.search).toBe('?status=1');
  });

  test('a tab takes the title of its current address, and stays pinned', () => {
    const label = { zh: '本周', en: 'This week' };
    const named = openTab(open('/a'), { path: '/a', search: '?name=x', label });
    expect(named.tabs[1]?.label).toEqual(label);
    const pinned = pinTab(named, '/a', true);
    expect(openTab(pinned, { path: '/a', search: '?name=x', label: { ...label } })).toBe(pinned);
    expect(openTab(pinned, { path: '/a', search: '' }).tabs[1]).toEqual({ path: '/a', search: '', isPinned: true });
    // Kept by an earlier visit, and no longer meant.
    expect(openTab(named, { path: '/a', search: '?name=x' }).tabs[1]).toEqual({ path: '/a', search: '?name=x' });
  });

  test('showing the visible tab changes nothing', () => {
    const state = open('/a');
    expect(openTab(state, { path: '/a', search: '' })).toBe(state);
  });

  test('closing the one being shown shows the one before it', () => {
    expect(closeTab(open('/a', '/b', '/c'), '/c').active).toBe('/b');
    expect(closeTab(openTab(open('/a', '/b'), { path: '/a', search: '' }), '/a').active).toBe(HOME_PATH);
  });

  test('closing another tab keeps the visible one', () => {
    expect(closeTab(open('/a', '/b'), '/a')).toEqual(closeTab(open('/b'), '/nothing'));
  });

  test('home and the only tab cannot be closed', () => {
    expect(isClosable(startTabs, HOME_PATH)).toBe(false);
    expect(closeTab(open('/a'), HOME_PATH)).toEqual(open('/a'));
    const alone: Tabs = { tabs: [{ path: '/a', search: '' }], active: '/a', first: '/a' };
    expect(closeTab(alone, '/a')).toBe(alone);
  });

  test('close others keeps the chosen one and home, close all keeps home', () => {
    expect(paths(closeOthers(open('/a', '/b', '/c'), '/b'))).toEqual([HOME_PATH, '/b']);
    expect(closeOthers(open('/a', '/b'), '/a').active).toBe('/a');
    expect(closeAll(open('/a', '/b'))).toEqual(startTabs);
  });

  test('tabs of pages that may no longer be shown are dropped', () => {
    const kept = dropForbiddenTabs(open('/a', '/b'), (path) => path === '/a');
    expect(paths(kept)).toEqual([HOME_PATH, '/a']);
    expect(kept.active).toBe(HOME_PATH);
  });

  test('pinned tabs follow the first page, keep their order, and survive closing', () => {
    const state = pinTab(pinTab(open('/a', '/b', '/c', '/d'), '/c', true), '/b', true);
    expect(paths(state)).toEqual([HOME_PATH, '/c', '/b', '/a', '/d']);
    expect(isClosable(state, '/c')).toBe(false);
    expect(closeTab(state, '/c')).toBe(state);
    expect(paths(closeOthers(state, '/d'))).toEqual([HOME_PATH, '/c', '/b', '/d']);
    expect(paths(closeAll(state))).toEqual([HOME_PATH, '/c', '/b']);
    expect(paths(openTab(state, { path: '/e', search: '' }))).toEqual([HOME_PATH, '/c', '/b', '/a', '/d', '/e']);
    expect(paths(pinTab(state, '/c', false))).toEqual([HOME_PATH, '/b', '/c', '/a', '/d']);
  });

  test('are moved among their like, and no further', () => {
    const state = pinTab(open('/a', '/b', '/c'), '/a', true);
    expect(paths(moveTab(state, '/c', 2))).toEqual([HOME_PATH, '/a', '/c', '/b']);
    expect(moveTab(state, '/b', 0)).toBe(state);
    expect(moveTab(state, '/a', 3)).toBe(state);
    expect(moveTab(state, HOME_PATH, 3)).toBe(state);
    expect([isMovable(state, '/b', 1), isMovable(state, '/b', -1), isMovable(state, '/c', 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('home can be closed when another page is the first', () => {
    const state = withFirstPage(open('/a', '/b'), '/b');
    expect(paths(state)).toEqual(['/b', HOME_PATH, '/a']);
    expect(isClosable(state, HOME_PATH)).toBe(true);
    expect(isClosable(state, '/b')).toBe(false);
    expect(paths(closeTab(state, HOME_PATH))).toEqual(['/b', '/a']);
    expect(closeAll(state)).toMatchObject({ tabs: [{ path: '/b' }], active: '/b' });
    expect(withFirstPage(state, '/b')).toBe(state);
  });

  test('a reload brings them back, nonsense does not', () => {
    const state = pinTab(openTab(open('/a'), { path: '/b', search: '?x=1', label: { zh: '乙', en: 'B' } }), '/b', true);
    expect(parseTabs(JSON.stringify(state))).toEqual(state);
    for (const text of [
      null,
      '',
      '{',
      '[]',
      '{"tabs":3}',
      '{"tabs":[{"path":"//evil.example","search":""}],"active":"x"}',
    ])
      expect(parseTabs(text)).toEqual(startTabs);
  });

  test('after any sequence, home exists, no path occurs twice, and the visible tab is open', () => {
    const path = fc.constantFrom('/a', '/b', '/c', HOME_PATH);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('open' as const), path, search: fc.constantFrom('', '?q=1') }),
      fc.record({ kind: fc.constantFrom('close' as const, 'others' as const, 'all' as const), path }),
      fc.record({ kind: fc.constant('move' as const), path, to: fc.integer({ min: -2, max: 6 }) }),
      fc.record({ kind: fc.constant('pin' as const), path, isPinned: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state = startTabs;
        for (const one of steps) {
          if (one.kind === 'open') state = openTab(state, { path: one.path, search: one.search });
          else if (one.kind === 'close') state = closeTab(state, one.path);
          else if (one.kind === 'move') state = moveTab(state, one.path, one.to);
          else if (one.kind === 'pin') state = pinTab(state, one.path, one.isPinned);
          else state = one.kind === 'others' ? closeOthers(state, one.path) : closeAll(state);
          const open = paths(state);
          expect(open).toContain(HOME_PATH);
          expect(open).toContain(state.active);
          expect(new Set(open).size).toBe(open.length);
          const pinned = state.tabs.map((tab) => tab.path === HOME_PATH || tab.isPinned === true);
          expect(pinned.slice(pinned.indexOf(false)).includes(true) && pinned.includes(false)).toBe(false);
        }
      }),
    );
  });
});
