import { expect, test } from 'vitest';
import { horizontalDelta, overflowSides } from './use-horizontal-scroll.ts';

test('a strip knows on which sides it overflows', () => {
  const at = (scrollLeft: number, scrollWidth = 900) => overflowSides({ scrollLeft, scrollWidth, clientWidth: 600 });
  expect(at(0, 600)).toBe('');
  expect(at(0)).toBe('after');
  expect(at(150)).toBe('before after');
  expect(at(299.5)).toBe('before');
});

test('a wheel scrolls sideways unless it already does or has another purpose', () => {
  const turn = { deltaX: 0, deltaY: 100, deltaMode: 0, ctrlKey: false, shiftKey: false };
  expect(horizontalDelta(turn)).toBe(100);
  expect(horizontalDelta({ ...turn, deltaY: -3, deltaMode: 1 })).toBe(-72);
  expect(horizontalDelta({ ...turn, deltaX: 4 })).toBe(0);
  expect(horizontalDelta({ ...turn, ctrlKey: true })).toBe(0);
  expect(horizontalDelta({ ...turn, shiftKey: true })).toBe(0);
});
