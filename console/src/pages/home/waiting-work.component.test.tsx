import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listOfPage } from '../../shell/navigation/pages.ts';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import { Waiting } from './waiting-work.tsx';

const PERMISSIONS = ['desk/approval:view', 'desk/approval:decide'];
const rowOf = (n: number) => ({
  ...{ id: String(n), approvalNo: `AP26010100000${n}`, kind: 1, subject: `Credit ${n} to Ada`, amount: `${n}0.5` },
  ...{ currency: 'USDT', status: 0, isOwn: 0, createUserName: 'Sam', createTime: '2026-01-02 03:04:05', lines: [] },
});
const work = (count: number) => ({
  ...{ resource: approval.name, title: 'Requests to approve', screen: approval.name, filters: { status: '0' } },
  ...{ count, isEstimate: false, oldest: '2026-01-02 03:04:05' },
  brief: { call: 'list', since: 'createTime', about: ['subject'], amount: 'amount', settle: 'pass' },
});
const lowStock = {
  ...{ resource: 'whatsapp/inventory', title: 'Low stock', screen: 'whatsapp/inventory', filters: { alertOnly: '1' } },
  ...{ count: 6, isEstimate: false, oldest: null, brief: null },
};

async function home(permissions: readonly string[] = PERMISSIONS, locale: 'en' | 'zh' = 'en') {
  let rows = [1, 2, 3, 4, 5].map(rowOf);
  const asked = answer({
    'desk/home/waiting': () => [work(rows.length + 7), lowStock],
    'desk/approval/list': () => ({ records: rows, total: rows.length + 7, size: 5, current: 1, pages: 3 }),
    'desk/approval/pass': ({ body }) => {
      rows = rows.filter(({ id }) => id !== (body as { ids: string }).ids);
      return null;
    },
  });
  await show(<Waiting places={[]} />, { locale, permissions });
  await expect.element(page.getByText('Credit 4 to Ada')).toBeVisible();
  return asked;
}

test('a block shows its oldest rows and leads to the others; work without rows is counted', async () => {
  const asked = await home();
  const lists = asked.filter(({ path }) => path === 'desk/approval/list');
  expect(lists.map(({ query }) => [query.get('size'), query.get('ascs'), query.get('status')])).toEqual([
    ['5', 'createTime', '0'],
  ]);
  const fourth = page.getByRole('listitem').nth(3).element();
  // An amount has invisible characters between its parts.
  expect(fourth.textContent?.replace(/[^\d.]/g, '')).toContain('40.50');
  // Four of five lines: the fifth is the number of the other work.
  expect(page.getByRole('button', { name: 'Approve' }).elements()).toHaveLength(4);
  await expect.element(page.getByRole('link', { name: /Low stock/ })).toHaveTextContent('Low stock6');
  await expect
    .element(page.getByRole('link', { name: 'Requests to approve: all 12' }))
    .toHaveAttribute('href', '/desk/approval/index?status=0');
  expect(await barriers()).toEqual([]);
});

test('a row is settled in place, with the question of its list', async () => {
  const asked = await home();
  await page.getByRole('button', { name: 'Approve' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/Approve the request of Sam, “Credit 1 to Ada”/)).toBeVisible();
  expect(asked.filter(({ path }) => path === 'desk/approval/pass')).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect.element(page.getByText('Credit 1 to Ada', { exact: true })).not.toBeInTheDocument();
  const passed = asked.filter(({ path }) => path === 'desk/approval/pass');
  expect(passed.map(({ body }) => body)).toEqual([{ ids: '1' }]);
  expect(passed[0]?.headers.get('idempotency-key')).toBeTruthy();
  await expect.element(page.getByText('Credit 5 to Ada', { exact: true })).toBeVisible();
  // The row in its place has the keyboard.
  await expect.element(page.getByRole('button', { name: 'Approve' }).first()).toHaveFocus();
});

test('without the right to settle it, a row only leads to its record', async () => {
  await home(['desk/approval:view']);
  expect(page.getByRole('button', { name: 'Approve' }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Open' }).first()).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Credit 1 to Ada/ }))
    .toHaveAttribute('href', '/desk/approval/index?status=0&record=1');
});

test('a phone shows five lines until all are asked for', async () => {
  await page.viewport(390, 800);
  await home();
  expect(page.getByRole('listitem').elements()).toHaveLength(5);
  await page.getByRole('button', { name: 'All 13' }).click();
  await expect.element(page.getByRole('link', { name: 'Requests to approve: all 12' })).toBeVisible();
});

const settled = (registry as readonly Resource[]).flatMap(({ name, waiting = [] }) =>
  waiting.flatMap(({ screen = name, brief }) => (brief ? [{ name, screen, settle: brief.settle }] : [])),
);
test.each(settled)('the page of $name has the action $settle', async ({ name, screen, settle }) => {
  const list = await listOfPage(screen);
  expect(list?.resource.name).toBe(name);
  const keys = [
    ...Object.keys(list?.resource.transitions ?? {}),
    ...(list?.options.rowActions ?? []).map(({ key }) => key),
  ];
  if (settle) expect(keys).toContain(settle);
});
