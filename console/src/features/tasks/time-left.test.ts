import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { describe, expect, test } from 'vitest';
import { askMillis, secondsLeftAt } from './use-task-progress.ts';

describe('time left', () => {
  test('follows the speed seen so far', () => expect(secondsLeftAt(100, 600, 1100, 5)).toBe(5));
  test('is known from the first second on', () => expect(secondsLeftAt(0, 50, 100, 1)).toBe(1));
  test('is unknown while nothing has moved', () => {
    expect(secondsLeftAt(100, 100, 1100, 5)).toBeUndefined();
    expect(secondsLeftAt(0, 50, 100, 0.9)).toBeUndefined();
    expect(secondsLeftAt(60, 50, 100, 5)).toBeUndefined();
  });
});

describe('a followed task', () => {
  const { running, waiting } = taskState.is;
  const push = { state: running, done: 5, total: 10 };

  test('is asked about often until pushes arrive, and rarely while they do', () => {
    expect(askMillis(undefined, null, true)).toBe(2_000);
    expect(askMillis({ state: running }, null, true)).toBe(2_000);
    expect(askMillis({ state: running }, push, true)).toBe(15_000);
    expect(askMillis({ state: running }, push, false)).toBe(2_000);
  });
  test('is asked about often at 100 %, because only its end can follow', () =>
    expect(askMillis({ state: running }, { ...push, done: 10 }, true)).toBe(2_000));
  test('is asked about at once again while answers are older than the pushed end', () =>
    expect(askMillis({ state: running }, { state: waiting, done: 10, total: 10 }, true)).toBe(500));
  test('is not asked about once it waits or has ended', () => {
    for (const state of [waiting, taskState.is.done, taskState.is.failed])
      expect(askMillis({ state }, push, true)).toBe(false);
  });
});
