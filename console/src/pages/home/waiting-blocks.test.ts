import { expect, test } from 'vitest';
import { type MenuEntry, menuPlaces } from '../../shell/navigation/menu.ts';
import { blocksOf } from './waiting-blocks.ts';

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
  ...{ resource: screen, title, screen, filters: {}, count: 1, isEstimate: false, oldest: null },
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
