import '../testing/browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, failedCall } from '../client/call-error.ts';
import { readStored } from '../storage.ts';
import { forgetErrors, type LoggedError, logError, useErrorLog } from './collect.ts';

const errors = () => useErrorLog.getState().errors;
const kept = () => readStored<LoggedError[]>('errors');

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2, 3, 4, 5) });
  vi.stubGlobal('window', { location: { pathname: '/user/country/index', search: '?status=1' } });
  forgetErrors(errors());
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an error is kept with type, message, stack, info, address and time, and outlives the page', () => {
  logError('error', new TypeError('x is not a function'), '/assets/list.js:1:2');
  expect(errors()).toEqual([
    {
      type: 'error',
      message: 'TypeError: x is not a function',
      stack: expect.stringContaining('collect.test.ts'),
      info: '/assets/list.js:1:2',
      url: '/user/country/index?status=1',
      time: '2026-01-02T03:04:05.000Z',
      count: 1,
    },
  ]);
  vi.runAllTimers();
  expect(kept()).toEqual(errors());
});

test('anything may have been thrown', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  for (const thrown of [undefined, null, 'words', { code: 5 }, circular, Symbol('s')]) logError('rejection', thrown);
  expect(errors().map(({ message }) => message)).toEqual([
    'Symbol(s)',
    '[object Object]',
    '{"code":5}',
    'words',
    'null',
    'undefined',
  ]);
});

test('the same error again only counts, and costs one write', () => {
  const error = new Error('loop');
  const write = vi.spyOn(localStorage, 'setItem');
  for (let turn = 0; turn < 500; turn += 1) logError('error', error);
  expect(errors()).toMatchObject([{ count: 500 }]);
  vi.runAllTimers();
  expect(write).toHaveBeenCalledTimes(1);
});

test('the newest hundred are kept, each of bounded size', () => {
  for (let turn = 0; turn < 130; turn += 1)
    logError('error', new Error(`${turn} ${'long '.repeat(2000)}`), 'i'.repeat(9000));
  vi.runAllTimers();
  expect(errors()).toHaveLength(100);
  expect(errors()[0]?.message).toMatch(/^Error: 129 /);
  expect(JSON.stringify(kept()).length).toBeLessThan(1_000_000);
});

test('ignores cancelled calls and records an unhandled refusal with its trace', () => {
  logError('rejection', failedCall('aborted'));
  expect(errors()).toEqual([]);
  logError('rejection', new CallError('no', 'answer', { code: 400, traceId: 't-1' }));
  expect(errors()[0]?.message).toBe('CallError: no [t-1]');
});

test('clearing keeps errors recorded meanwhile', () => {
  logError('error', new Error('first'));
  const shown = errors();
  logError('error', new Error('second'));
  forgetErrors(shown);
  expect(errors().map(({ message }) => message)).toEqual(['Error: second']);
});
