import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLoadFailure, LOAD_LIMIT_MILLIS, LoadError, loadPiece } from './loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a piece that comes is handed on', async () => {
  await expect(loadPiece(async () => 'here')).resolves.toBe('here');
  expect(vi.getTimerCount()).toBe(0);
});

test('one that does not come within two minutes has failed', async () => {
  const waiting = loadPiece(() => new Promise(() => undefined));
  const outcome = expect(waiting).rejects.toBeInstanceOf(LoadError);
  await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MILLIS - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});

test.each([
  'Failed to fetch dynamically imported module: /assets/x.js',
  'error loading dynamically imported module: /assets/x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/x.css',
])('%s is told from a piece with a mistake in it', async (message) => {
  const failed = await loadPiece(() => Promise.reject(new TypeError(message))).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(LoadError);
  expect(isLoadFailure(failed)).toBe(true);
  const broken = await loadPiece(() => Promise.reject(new TypeError('x is not a function'))).catch(
    (error: unknown) => error,
  );
  expect(isLoadFailure(broken)).toBe(false);
});
