import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import Dictionaries from './dict-biz.tsx';

const row = {
  ...{ id: '4', parentId: null, code: 'reason', dictKey: '-1', dictValue: '原因', dictValueEn: 'Reason', tone: null },
  ...{ sort: 1, isSealed: 0, remark: '', hasChildren: 0, version: 1, createUserName: null },
  ...{ createTime: '2026-01-02 03:04:05', updateTime: '2026-01-02 03:04:05' },
};
const listed = { records: [row], total: 1, size: 30, current: 1, pages: 1 };
const PERMISSIONS = ['view', 'add', 'edit'].map((action) => `system/dict-biz:${action}`);

const open = async () => {
  const asked = answer({
    'system/dict-biz/list': () => listed,
    'system/dict-biz/detail': () => row,
    'system/dict-biz/select': () => [],
    'system/dict-biz/submit': () => ({ id: '5' }),
  });
  await show(<Dictionaries />, { address: '/system/dict-biz/index', permissions: PERMISSIONS });
  return asked;
};
const needed = (label: string) => page.getByRole('dialog').getByText(label, { exact: true });

test('a dictionary’s form has its code, name, order and sealing, and no field of an entry', async () => {
  const asked = await open();
  await userEvent.click(page.getByRole('button', { name: /新\s?增/ }).first());
  await expect.element(needed('字典编号')).toBeVisible();
  for (const label of ['字典键值', '所属字典', '颜色']) expect(needed(label).elements(), label).toEqual([]);
  for (const label of ['字典编号', '字典名称', '字典排序', '封存'])
    expect(needed(label).element().closest('label')?.className, label).toContain('required');
  await userEvent.clear(page.getByRole('dialog').getByLabelText('字典排序'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /保\s?存/ }));
  for (const sentence of ['请输入字典编号', '请输入字典名称', '请输入字典排序'])
    await expect.element(page.getByText(sentence)).toBeVisible();
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
});
