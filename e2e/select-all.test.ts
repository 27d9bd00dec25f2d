import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = journey();

beforeAll(async () => {
  // More than one call takes; there are numbers of one of the first two hundred, so its part is refused.
  await visit.product.db.pool.query(
    `insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, sort)
     select '000000', 'T' || n, '999', '多国' || n, 'Bulkland ' || n, 20000 + n from generate_series(1, 250) n`,
  );
  await visit.product.db.pool.query(
    `insert into inv_item (tenant_id, item_no, warehouse_code, business_type, country_code, e164, number_type, source_type, currency)
     values ('000000', 'B1', 'main', 1, 'T5', 12025550100, 1, 1, 'USDT')`,
  );
});

describe('choosing the whole result', () => {
  it('is offered once a page is chosen, and what is done to it is done in parts', async () => {
    const person = await visit.person();
    person.expectProblems(/status of 400/);
    await person.signIn(ADMINISTRATOR, '/user/country/index?nameEn=Bulkland');
    await person.rows().first().waitFor();
    const toolbar = person.panel.locator('.kit-toolbar');
    const offer = toolbar.getByRole('button', { name: '选择全部 250 条结果' });
    await person.rows().first().getByRole('checkbox').check();
    await toolbar.getByText('已选 1 条').waitFor();
    expect(await offer.count()).toBe(0);

    await person.panel.getByRole('checkbox', { name: '选择本页' }).check();
    await toolbar.getByText('已选 10 条').waitFor();
    await offer.click();
    await toolbar.getByText('已选 250 条').waitFor();
    await offer.waitFor({ state: 'detached' });
    // The other pages are chosen too.
    await person.panel.getByTitle('2', { exact: true }).click();
    await person.row('Bulkland 11').waitFor();
    expect(await person.panel.getByRole('checkbox', { name: '选择本页' }).isChecked()).toBe(true);

    await person.press('删除', toolbar);
    await person.answer(/确定删除选中的 250 条数据/, '删除');
    await person.sees('50 条成功，200 条失败');
    await toolbar.getByText('已选 200 条').waitFor();
    await person.panel.getByText('共 200 条').waitFor();
    const { rows } = await visit.product.db.pool.query<{ n: number }>(
      `select count(*)::int as n from inv_country where name_en like 'Bulkland%' and deleted_at is null`,
    );
    expect(rows[0]?.n).toBe(200);
  });
});
