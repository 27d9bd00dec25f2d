import { expect, test } from 'vitest';
import { type MenuEntry, menuPlaces } from '../../shell/navigation/menu.ts';
import { blocksOf, shownRows } from './waiting-blocks.ts';

const entry = (code: string, children: readonly MenuEntry[] = []): MenuEntry => ({
  ...{ id: code, name: code },
  ...(children.length > 0 ? { children } : { path: `/${code}` }),
});
const places = menuPlaces([
  entry('stock', [entry('a/stock'), entry('a/claim')]),
  entry('money', [entry('part', [entry('a/recharge')])]),
  entry('a/alone'),
]);
const waiting = (screen: string, title = screen) => ({
  ...{ resource: screen, title, screen, filters: {}, count: 1, isEstimate: false, oldest: null, brief: null },
});
const titlesOf = (...work: ReturnType<typeof waiting>[]) =>
  blocksOf(places, work).map(({ title, work: own }) => [title.zh, own.map((one) => one.title)]);

test('waiting work stands in the groups of its screens, in the order of the menu', () => {
  expect(
    titlesOf(waiting('a/recharge'), waiting('a/claim', 'old'), waiting('a/alone'), waiting('a/claim', 'new')),
  ).toEqual([
    ['stock', ['old', 'new']],
    ['money', ['a/recharge']],
    ['a/alone', ['a/alone']],
  ]);
});

test('work whose screen is in no menu comes last', () => {
  expect(titlesOf(waiting('b/hidden'), waiting('a/stock'))).toEqual([
    ['stock', ['a/stock']],
    ['其他', ['b/hidden']],
  ]);
  expect(blocksOf(places, [])).toEqual([]);
});

test('five lines are shared by the works of a block, each in turn', () => {
  const brief = { call: 'list', since: null, about: [], amount: null, settle: null };
  const work = (count: number, has: typeof brief | null = brief) => ({ ...waiting('a/stock'), count, brief: has });
  const linesOf = (...works: ReturnType<typeof work>[]) => shownRows(works).map(({ rows }) => rows);
  expect(linesOf(work(9))).toEqual([5]);
  expect(linesOf(work(2), work(9))).toEqual([2, 3]);
  // Work that is only counted has one line, however many rows there are.
  expect(linesOf(work(9, null), work(9))).toEqual([1, 4]);
  expect(linesOf(...Array.from({ length: 7 }, () => work(3)))).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(linesOf(work(1), work(1))).toEqual([1, 1]);
  expect(shownRows([])).toEqual([]);
});
