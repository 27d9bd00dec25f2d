import { expect, test } from 'vitest';
import { mergedSet } from './whole-set.ts';

test.each([
  ['nothing was changed by anybody', ['a', 'b'], ['a', 'b'], ['a', 'b'], ['a', 'b']],
  ['what somebody else added comes along', ['a'], ['a', 'mine'], ['a', 'theirs'], ['a', 'theirs', 'mine']],
  ['what somebody else took away stays away', ['a', 'b'], ['a', 'b', 'mine'], ['a'], ['a', 'mine']],
  ['what was taken away here stays away', ['a', 'b'], ['a'], ['a', 'b', 'theirs'], ['a', 'theirs']],
  ['both did the same', ['a', 'b'], ['a', 'c'], ['a', 'c'], ['a', 'c']],
  ['all menus that somebody granted meanwhile are not lost', [], ['x'], ['a', 'b', 'c'], ['a', 'b', 'c', 'x']],
])('%s', (_what, began, chosen, now, merged) => {
  expect(mergedSet(began, chosen, now)).toEqual(merged);
});
