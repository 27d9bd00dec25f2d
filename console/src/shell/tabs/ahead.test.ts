import '../../kit/testing/browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmOptimisticTab, goToTab, markReady, useOptimisticTab } from './optimistic-tab.ts';
import { useTabs } from './tab-store.ts';

const FRAME_MILLIS = 16;
const browser = { location: { pathname: '/a' } };
let gone: string[] = [];
let asleep: (() => void)[] = [];

const ahead = () => useOptimisticTab.getState().path;
/** The browser has the new address at once; the test decides when it is drawn. */
const click = (path: string) =>
  goToTab(path, () => {
    gone.push(path);
    browser.location.pathname = path;
  });
const nextFrame = () => vi.advanceTimersByTime(2 * FRAME_MILLIS);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, FRAME_MILLIS));
  browser.location.pathname = '/a';
  gone = [];
  useTabs.setState({ tabs: ['/a', '/b', '/c'].map((path) => ({ path, search: '' })), active: '/a' });
  asleep = ['/a', '/b'].map(markReady);
  confirmOptimisticTab('/a');
});

afterEach(() => {
  for (const sleep of asleep) sleep();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the tab clicked on', () => {
  test('is ahead of the address until that follows', () => {
    click('/b');
    expect([ahead(), gone]).toEqual(['/b', []]);
    nextFrame();
    expect([ahead(), gone]).toEqual(['/b', ['/b']]);
    confirmOptimisticTab('/b');
    expect(ahead()).toBeNull();
  });

  test('is ignored when it is already the address’s tab', () => {
    click('/a');
    expect(ahead()).toBeNull();
    click('/b');
    click('/a');
    expect(ahead()).toBeNull();
    nextFrame();
    expect([ahead(), gone]).toEqual([null, []]);
  });

  test('returns to the first tab when the second one is not drawn yet', () => {
    click('/b');
    nextFrame();
    click('/a');
    nextFrame();
    expect([ahead(), gone]).toEqual([null, ['/b', '/a']]);
  });

  test('ends when a sleeping tab is clicked, or another address is opened', () => {
    click('/b');
    click('/c');
    expect(ahead()).toBeNull();
    nextFrame();
    expect(gone).toEqual(['/c']);
    confirmOptimisticTab('/c');

    click('/b');
    confirmOptimisticTab('/d');
    nextFrame();
    expect([ahead(), gone]).toEqual([null, ['/c']]);
  });

  test('is none when it was closed meanwhile', () => {
    click('/b');
    useTabs.setState({ tabs: [{ path: '/a', search: '' }] });
    nextFrame();
    expect([ahead(), gone]).toEqual([null, []]);
  });
});
