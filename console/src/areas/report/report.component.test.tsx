import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Reports from './report.tsx';

const PERMISSIONS = ['view', 'add', 'edit', 'delete', 'export', 'share'].map((action) => `report/report:${action}`);
const label = (zh: string, en: string) => ({ zh, en });
const column = { unit: null, rule: null };
const sources = [
  {
    source: 'system/post/list',
    title: label('岗位管理', 'Posts'),
    fields: [
      {
        ...{ name: 'category', label: label('岗位类型', 'Post level'), kind: 'dictionary', isGroup: true },
        ...{ measures: ['distinct'], isPeriod: false, values: [{ value: 1, label: label('高层', 'Senior') }] },
      },
      {
        ...{ name: 'sort', label: label('排序', 'Order'), kind: 'integer', isGroup: false },
        ...{ measures: ['sum', 'average'], isPeriod: false },
      },
      {
        ...{ name: 'createTime', label: label('创建时间', 'Created'), kind: 'dateTime', isGroup: true },
        ...{ measures: [], isPeriod: true },
      },
    ],
    conditions: ['category_equal', 'category_in', 'createTime_dategt', 'createTime_datelt'],
  },
];
const result = {
  ...{ title: label('岗位管理', 'Posts'), isTruncated: false, rowCount: 1234, screen: '/system/post/index' },
  ...{ zone: 'Asia/Shanghai', updatedAt: '2026-01-02 03:04:05' },
  columns: [
    { ...column, key: 'g0', label: label('岗位类型', 'Post level'), field: 'category', kind: 'dictionary' },
    { ...column, key: 'm0', label: label('数量', 'Count'), field: null, kind: 'count', rule: 'count' },
  ],
  rows: [{ groups: ['1'], labels: ['Senior'], values: ['1234'], filters: { category_equal: '1' } }],
};
const row = {
  ...{ id: '3', name: 'Levels', description: null, source: 'system/post/list', chart: 1, roleIds: [], isOwn: 1 },
  ...{ content: { groups: [{ field: 'category' }], measures: [{ rule: 'count' }], filters: {}, limit: 100 } },
  ...{ version: 2, createUserName: 'Ada', createTime: '2026-01-02 03:04:05', updateTime: '2026-01-02 03:04:05' },
};

async function reports(address = '/report/report/index') {
  const asked = answer({
    'report/report/list': () => ({ records: [row], total: 1, size: 10, current: 1, pages: 1 }),
    'report/report/detail': () => row,
    'report/report/sources': () => sources,
    'report/report/preview': () => result,
    'report/report/run': () => result,
    'report/report/submit': () => ({ id: '4' }),
  });
  await show(<Reports />, { address, permissions: PERMISSIONS, locale: 'en' });
  return asked;
}

test('a question is put together field by field, with its answer beside it, and saved as it was shown', async () => {
  const asked = await reports();
  await userEvent.click(page.getByRole('button', { name: 'Add' }).first());
  const form = page.getByRole('dialog');
  await userEvent.fill(form.getByLabelText('Name'), 'By level');
  await userEvent.click(form.getByLabelText('Data'));
  await userEvent.click(page.getByTitle('Posts'));
  await userEvent.click(form.getByRole('button', { name: 'Add a group' }));
  await userEvent.click(form.getByRole('button', { name: 'Add a figure' }));
  await expect
    .poll(() => asked.filter(({ path }) => path === 'report/report/preview').at(-1)?.body)
    .toEqual({
      source: 'system/post/list',
      content: { measures: [{ rule: 'count' }, { rule: 'count' }], groups: [{ field: 'category' }] },
    });
  // The figure of the answer opens its rows.
  await expect
    .element(form.getByRole('link', { name: '1,234' }))
    .toHaveAttribute('href', '/system/post/index?category_equal=1');
  expect(await barriers()).toEqual([]);
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => asked.find(({ path }) => path === 'report/report/submit')?.body)
    .toMatchObject({
      name: 'By level',
      source: 'system/post/list',
      content: { groups: [{ field: 'category' }] },
    });
});

test('a saved report shows its answer, and its files can be taken', async () => {
  const asked = await reports('/report/report/index?record=3');
  const record = page.getByRole('dialog');
  await expect.element(record.getByText('From 1,234 rows', { exact: false })).toBeVisible();
  await expect.element(record.getByRole('button', { name: 'Export to Excel' })).toBeVisible();
  await userEvent.click(record.getByRole('button', { name: 'Run', exact: true }));
  await expect.poll(() => asked.filter(({ path }) => path === 'report/report/run').length).toBe(2);
  expect(await barriers()).toEqual([]);
});
