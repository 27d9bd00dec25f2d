import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { addPrice } from '../server/src/engines/money/pricing/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { fictionalNumbers } from '../server/src/engines/stock/inventory/stock-fixture.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type CheckServer, startCheckServer } from '../server/src/testing/check-server.ts';
import { type Credentials, openAgent } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney({ PRIVATE_ENDPOINTS: '1' });
const NUMBERS = 2000;

let agent: Credentials & { readonly id: bigint };
let vendor: CheckServer;

/** Lets the provider answer so many numbers a second. */
const rate = (perSecond: number) =>
  visit.product.db.pool.query(
    `update prv_provider set rate_per_second = ${perSecond}; update prv_health set next_free_at = now(); update work_lane set wait_until = null`,
  );

beforeAll(async () => {
  vendor = await startCheckServer();
  const { db } = visit.product;
  await db.pool.query(`
    insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled)
    values ('000000', 'US', '1', '美国', 'United States', 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update set status = 1, is_blocked = 0, whatsapp_enabled = 1`);
  await db.pool.query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, batch_max, rate_per_second, legal_basis, status)
     values ('000000', 'numbers', 'Numbers', 1, 1, $1, 3, 100, 50, 'Contract 7', 1)`,
    [vendor.address],
  );
  for (const [filterType, salePrice] of [
    [1, '0.001'],
    [2, '0.003'],
  ] as const)
    await db.tx((tx) =>
      addPrice(
        tx,
        systemActor(DEFAULT_TENANT),
        {
          ...{ businessType: 1, serviceType: 1, filterType, activePeriod: null, countryCode: 'US', agentLevel: 0 },
          ...{
            unit: 1,
            chargeOn: 3,
            costPrice: parseMoney('0.0001'),
            salePrice: parseMoney(salePrice),
            minPrice: null,
          },
          ...{
            minQty: null,
            maxQty: null,
            stepQty: null,
            tierJson: [],
            effectiveTime: new Date(),
            expireTime: null,
            remark: null,
          },
        },
        { belowCost: false },
      ),
    );
  agent = await openAgent(db, 'checking_agent');
  await db.pool.query(
    `insert into cmp_consent (tenant_id, consent_no, owner_id, owner_name, collect_method, is_agreed, text_version, agreed_time, agreed_ip, agreed_user_id, agreed_user_name, valid_until, status)
     select '000000', 'CN2611260001', id, real_name, 'Own customers', 1, '2026-11', now(), '127.0.0.1', id, real_name, current_date + 90, 1 from sys_user where id = $1`,
    [agent.id],
  );
  const credit = { userId: agent.id, amount: parseMoney('50'), methodCode: 'usdt', bizType: 'test', idemKey: 'credit' };
  await db.tx((tx) => rechargePass(tx, systemActor(DEFAULT_TENANT), credit));
});
afterAll(() => vendor.close());

it('an agent checks a list, pauses and resumes it, upgrades it and downloads the results', async () => {
  const list = fictionalNumbers(NUMBERS).map((number, n) => `Client ${n},+${number}`);
  const person = await visit.person();
  const task = async () => {
    const { data } = await person.ask('filter/whatsapp-filter/list');
    return (data as { records: object[] }).records[0];
  };
  await person.signIn(agent);
  await person.open('检测', 'WhatsApp 号码检测');
  await person.press('新建检测');
  await person.drawer.locator('input[type=file]').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,contact\n${list.join('\n')}`),
  });
  await person.drawer.getByRole('radio', { name: 'contact' }).waitFor();
  await person.drawer.getByLabel('国家').fill('US');
  await person.page.keyboard.press('Enter');
  await person.sees('0.001', person.drawer);
  await person.press('开始检测', person.drawer);

  const row = person.row('clients');
  // Watched live: figures change without a reload.
  await expect.poll(async () => ((await task()) as { doneCount: number }).doneCount).toBeGreaterThan(0);
  await person.sees(/剩余/, row);
  await person.press('暂停', row);
  await person.sees('由所有者暂停', row);
  const before = vendor.received.size;
  await rate(100_000);
  expect(await task()).toMatchObject({ paused: 1, status: 2 });
  expect(vendor.received.size - before).toBeLessThanOrEqual(1);
  await person.press('继续', row);
  await person.sees('已完成', row);
  await person.sees('2.00', row);

  await person.press('升级检测', row);
  await person.press('升级 1,600 个号码', person.drawer);
  await expect.poll(task).toMatchObject({ upgradeCount: 1, status: 3 });
  const file = await person.download(() => person.pressMore('下载结果', person.row('clients')));
  expect(file.name).toMatch(/^WF.*\.zip$/);

  await person.row('clients').dblclick();
  await person.page.getByRole('tab', { name: '结果明细' }).click();
  await person.page.getByRole('button', { name: /实号/ }).waitFor();
  await person.page.keyboard.press('1');
  await person.sees('下载当前筛选', person.drawer);
  const filtered = await person.download(() => person.page.keyboard.press('d'));
  expect(filtered.name).toMatch(/^WF.*\.zip$/);
  await person.page.getByRole('tab', { name: '费用' }).click();
  await person.sees('冻结', person.drawer);
  for (const { numbers } of vendor.received.values()) expect(new Set(numbers).size).toBe(numbers.length);
});

it('staff isolate a provider during a check, and another one finishes the check', async () => {
  const { db } = visit.product;
  await rate(50);
  const reserve = await startCheckServer();
  await db.pool.query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, batch_max, rate_per_second, priority, legal_basis, status)
     values ('000000', 'reserve', 'Reserve', 1, 1, $1, 3, 100, 100000, 9, 'Contract 8', 1)`,
    [reserve.address],
  );
  // The second provider is occupied at first.
  const occupied = (until: string) =>
    db.pool.query(
      `update prv_health h set next_free_at = now() + $1::interval from prv_provider p where p.id = provider_id and provider_code = 'reserve'`,
      [until],
    );
  await occupied('1 hour');
  const numbers = fictionalNumbers(NUMBERS, NUMBERS).map((number) => `+${number}`);
  const before = vendor.received.size;
  const customer = await visit.person();
  await customer.signIn(agent, '/filter/whatsapp-filter/index');
  await customer.press('新建检测');
  await customer.drawer.locator('input[type=file]').setInputFiles({
    name: 'prospects.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(numbers.join('\n')),
  });
  await customer.drawer.getByLabel('国家').fill('US');
  await customer.page.keyboard.press('Enter');
  await customer.sees('0.001', customer.drawer);
  await customer.press('开始检测', customer.drawer);
  await expect.poll(() => vendor.received.size).toBeGreaterThan(before);

  const staff = await visit.person();
  await staff.signIn(ADMINISTRATOR, '/provider/provider/index');
  await staff.pressMore('隔离', staff.row('Numbers'));
  await staff.fill(staff.drawer, { 原因: '结果错误' });
  await staff.press('隔离', staff.drawer);
  await staff.sees('已隔离', staff.row('Numbers'));
  const submitted = [...vendor.received.values()].length;
  await occupied('0');
  await db.pool.query('update work_lane set wait_until = null');
  await customer.sees('已完成', customer.row('prospects'));
  expect(vendor.received.size - submitted).toBeLessThanOrEqual(1);
  const asked = [vendor, reserve].flatMap(({ received }) => [...received.values()].flatMap((batch) => batch.numbers));
  const own = new Set(numbers);
  expect(asked.filter((number) => own.has(number)).sort()).toEqual([...own].sort());
  expect(reserve.received.size).toBeGreaterThan(0);

  await staff.press('查看', staff.row('Numbers'));
  await staff.drawer.getByRole('tab', { name: '运行情况' }).click();
  await staff.sees('结果错误', staff.drawer);
  await staff.drawer.getByRole('tab', { name: '最近交互' }).click();
  await staff.sees(/^WF/, staff.drawer);
  await staff.press('解除隔离', staff.drawer);
  await staff.fill(staff.drawer, { 原因: '已更正' });
  await staff.press('解除隔离', staff.drawer);
  await staff.sees('正常', staff.row('Numbers'));
  expect(vendor.requests).toContain('health');
  await reserve.close();
});
