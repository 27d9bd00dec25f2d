import { beforeAll, describe, expect, it } from 'vitest';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();
const COUNTRIES = '/user/country/index';

beforeAll(async () => {
  // Eleven rows with a unique name: one more than a page of ten.
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

const TESTLANDS = '?nameEn=Testland';

describe('a list', () => {
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

it('deleting the last row of the last page shows the page before', async () => {
  const person = await atCountries(`${TESTLANDS}&size=10&current=2&ascs=nameEn`);
  await person.row('测试国11').focus();
  await person.page.keyboard.press('Delete');
  await person.answer(/^确定删除“测试国11”/, '删除');
  await person.sees('删除成功');
  await person.row('测试国10').waitFor();
  expect(await person.rows().count()).toBe(10);
  expect(new URL(person.page.url()).searchParams.get('current')).toBeNull();
});
