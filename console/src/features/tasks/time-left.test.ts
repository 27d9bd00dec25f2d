import { describe, expect, test } from 'vitest';
import { secondsLeftAt } from './use-task-progress.ts';

describe('time left', () => {
  test('follows the speed seen so far', () => expect(secondsLeftAt(100, 600, 1100, 5)).toBe(5));
  test('is known from the first second on', () => expect(secondsLeftAt(0, 50, 100, 1)).toBe(1));
  test('is unknown while nothing has moved', () => {
    expect(secondsLeftAt(100, 100, 1100, 5)).toBeUndefined();
    expect(secondsLeftAt(0, 50, 100, 0.9)).toBeUndefined();
    expect(secondsLeftAt(60, 50, 100, 5)).toBeUndefined();
  });
});
