import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Regions from './region.tsx';

const PERMISSIONS = ['view', 'edit', 'delete', 'import', 'export'].map((action) => `system/region:${action}`);
const names: Readonly<Record<string, string>> = {
  '00': '中华人民共和国',
  44: '广东省',
  4403: '深圳市',
  440305: '南山区',
};
const codes = Object.keys(names).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
const parentOf = (code: string) => (code === '00' ? null : code.length === 2 ? '00' : code.slice(0, -2));
const row = (code: string) => ({
  code,
  name: names[code],
  parentCode: parentOf(code),
  parentName: names[parentOf(code) ?? ''] ?? null,
  fullName: names[code],
  regionLevel: code === '00' ? 0 : code.length / 2,
  sort: 1,
  remark: null,
  hasChildren: codes.some((one) => parentOf(one) === code) ? 1 : 0,
  version: 3,
  updateTime: '2026-01-02 03:04:05',
});
const below = (code: string | null) => codes.filter((one) => parentOf(one) === code).map(row);

async function regions(setting: Parameters<typeof show>[1] = {}) {
  const asked = answer({
    'system/region/detail': ({ query }) => row(query.get('code') ?? ''),
    'system/region/list': () => ({ records: [row('440305')], total: 1, size: 30, current: 1, pages: 1 }),
    'system/region/lazy-tree': ({ query }) =>
      below(query.get('parentCode')).map(({ code, name, regionLevel, hasChildren }) => ({
        ...{ id: code, key: code, value: code, parentId: parentOf(code), title: name, regionLevel },
        hasChildren,
      })),
    'system/region/select': ({ query }) => below(query.get('code')).map((one) => ({ ...one, hasChildren: 1 })),
    'system/region/submit': ({ body }) => ({ code: (body as { code: string }).code }),
  });
  await show(<Regions />, { address: '/system/region/index', permissions: PERMISSIONS, ...setting });
  return asked;
}
const sent = (asked: Awaited<ReturnType<typeof regions>>) =>
  asked.filter(({ path }) => path === 'system/region/submit').map(({ body }) => body);

describe('the screen of regions', () => {
  test('opens a found region at its place in the tree and changes it over the seen version', async () => {
    const asked = await regions();
    await userEvent.fill(page.getByRole('combobox', { name: '按名称查找区划' }), '南山');
    await userEvent.click(page.getByTitle('南山区 440305'));
    await expect.element(page.getByRole('treeitem').filter({ hasText: '深圳市' })).toBeVisible();
    await userEvent.fill(page.getByLabelText('区划名称'), '南山新区');
    await userEvent.click(page.getByRole('button', { name: '保存', exact: true }));
    await expect
      .poll(() => sent(asked))
      .toEqual([expect.objectContaining({ code: '440305', name: '南山新区', version: 3 })]);
  });

  test('adds below the chosen one, with the beginning of its code and the next level', async () => {
    const asked = await regions();
    await userEvent.click(
      page.getByRole('treeitem').filter({ hasText: '广东省' }).getByText('广东省', { exact: false }),
    );
    await userEvent.click(page.getByRole('button', { name: '新增下级' }));
    await expect.element(page.getByLabelText('区划编号')).toHaveValue('44');
    await userEvent.fill(page.getByLabelText('区划编号'), '4499');
    await userEvent.fill(page.getByLabelText('区划名称'), '新市');
    await userEvent.click(page.getByRole('button', { name: '保存', exact: true }));
    await expect
      .poll(() => sent(asked))
      .toEqual([expect.objectContaining({ code: '4499', parentCode: '44', regionLevel: 2, version: 0 })]);
  });

  test('tries three selectors that follow one another', async () => {
    await regions();
    await userEvent.click(page.getByRole('button', { name: '预览联动' }));
    const dialog = page.getByRole('dialog');
    await userEvent.click(dialog.getByRole('combobox', { name: '省份/直辖市' }));
    await userEvent.click(page.getByTitle('广东省'));
    await userEvent.click(dialog.getByRole('combobox', { name: '地市' }));
    await userEvent.click(page.getByTitle('深圳市'));
    await expect.element(dialog.getByText('区划编号: 4403')).toBeVisible();
    await expect.element(dialog.getByRole('combobox', { name: '区县' })).toBeEnabled();
  });

  test.each([
    ['default', 'zh'],
    ['dark', 'en'],
  ] as const)('is accessible in %s, %s', async (theme, locale) => {
    await regions({ theme, locale });
    await expect.element(page.getByRole('treeitem').filter({ hasText: '广东省' })).toBeVisible();
    expect(await barriers()).toEqual([]);
  });
});
