import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = journey();
const COUNTRIES = '/user/country/index';

beforeAll(async () => {
  // Eleven rows that nothing else names: one more than a page of ten holds.
  await visit.product.db.pool.query(
    `insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, timezones, sort)
     select '000000', 'Q' || chr(76 + n), '999', '测试国' || n, 'Testland ' || chr(64 + n), '["UTC"]', 10000 + n from generate_series(1, 11) n`,
  );
});

async function atCountries(query = ''): Promise<Person> {
  const person = await visit.person();
  await person.signIn(ADMINISTRATOR, COUNTRIES + query);
  await person.rows().first().waitFor();
  return person;
}

const nameBox = (person: Person) => person.panel.getByRole('textbox', { name: '英文名', exact: true });
const TESTLANDS = '?nameEn=Testland';

describe('a list', () => {
  it('is walked, opened, ticked and left by the keyboard alone', async () => {
    const person = await atCountries(TESTLANDS);
    const { keyboard } = person.page;
    await person.rows().first().focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    const focused = person.panel.locator('[data-row-key]:focus');
    await focused.filter({ hasText: 'Testland C' }).waitFor();
    await keyboard.press('Space');
    await person.sees('已选 1 条');
    await keyboard.press('Enter');
    await person.drawer.getByText('Testland C').first().waitFor();
    await keyboard.press('ArrowRight');
    await person.drawer.getByText('Testland D').first().waitFor();
    await keyboard.press('Escape');
    await person.drawer.waitFor({ state: 'detached' });
    // The row one came from has the keyboard again, after a drawer and after a question.
    await focused.filter({ hasText: 'Testland C' }).waitFor();
    await keyboard.press('Delete');
    await person.page.getByRole('dialog', { name: '确定删除“测试国3”？' }).waitFor();
    await keyboard.press('Escape');
    await focused.filter({ hasText: 'Testland C' }).waitFor();
    const more = person.row('Testland C').getByRole('button', { name: '更多' });
    await more.focus();
    await keyboard.press('Enter');
    await person.page.getByRole('menuitem', { name: '删除' }).waitFor();
    await keyboard.press('Escape');
    await person.page.getByRole('menuitem', { name: '删除' }).waitFor({ state: 'hidden' });
    expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
    await keyboard.press('/');
    await person.panel.locator('form input:focus').waitFor();
  });

  it('is walked to its end, however little of it is drawn', async () => {
    const person = await atCountries('?size=100&ascs=nameEn');
    await person.rows().first().focus();
    await person.page.keyboard.press('End');
    const focused = person.panel.locator('[data-row-key]:focus');
    const last = await focused.textContent();
    await person.page.keyboard.press('ArrowDown');
    expect(await focused.textContent()).toBe(last);
    expect(await person.rows().last().textContent()).toBe(last);
    await person.page.keyboard.press('Home');
    await focused.filter({ hasText: '阿富汗' }).waitFor();
  });

  it('remembers that its search was folded out, and nothing that was searched for before', async () => {
    const person = await atCountries();
    await nameBox(person).fill('nosuchname');
    await nameBox(person).press('Enter');
    await person.press('清除筛选', person.panel);
    await person.rows().first().waitFor();
    await person.press('更多', person.panel);
    await person.page.reload();
    await person.rows().first().waitFor();
    expect(await nameBox(person).inputValue()).toBe('');
    await person.panel.getByRole('button', { name: '收起' }).waitFor();
  });

  it('keeps what was chosen on other pages, and asks for a choice where there is none', async () => {
    const person = await atCountries(TESTLANDS);
    await person.press('删除', person.panel.locator('.kit-toolbar'));
    await person.sees('请选择至少一条数据');
    await person.row('Testland B').getByRole('checkbox').check();
    await person
      .row('Testland E')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await person.sees('已选 4 条');
    await person.panel.getByTitle('2', { exact: true }).click();
    await person.row('Testland K').getByRole('checkbox').check();
    await person.sees('已选 5 条');
    await person.panel.getByTitle('1', { exact: true }).click();
    await person.row('Testland C').waitFor();
    expect(await person.row('Testland C').getByRole('checkbox').isChecked()).toBe(true);
    expect(await person.row('Testland A').getByRole('checkbox').isChecked()).toBe(false);
    await person.press('清除', person.panel);
    expect(await person.row('Testland C').getByRole('checkbox').isChecked()).toBe(false);
  });

  it('shows the columns one chose, in a new visit too', async () => {
    const person = await atCountries();
    await person.press('列设置', person.panel);
    const chooser = person.page.locator('.kit-chooser');
    await chooser.getByRole('checkbox', { name: '区号' }).uncheck();
    await person.panel.getByRole('columnheader', { name: '区号' }).waitFor({ state: 'detached' });
    const shown = chooser.getByRole('checkbox', { checked: true });
    while ((await shown.count()) > 1) await shown.last().uncheck();
    expect(await shown.isDisabled()).toBe(true);
    await person.page.keyboard.press('Escape');
    await person.page.reload();
    await person.rows().first().waitFor();
    expect(await person.panel.getByRole('columnheader', { name: '区号' }).count()).toBe(0);
    await person.press('列设置', person.panel);
    const told = person.page.waitForResponse(
      (response) => response.url().includes('/system/user-preferences/change') && response.ok(),
    );
    await person.press('恢复默认', chooser);
    await person.panel.getByRole('columnheader', { name: '区号' }).first().waitFor();
    // The other visits of this file are of the same user.
    await told;
  });

  it('is found again by its address, search, order and page alike', async () => {
    const person = await atCountries();
    await nameBox(person).fill('Testland');
    await nameBox(person).press('Enter');
    await person.page.waitForURL('**nameEn=Testland**');
    await person.panel.getByRole('columnheader', { name: '英文名' }).first().click();
    await person.page.waitForURL('**ascs=nameEn**');
    await person.panel.getByTitle('2', { exact: true }).click();
    await person.page.waitForURL('**current=2**');
    const address = new URL(person.page.url());

    const other = await atCountries(address.search);
    await other.row('Testland K').waitFor();
    expect(await other.rows().count()).toBe(1);
    expect(await nameBox(other).inputValue()).toBe('Testland');
  });

  it('is sorted by the column whose title was pressed, where the column sorts', async () => {
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR, '/agent/user/index');
    const heads = person.panel.getByRole('columnheader');
    const head = (name: string) => heads.and(person.page.getByRole('columnheader', { name, exact: true })).first();
    // Each is called what it shows, and only those that sort can be reached and pressed.
    await head('状态').click();
    await head('创建时间').click();
    await person.page.waitForURL('**ascs=createTime**');
    expect(await head('创建时间').getAttribute('aria-sort')).toBe('ascending');
    expect(await heads.and(person.page.locator('[aria-sort], [tabindex]')).count()).toBe(1);
    await head('代理等级').click();
    await head('创建时间').click();
    await person.page.waitForURL('**descs=createTime**');
  });

  it('hides its search when asked, and remembers it', async () => {
    const person = await atCountries();
    await person.press('隐藏搜索', person.panel);
    await nameBox(person).waitFor({ state: 'detached' });
    await person.page.reload();
    await person.rows().first().waitFor();
    expect(await nameBox(person).count()).toBe(0);
    await person.page.keyboard.press('/');
    await nameBox(person).waitFor();
  });

  it('gives its whole result as a file, with the columns being shown', async () => {
    const person = await atCountries(TESTLANDS);
    await person.press('导出', person.panel);
    const { name, content } = await person.download(() => person.page.getByRole('menuitem', { name: 'CSV' }).click());
    expect(name).toMatch(/^国家_\d{14}\.csv$/);
    const lines = content.toString('utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(12);
    expect(lines[0]).toMatch(/^\uFEFF国家代码,/);
  });
});

it.each([10, 100])('%i rows scrolled sideways keep their first cells and their actions in sight', async (size) => {
  const person = await atCountries(`?size=${size}`);
  const row = person.rows().nth(2);
  /** Left edges of the box, the code and the actions, which stay, and of a cell that goes along. */
  const edges = async () => {
    const cells = row.locator('.ant-table-cell');
    const count = await cells.count();
    return Promise.all([0, 1, count - 1, 3].map(async (at) => Math.round((await cells.nth(at).boundingBox())?.x ?? 0)));
  };
  const before = await edges();
  await row.hover();
  await person.page.mouse.wheel(120, 0);
  await expect.poll(async () => (await edges())[3], { timeout: 5000 }).toBeLessThan((before[3] ?? 0) - 50);
  expect((await edges()).slice(0, 3)).toEqual(before.slice(0, 3));
});

it('a form with changes is not left by accident', async () => {
  const person = await atCountries(TESTLANDS);
  await person.row('Testland A').getByRole('button', { name: '编辑' }).click();
  const name = person.drawer.getByLabel('英文名', { exact: true });
  await name.waitFor();
  await name.fill('Testland A changed');
  await person.page.keyboard.press('Escape');
  await person.sees('有未保存的修改');
  // Once more takes it back, and loses nothing.
  await person.page.keyboard.press('Escape');
  await person.drawer.getByText('有未保存的修改').waitFor({ state: 'detached' });
  await person.page.keyboard.press('Escape');
  await person.press('继续编辑', person.drawer);
  expect(await name.inputValue()).toBe('Testland A changed');
  await person.press('取消', person.drawer);
  await person.press('放弃修改', person.drawer);
  await person.drawer.waitFor({ state: 'detached' });
  await person.row('Testland A').waitFor();
});

it('deleting the last row of the last page shows the page before', async () => {
  const person = await atCountries(`${TESTLANDS}&current=2&ascs=nameEn`);
  await person.row('Testland K').focus();
  await person.page.keyboard.press('Delete');
  await person.answer(/确定删除/, '删除');
  await person.row('Testland J').waitFor();
  expect(await person.rows().count()).toBe(10);
  expect(new URL(person.page.url()).searchParams.get('current')).toBeNull();
});

it('a switch moves at once, and back when the server refuses', async () => {
  await visit.product.db.pool.query(
    `insert into inv_warehouse (tenant_id, warehouse_code, name_zh, name_en) values ('000000', 'lists', '列表仓', 'Lists') on conflict do nothing`,
  );
  await visit.product.db.pool.query(
    `insert into inv_item (tenant_id, item_no, warehouse_code, business_type, country_code, e164, number_type, capability, source_type, currency, stock_status)
     values ('000000', 'LISTS1', 'lists', 1, 'US', 12015550123, 1, 8, 1, 'USDT', 0)`,
  );
  const person = await visit.person();
  person.expectProblems(/503/);
  await person.signIn(ADMINISTRATOR, '/whatsapp/warehouse/index');
  const onSale = person.rows().first().getByRole('switch', { name: '上架' });
  await onSale.waitFor();
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await person.intercept('**/api/whatsapp/warehouse/update-status', async (route) => {
    asked.resolve();
    await gate.promise;
    const body = { code: 503, success: false, data: null, msg: '稍后再试', bizCode: 'UNAVAILABLE', traceId: 'x' };
    await route.fulfill({ status: 503, json: body });
  });
  await onSale.click();
  await asked.promise;
  expect(await onSale.getAttribute('aria-checked')).toBe('false');
  gate.resolve();
  await person.sees('稍后再试');
  await person.rows().first().getByRole('switch', { name: '上架', checked: true }).waitFor();
});
