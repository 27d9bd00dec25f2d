import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { journey } from './support/journey.ts';

const visit = journey();
let stockKeeper: Credentials;

beforeAll(async () => {
  stockKeeper = await openStaff(visit.product.db, 'warehouse', '仓管员');
});

describe('tabs', () => {
  it('keep what was typed and found while another one is shown, and across a reload', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    await person.open('WhatsApp 业务', '国家');
    const name = person.panel.getByRole('textbox', { name: '英文名', exact: true });
    await name.fill('Zealand');
    await person.press('查询', person.panel);
    await person.row('新西兰').waitFor();
    await name.fill('not searched for yet');

    await person.open('工作台', '任务中心');
    await name.waitFor({ state: 'detached' });
    await person.page.getByRole('tab', { name: '国家' }).click();
    await name.waitFor();
    expect(await name.inputValue()).toBe('not searched for yet');
    expect(await person.rows().count()).toBe(1);

    await person.page.reload();
    await person.row('新西兰').waitFor();
    expect(await name.inputValue()).toBe('Zealand');
    expect(await person.page.getByRole('tab').allTextContents()).toEqual(['首页', '国家', '任务中心']);
  });

  it('are opened once each, and closing one shows another', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    await person.open('WhatsApp 业务', '国家');
    await person.open('工作台', '任务中心');
    await person.open('WhatsApp 业务', '国家');
    const tab = (name: string) => person.page.getByRole('tab', { name, exact: true });
    expect(await person.page.getByRole('tab').count()).toBe(3);
    expect(await tab('国家').getAttribute('aria-selected')).toBe('true');
    await person.page.getByTitle('关闭 国家').click();
    await tab('国家').waitFor({ state: 'detached' });
    await person.panel.getByRole('heading', { level: 1 }).waitFor();
    await person.page.keyboard.press('Alt+Digit1');
    await person.page.waitForURL('**/wel/index');
    expect(await person.page.getByTitle('关闭 首页').count()).toBe(0);
  });
});
