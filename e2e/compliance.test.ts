import { beforeAll, expect, it } from 'vitest';
import { fictionalNumbers } from '../server/src/engines/stock/inventory/stock-fixture.ts';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();
let officer: Credentials;
let colleague: Credentials;
let agent: Credentials & { readonly id: bigint };

beforeAll(async () => {
  const { db } = visit.product;
  officer = await openStaff(db, 'compliance', '合规甲');
  colleague = await openStaff(db, 'compliance', '合规乙', 'compliance_two');
  agent = await openAgent(db, 'complained_agent');
});

it('compliance imports a list, finds a number in any notation and removes it with a reason', async () => {
  const numbers = fictionalNumbers(300);
  const person = await visit.person();
  await person.signIn(officer);
  await person.open('合规', '屏蔽名单');
  await person.press('导入');
  await person.drawer.locator('input[type=file]').setInputFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from([...numbers.map((number) => `+${number}`), 'no number'].join('\n')),
  });
  await person.fill(person.drawer, { 来源: '来函 12' });
  await person.press('上传并检查', person.drawer);
  await person.sees('已导入 300 行，拒绝 1 行', person.drawer);
  await person.sees('no number', person.drawer);
  await person.press('关闭', person.drawer);

  const digits = String(numbers[7]).slice(1);
  await person.panel.getByLabel('号码', { exact: true }).fill(`001 (${digits.slice(0, 3)}) ${digits.slice(3)}`);
  await person.press('查询', person.panel);
  const row = person.row('来函 12');
  await person.sees('共 1 条', person.panel);
  await person.press('移除', row);
  await person.fill(person.drawer, { 原因: '误报' });
  await person.press('移除', person.drawer);
  await person.sees('已移除', row);

  await person.goTo(`/desk/number-history/index?number=${encodeURIComponent(`+${numbers[7]}`)}`);
  await person.sees('误报', person.panel);
  await person.sees('来函 12', person.panel);
});

it('a complaint is decided, appealed by its agent and looked at by a colleague', async () => {
  const [number] = fictionalNumbers(1, 500);
  const first = await visit.person();
  await first.signIn(officer, '/compliance/case/index?new=1');
  const form = { 涉及代理: 'complained_agent', 涉及号码: `+${number}`, 情况说明: '夜间多次发送' };
  await first.fill(first.drawer, form);
  await first.press('保存', first.drawer);
  await first.pressMore('认定属实', first.row('complained_agent'));
  await first.fill(first.drawer, { 原因: '属实，暂停发送' });
  await first.press('认定属实', first.drawer);
  await first.sees('已结案', first.row('complained_agent'));
  await first.sees('属实', first.row('complained_agent'));

  const theirs = await visit.person();
  await theirs.signIn(agent, '/compliance/case/index');
  const row = theirs.rows().last();
  await theirs.press('申诉', row);
  await theirs.fill(theirs.drawer, { 原因: '并非本公司发送' });
  await theirs.press('申诉', theirs.drawer);
  await theirs.sees('申诉中', row);

  const second = await visit.person();
  await second.signIn(colleague);
  await second.panel.getByRole('link', { name: /合规工单待处理/ }).click();
  await second.press('撤销结论', second.drawer);
  await second.fill(second.drawer, { 原因: '已查证' });
  await second.press('撤销结论', second.drawer);
  // The row leaves the list of waiting cases.
  const states = async () => ((await second.ask('compliance/case/list')).data as { records: object[] }).records;
  await expect.poll(states).toMatchObject([{ status: 5 }]);
  const { rows } = await visit.product.db.pool.query('select status from cmp_suppression where source_ref like $1', [
    'CC%',
  ]);
  expect(rows).toEqual([{ status: 2 }]);
});
