import { expect, test } from 'vitest';
import { choose, type GrantNode, groupIdsOf, leavesOf, search } from './grants.ts';

const nodes: readonly GrantNode[] = [
  {
    id: 'stock',
    title: 'Stock',
    children: [
      {
        id: 'numbers',
        title: 'Numbers',
        children: [
          { id: 'view', title: 'View' },
          { id: 'edit', title: 'Edit' },
        ],
      },
      { id: 'empty', title: 'Empty group', children: [] },
    ],
  },
  { id: 'money', title: 'Money', children: [{ id: 'refund', title: 'Refund', refusal: 'not yours' }] },
];
const ids = (found: readonly GrantNode[]) => leavesOf(found).map(({ id }) => id);

test('a group has its leaves, and a leaf has no children', () => {
  expect(ids(nodes)).toEqual(['view', 'edit', 'empty', 'refund']);
  expect(groupIdsOf(nodes)).toEqual(['stock', 'numbers', 'money']);
});

test('a search keeps the ancestors and descendants of its matches', () => {
  expect(search(nodes, ' ')).toBe(nodes);
  expect(ids(search(nodes, 'EDI'))).toEqual(['edit']);
  expect(ids(search(nodes, 'numbers'))).toEqual(['view', 'edit']);
  expect(search(nodes, 'nothing')).toEqual([]);
});

test('a choice leaves refused and hidden nodes unchanged', () => {
  expect(choose([], nodes, () => true)).toEqual(['view', 'edit', 'empty']);
  expect(choose(['refund', 'view'], nodes, () => false)).toEqual(['refund']);
  expect(choose(['view', 'unknown'], search(nodes, 'edit'), () => true)).toEqual(['view', 'unknown', 'edit']);
});

test('a chosen node adds the nodes it needs, and is removed together with them', () => {
  const page: readonly GrantNode[] = [
    { id: 'open', title: 'Open the page', needs: 'view' },
    { id: 'view', title: 'View' },
    { id: 'edit', title: 'Edit' },
  ];
  const toggled = (before: readonly string[], one: string, shown = page) =>
    choose(before, shown, ({ id }) => (id === one ? !before.includes(id) : before.includes(id)), page);
  expect(toggled([], 'open').sort()).toEqual(['open', 'view']);
  expect(toggled([], 'open', search(page, 'page')).sort()).toEqual(['open', 'view']);
  expect(toggled(['open', 'view', 'edit'], 'view').sort()).toEqual(['edit']);
  expect(toggled(['open', 'view'], 'view', search(page, 'view'))).toEqual([]);
  expect(toggled(['open', 'view'], 'open')).toEqual(['view']);
  expect(toggled(['open'], 'edit').sort()).toEqual(['edit', 'open', 'view']);
});
