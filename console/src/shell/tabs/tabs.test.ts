import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_PATH } from '../navigation/menu.ts';
import {
  closeAll,
  closeOthers,
  closeTab,
  isClosable,
  keepTabs,
  openTab,
  parseTabs,
  startTabs,
  type Tabs,
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

  test('showing what is shown changes nothing', () => {
    const state = open('/a');
    expect(openTab(state, { path: '/a', search: '' })).toBe(state);
  });

  test('closing the one being shown shows the one before it', () => {
    expect(closeTab(open('/a', '/b', '/c'), '/c').active).toBe('/b');
    expect(closeTab(openTab(open('/a', '/b'), { path: '/a', search: '' }), '/a').active).toBe(HOME_PATH);
  });

  test('closing another one leaves what is shown', () => {
    expect(closeTab(open('/a', '/b'), '/a')).toEqual(closeTab(open('/b'), '/nothing'));
  });

  test('home and the only tab cannot be closed', () => {
    expect(isClosable(startTabs, HOME_PATH)).toBe(false);
    expect(closeTab(open('/a'), HOME_PATH)).toEqual(open('/a'));
    const alone: Tabs = { tabs: [{ path: '/a', search: '' }], active: '/a' };
    expect(closeTab(alone, '/a')).toBe(alone);
  });

  test('close others keeps the chosen one and home, close all keeps home', () => {
    expect(paths(closeOthers(open('/a', '/b', '/c'), '/b'))).toEqual([HOME_PATH, '/b']);
    expect(closeOthers(open('/a', '/b'), '/a').active).toBe('/a');
    expect(closeAll(open('/a', '/b'))).toEqual(startTabs);
  });

  test('tabs of pages that may no longer be shown are dropped', () => {
    const kept = keepTabs(open('/a', '/b'), (path) => path === '/a');
    expect(paths(kept)).toEqual([HOME_PATH, '/a']);
    expect(kept.active).toBe(HOME_PATH);
  });

  test('a reload brings them back, nonsense does not', () => {
    const state = openTab(open('/a'), { path: '/b', search: '?x=1' });
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

  test('whatever is done, home is there, no path twice, and the one being shown is open', () => {
    const path = fc.constantFrom('/a', '/b', '/c', HOME_PATH);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('open' as const), path, search: fc.constantFrom('', '?q=1') }),
      fc.record({ kind: fc.constantFrom('close' as const, 'others' as const, 'all' as const), path }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state = startTabs;
        for (const one of steps) {
          if (one.kind === 'open') state = openTab(state, { path: one.path, search: one.search });
          else if (one.kind === 'close') state = closeTab(state, one.path);
          else state = one.kind === 'others' ? closeOthers(state, one.path) : closeAll(state);
          const open = paths(state);
          expect(open).toContain(HOME_PATH);
          expect(open).toContain(state.active);
          expect(new Set(open).size).toBe(open.length);
        }
      }),
    );
  });
});
