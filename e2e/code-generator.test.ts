import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openZip } from '../server/src/kernel/file-formats/zip.ts';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();
const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-generated-'));
afterAll(() => rm(folder, { recursive: true }));

it('a resource is designed, previewed, compared with the sources and downloaded', async () => {
  const person = await visit.person();
  const { page } = person;
  await person.signIn(ADMINISTRATOR, '/develop/code/index');
  await person.press('新增', person.panel);
  await person.fill(person.drawer, {
    名称: '合同',
    英文名称: 'Contracts',
    资源地址: 'estate/contract',
    数据表: 'est_contract',
  });
  await person.press('保存', person.drawer);
  await person.pressMore('设计字段', person.row('合同'));
  await person.press('添加字段', person.drawer);
  await person.press('保存', person.drawer);
  await person.sees(/第 1 个字段: /, person.drawer);
  await person.fill(person.drawer, { 字段名: 'contractNo', 中文标签: '合同编号', 英文标签: 'Contract no.' });
  await person.drawer.getByRole('checkbox', { name: '必填' }).check();
  await person.drawer.getByRole('checkbox', { name: '可搜索' }).check();
  await person.press('保存', person.drawer);
  await person.sees('字段已保存');
  await person.pressMore('预览代码', person.row('合同'));
  await person.drawer.getByText("export const contract = resource('estate/contract'").waitFor();
  await person.drawer.getByRole('combobox', { name: '文件' }).click();
  await page.getByText('contract/src/registry.ts · 有改动').click();
  await person.drawer.getByText('差异', { exact: true }).click();
  await person.drawer.getByText("+import { contract } from './areas/estate/contract.ts';").waitFor();
  const { name, content } = await person.download(() => person.press('下载压缩包', person.drawer));
  expect(name).toBe('est_contract.zip');
  await writeFile(path.join(folder, name), content);
  const limits = { maxEntries: 50, maxUncompressedBytes: 10_000_000, maxRatio: 1_000 };
  const zip = await openZip(path.join(folder, name), limits);
  expect(zip.entries.map((entry) => entry.name)).toContain('server/src/areas/estate/contract.ts');
  await zip.close();
});
