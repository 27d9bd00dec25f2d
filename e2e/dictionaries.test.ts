import { expect, it } from 'vitest';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();

it('an entry that is added or renamed shows in the open form and list of another browser', async () => {
  const [editor, reader] = [await visit.person(), await visit.person()];
  await reader.signIn(ADMINISTRATOR, '/system/post/index');
  await expect.poll(() => reader.rows().count()).toBeGreaterThan(1);
  await editor.signIn(ADMINISTRATOR, '/dict-horizontal/index');
  await editor.panel.getByRole('button', { name: /^岗位类型/ }).click();
  await expect.poll(() => editor.rows().count()).toBe(4);

  await editor.press('新增', editor.panel);
  // Its dictionary is the one that is chosen.
  await editor.drawer.getByText('岗位类型').waitFor();
  await editor.fill(editor.drawer, { 字典名称: '顾问', 字典键值: '9', 字典排序: '9' });
  await editor.press('保存', editor.drawer);
  await editor.row('顾问').waitFor();

  await reader.press('新增', reader.panel);
  await reader.fill(reader.drawer, { 岗位编号: 'adviser', 岗位名称: '外部顾问', 英文岗位名称: 'Adviser' });
  await reader.drawer.getByLabel('岗位类型', { exact: true }).click();
  await reader.page.getByTitle('顾问', { exact: true }).click();
  await reader.press('保存', reader.drawer);
  await reader.row('adviser').getByText('顾问', { exact: true }).waitFor();

  await editor.row('顾问').getByRole('button', { name: '编辑', exact: true }).click();
  await editor.fill(editor.drawer, { 字典名称: '智囊' });
  await editor.press('保存', editor.drawer);
  await reader.row('adviser').getByText('智囊', { exact: true }).waitFor();
});
