import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { cellsOf, numbersIn, unzip } from './support/files.ts';
import { setUpJourney } from './support/journey.ts';
import { withLostAnswer } from './support/lost-answer.ts';
import { numberFile } from './support/numbers.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();
const file = numberFile();
const BATCH = '首批美国号码';
const PRODUCT = '美国 WhatsApp 号码';
const PRICE = '0.123457';
const CREDIT = '100.5';
const QUANTITY = 50;
/** More than is bought. */
const TIER = { fromQty: 1000, price: '0.1' };
const COST = formatMoney(parseMoney(PRICE) * BigInt(QUANTITY));
const LEFT = formatMoney(parseMoney(CREDIT) - parseMoney(PRICE) * BigInt(QUANTITY));
const REMARK = '春季活动';
const LOCK_PASSWORD = 'tea break';
const buyer: Credentials = { account: 'first_agent', password: 'Journey-Buyer-1' };

let stockKeeper: Credentials;
let operator: Credentials;
let stranger: Credentials;

beforeAll(async () => {
  const { db } = visit.product;
  stockKeeper = await openStaff(db, 'warehouse', '仓管员');
  operator = await openStaff(db, 'admin', '运营员');
  stranger = await openAgent(db, 'other_agent');
});

/** The main journey: numbers are imported, priced, bought and downloaded, and all ledgers agree. */
it('a list of numbers becomes stock, is sold to an agent, and all books agree', async () => {
  const seller = await visit.person();
  await seller.signIn(operator);
  await seller.open('库存', '库存总览');
  await seller.sees('没有库存');

  const keeper = await visit.person();
  const pushed = progressOf(keeper);
  await keeper.signIn(stockKeeper);
  const taskNo = await importNumbers(keeper);
  expect(pushed, 'progress of this import came over the socket').toContain(taskNo);
  await moveIntoStock(keeper);

  // The seller's page is unchanged since: the new row was pushed.
  await seller.row('美国', count(file.good)).waitFor();
  await putOnSale(seller);

  const administrator = await visit.person();
  await administrator.signIn(ADMINISTRATOR);
  await openWithCredit(administrator);

  await seller.open('库存', '库存总览');
  const agent = await visit.person();
  // An administrator opened the account, with a password they know.
  await agent.goTo('/login');
  await agent.enter(buyer);
  await agent.choosePassword(buyer.password, 'Journey-Buyer-own-2');
  const bought = await buy(agent);
  await seller.row('美国', count(file.good - QUANTITY)).waitFor();

  const assigned = await assignedNumbers(bought.outboundNo);
  expect(assigned).toHaveLength(QUANTITY);
  expect(assigned.every((number) => file.numbers.has(number))).toBe(true);
  for (const [kind, numbers] of Object.entries(bought.files)) expect(numbers.toSorted(), kind).toEqual(assigned);

  await agent.press('完成', agent.drawer);
  expect(await agent.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(REMARK);
  await agent.open('财务', '资金流水');
  const consumed = agent.row(bought.orderNo);
  for (const amount of [COST, CREDIT, LEFT]) await consumed.getByTitle(exactly(amount)).first().waitFor();
  expect(await agent.rows().count()).toBe(2);
  expect(await balanceOf(agent)).toBe(LEFT);

  await seesNothingOf(await visit.person(), bought);
});

/** @returns the number of the task that read the file */
async function importNumbers(keeper: Person): Promise<string> {
  await keeper.open('库存', '预入库');
  await keeper.press('导入', keeper.panel);
  await keeper.drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'numbers.txt', mimeType: 'text/plain', buffer: Buffer.from(file.text) });
  await keeper.fill(keeper.drawer, {
    批次名: BATCH,
    权属证明: 'Contract EX-1',
    成本价: '0.05',
  });
  const supplier = keeper.drawer.getByRole('combobox', { name: '供应商' });
  await supplier.fill('Example Numbers Ltd');
  await keeper.page
    .locator('.ant-select-item-option')
    .filter({ hasText: '新增供应商“Example Numbers Ltd”', visible: true })
    .click();
  await keeper.drawer.getByText('Example Numbers Ltd', { exact: true }).filter({ visible: true }).first().waitFor();
  await keeper.drawer.getByRole('switch', { name: '权属声明' }).click();
  const [answer] = await Promise.all([
    keeper.page.waitForResponse((response) => response.url().endsWith('/api/whatsapp/pre-warehouse/import')),
    keeper.press('上传并检查', keeper.drawer),
  ]);
  const { taskNo } = (await answer.json()).data as { taskNo: string };

  await keeper.sees('检查完成，请核对后确认导入', keeper.drawer);
  expect(await figure(keeper, '总行数')).toBe(count(file.lines - file.blank));
  expect(await figure(keeper, '可导入')).toBe(count(file.good));
  expect(await figure(keeper, '被拒绝')).toBe(count(file.duplicates + file.malformed));
  expect(await figure(keeper, '文件内重复')).toBe(count(file.duplicates));
  expect(await figure(keeper, '库中已有')).toBe('0');
  await keeper.press(`导入 ${count(file.good)} 行`, keeper.drawer);
  await keeper.sees(`已导入 ${count(file.good)} 行，拒绝 ${count(file.duplicates + file.malformed)} 行`, keeper.drawer);
  await keeper.press('关闭', keeper.drawer);
  await keeper.sees(`${count(file.good)} 待入库`, keeper.panel);
  return taskNo;
}

async function moveIntoStock(keeper: Person): Promise<void> {
  await keeper.press(`入库 ${count(file.good)} 个`, keeper.panel);
  await keeper.answer(/^将批次/, '整批入库');
  await keeper.sees(/^(已入库 |任务已提交)/);
  await keeper.open('库存', '仓库号码');
  await keeper.sees(`共 ${count(file.good)} 条`, keeper.panel);
}

async function putOnSale(seller: Person): Promise<void> {
  await seller.open('销售', '价格配置');
  await seller.press('新增', seller.panel);
  await seller.fill(seller.drawer, { 国家: '美国', 成本价: '0.05', 销售价: PRICE });
  await seller.press('增加一档', seller.drawer);
  await seller.fill(seller.drawer, { 数量: String(TIER.fromQty), 单价: TIER.price });
  await seller.press('保存', seller.drawer);
  await seller.sees('新增成功');
  await seller.row('美国').getByRole('button', { name: '编辑' }).click();
  const { drawer } = seller;
  await expect.poll(() => drawer.getByLabel('单价', { exact: true }).inputValue()).toBe(TIER.price);
  expect(await drawer.getByLabel('数量', { exact: true }).inputValue()).toBe(String(TIER.fromQty));
  await seller.page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  await seller.open('销售', '代理商品');
  await seller.press('新增', seller.panel);
  await seller.fill(seller.drawer, { 商品名称: PRODUCT, 英文名: 'United States numbers', 国家: '美国' });
  await seller.press('保存', seller.drawer);
  await seller.drawer.waitFor({ state: 'detached' });
  await seller.row(PRODUCT).getByRole('switch', { name: '上架' }).click();
  await seller.sees('已上架');
}

async function openWithCredit(administrator: Person): Promise<void> {
  await administrator.open('客户', '代理用户');
  await administrator.press('开户', administrator.panel);
  const { account, password } = buyer;
  await administrator.fill(administrator.drawer, { 账号: account, 初始密码: password, '姓名/公司': '第一代理' });
  await administrator.press('开户', administrator.drawer);
  await administrator.sees(`已开户：${account}`);
  await administrator.pressMore('调账', administrator.row(account));
  await administrator.fill(administrator.drawer, { 金额: CREDIT, 原因: '首次充值，银行回单 EX-1' });
  await administrator.press('加款', administrator.drawer);
  await administrator.sees('已调账');
  await administrator.row(account).getByTitle(exactly(CREDIT)).first().waitFor();
}

interface Purchase {
  readonly orderNo: string;
  readonly outboundNo: string;
  readonly files: Readonly<Record<'txt' | 'xlsx' | 'zip', readonly string[]>>;
}

async function buy(agent: Person): Promise<Purchase> {
  await agent.open('号码商城', '购买号码');
  await agent.panel.getByRole('article').filter({ hasText: PRODUCT }).getByRole('button', { name: '购买' }).click();
  await agent.fill(agent.drawer, { 数量: String(QUANTITY), 备注: REMARK });
  await agent.drawer.getByRole('checkbox', { name: /^我承诺/ }).check();
  await agent.page.reload();
  await seesTyped(agent);
  await lockAndUnlock(agent);
  await seesTyped(agent);
  await agent.page.keyboard.press('Escape');
  await agent.sees('有未保存的修改', agent.drawer);
  await agent.press('继续编辑', agent.drawer);
  await payWithoutAnswer(agent);
  // The same purchase again is a repetition, not a second one.
  await agent.page.reload();
  await seesTyped(agent);
  await agent.drawer.getByRole('button', { name: /^支付 / }).click();
  await agent.sees('购买成功', agent.drawer);

  const txt = await agent.download(() => agent.press('文本 TXT', agent.drawer));
  const xlsx = await agent.download(() => agent.press('表格 Excel', agent.drawer));
  const zip = await agent.download(() => agent.press('压缩包 ZIP', agent.drawer));
  const packed = [...unzip(zip.content)].filter(([name]) => !/readme|manifest/i.test(name));
  return {
    orderNo: await figure(agent, '订单号'),
    outboundNo: await figure(agent, '出库单号'),
    files: {
      txt: numbersIn([txt.content.toString('utf8')]),
      xlsx: numbersIn(cellsOf(xlsx.content)),
      zip: packed.flatMap(([name, content]) =>
        numbersIn(name.endsWith('.xlsx') ? cellsOf(content) : [content.toString('utf8')]),
      ),
    },
  };
}

async function seesTyped(agent: Person): Promise<void> {
  // A half-filled purchase does not open by itself.
  await agent.press('继续填写', agent.panel);
  await agent.drawer.getByText(`购买 · ${PRODUCT}`).waitFor();
  expect(await agent.drawer.getByLabel('数量', { exact: true }).inputValue()).toBe(String(QUANTITY));
  expect(await agent.drawer.getByLabel('备注', { exact: true }).inputValue()).toBe(REMARK);
  expect(await agent.drawer.getByRole('checkbox', { name: /^我承诺/ }).isChecked()).toBe(true);
}

async function lockAndUnlock(agent: Person): Promise<void> {
  agent.expectProblems(/status of (400|423)/);
  await agent.page.keyboard.press('Alt+KeyL');
  const dialog = agent.page.getByRole('dialog', { name: '设置锁屏密码' });
  await agent.fill(dialog, { 锁屏密码: LOCK_PASSWORD, 确认锁屏密码: LOCK_PASSWORD });
  await agent.press('设置并锁屏', dialog);
  await agent.page.waitForURL('**/lock');
  await agent.page.getByLabel('密码', { exact: true }).fill(LOCK_PASSWORD);
  await agent.press('解锁');
}

const payWithoutAnswer = (agent: Person): Promise<void> =>
  withLostAnswer(agent, visit.product, 'agent/product/buy', async () => {
    await agent.drawer.getByRole('button', { name: /^支付 / }).click();
    await agent.drawer.getByRole('alert').filter({ hasText: '网络' }).waitFor();
  });

async function seesNothingOf(person: Person, { outboundNo }: Purchase): Promise<void> {
  await person.signIn(stranger);
  for (const [group, entry, nothing] of [
    ['我的订单', '出库单', '售出或提取的号码会生成出库单'],
    ['我的订单', '商品订单', '购买商品后，订单会出现在这里'],
    ['财务', '资金流水', '充值、消费等资金变动会记录在这里'],
  ] as const) {
    await person.open(group, entry);
    await person.sees(nothing, person.panel);
    expect(await person.rows().count(), entry).toBe(0);
  }
  const { rows } = await visit.product.db.pool.query<{ id: bigint }>(
    'select id from inv_outbound where outbound_no = $1',
    [outboundNo],
  );
  person.expectProblems(/status of 404/);
  expect((await person.ask('whatsapp/outbound/detail', { id: String(rows[0]?.id) })).status).toBe(404);
}

/** Records the tasks whose progress is pushed to a page from now on. */
function progressOf(person: Person): string[] {
  const tasks: string[] = [];
  person.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const frame = /^\d+(\["progress",.*)$/s.exec(String(payload))?.[1];
      if (frame !== undefined) tasks.push(JSON.parse(frame)[1].taskNo);
    }),
  );
  return tasks;
}

/** Returns the value under a heading in the facts or figures of the panel. */
const figure = async (person: Person, name: string): Promise<string> => {
  const facts = person.drawer.locator('dl > div').filter({ has: person.page.locator('dt', { hasText: name }) });
  return (await facts.first().locator('dd').textContent())?.trim() ?? '';
};

async function assignedNumbers(outboundNo: string): Promise<string[]> {
  const { rows } = await visit.product.db.pool.query<{ number: string }>(
    `select i.e164::text as number from inv_item i join inv_outbound o on o.id = i.outbound_id
     where o.outbound_no = $1 and i.assigned_to = o.agent_id order by 1`,
    [outboundNo],
  );
  return rows.map(({ number }) => number);
}

const balanceOf = async (person: Person): Promise<unknown> => (await person.ask('agent/user/balance')).data.balance;

/** An amount as its hover text shows it. */
const exactly = (amount: string): RegExp => new RegExp(`^[+-]?${amount.replace('.', '\\.')}0*( [A-Z]+)?$`);
const count = (value: number): string => value.toLocaleString('en-US');
