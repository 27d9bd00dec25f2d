import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { parkMouse } from '../../testing/mouse.ts';
import { show } from '../../testing/show.tsx';
import { GrantTree } from './grant-tree.tsx';
import type { GrantNode } from './grants.ts';

const nodes: readonly GrantNode[] = [
  {
    id: 'stock',
    title: 'Stock',
    children: [
      { id: 'view', title: 'View' },
      { id: 'edit', title: 'Edit' },
      { id: 'cost', title: 'Costs', refusal: 'you do not have it yourself' },
    ],
  },
  { id: 'money', title: 'Money', children: [{ id: 'refund', title: 'Refund' }] },
];

let chosen: readonly string[];

function Choice({ of, start = [] }: { of: readonly GrantNode[]; start?: readonly string[] }) {
  const [value, setValue] = useState(start);
  chosen = value;
  return <GrantTree nodes={of} value={value} onChange={(next) => setValue(next ?? [])} aria-label="Rights" />;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('treeitem').filter({ hasText: name }).getByRole('checkbox');
const searchBox = page.getByRole('textbox');

test('a parent is checked, half-checked or unchecked according to its leaves', async () => {
  await parkMouse();
  await show(<Choice of={nodes} />, { locale: 'en' });
  await userEvent.click(box('View'));
  expect(chosen).toEqual(['view']);
  await expect.element(box('Stock')).toHaveAttribute('aria-checked', 'mixed');
  await expect.element(page.getByText('1 of 4 selected')).toBeVisible();
  await userEvent.click(box('Stock'));
  expect(chosen).toEqual(['view', 'edit']);
  await userEvent.click(box('Money'));
  expect(chosen).toEqual(['view', 'edit', 'refund']);
  await expect.element(box('Money')).toHaveAttribute('aria-checked', 'true');
});

test('a disabled node shows its reason and stays unchanged', async () => {
  await show(<Choice of={nodes} start={['cost']} />, { locale: 'en' });
  await expect.element(page.getByRole('treeitem', { name: /you do not have it yourself/ })).toBeVisible();
  await expect.element(box('Costs')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button('All'));
  expect(new Set(chosen)).toEqual(new Set(['cost', 'view', 'edit', 'refund']));
  await userEvent.click(button('None'));
  expect(chosen).toEqual(['cost']);
});

test('a search limits the visible nodes and the choice, and keeps the rest', async () => {
  await show(<Choice of={nodes} start={['refund']} />, { locale: 'en' });
  await userEvent.fill(searchBox, 'edi');
  await expect.element(box('Money')).not.toBeInTheDocument();
  await userEvent.click(button('All'));
  expect(chosen).toEqual(['refund', 'edit']);
  await userEvent.fill(searchBox, 'nobody');
  await expect.element(page.getByText('No matches')).toBeVisible();
});

test('is worked by the keyboard alone', async () => {
  await show(<Choice of={nodes} />, { locale: 'en' });
  await userEvent.click(button('Collapse'));
  await expect.element(box('View')).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(page.getByRole('tree')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(box('View')).toBeVisible();
  // The tree accepts the next key only after its animation.
  await expect.poll(() => document.querySelector('.ant-tree-treenode-motion')).toBeNull();
  await userEvent.keyboard('{ArrowDown} ');
  expect(chosen).toEqual(['view']);
});

test('draws only the visible ones of thousands', async () => {
  const many = Array.from({ length: 100 }, (_, group) => ({
    id: `g${group}`,
    title: `Group ${group}`,
    children: Array.from({ length: 40 }, (__, leaf) => ({ id: `g${group}-${leaf}`, title: `Leaf ${group}-${leaf}` })),
  }));
  await show(<Choice of={many} />, { locale: 'en' });
  await userEvent.click(button('All'));
  expect(chosen).toHaveLength(4000);
  expect(document.querySelectorAll('[role="treeitem"]').length).toBeLessThan(100);
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  await show(<Choice of={nodes} start={['view']} />, look);
  await userEvent.fill(searchBox, 'e');
  expect(await barriers()).toEqual([]);
});
