import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { buy } from '../server/src/engines/stock/orders/index.ts';
import { createShop, purchase } from '../server/src/engines/stock/orders/orders-fixture.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type CheckServer, startCheckServer } from '../server/src/testing/check-server.ts';
import { type Credentials, openAgent } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney({ PRIVATE_ENDPOINTS: '1' });

let agent: Credentials & { readonly id: bigint };
let vendor: CheckServer;
/** The bought numbers; the provider finds the first, which ends in 0, dead, and the last alive. */
let numbers: string[];

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await visit.product.db.pool.query<Row>(text, values)).rows;
/** A number as lists show it. */
const shown = (number = '') => number.replace(/^1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
/** Has a timer run now. */
const due = (timer: string) => query('update kernel_timer set next_run = now() where name = $1', [timer]);

beforeAll(async () => {
  vendor = await startCheckServer();
  const { db } = visit.product;
  await query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, batch_max, rate_per_second, legal_basis, status)
     values ('000000', 'numbers', 'Numbers', 1, 1, $1, 1, 100, 1000, 'Contract 7', 1)`,
    [vendor.address],
  );
  const { productId } = await createShop(db, {
    stock: 20,
    product: { nameZh: '质保号码', nameEn: 'Numbers in warranty' },
  });
  agent = await openAgent(db, 'warranty_agent');
  const credit = { userId: agent.id, amount: parseMoney('20'), methodCode: 'usdt', bizType: 'test', idemKey: 'credit' };
  await db.tx((tx) => rechargePass(tx, systemActor(DEFAULT_TENANT), credit));
  const [row] = await query<{ path: string; name: string }>(
    'select owner_path as path, real_name as name from sys_user where id = $1',
    [agent.id],
  );
  const buyer = {
    ...systemActor(DEFAULT_TENANT),
    ...{ userId: agent.id, realName: row?.name ?? '', ownerPath: row?.path ?? '', userType: userType.is.agent },
  };
  // Numbers that end in 0 and 1 are the first of the stock; the next eight are alive.
  await query(`update inv_item set stock_status = 4 where e164 % 10 = 1`);
  const { order } = await db.tx((tx) => buy(tx, buyer, purchase(productId, 2, { expectedAmount: parseMoney('2') })));
  numbers = (
    await query<{ number: string }>('select e164::text as number from inv_item where outbound_id = $1 order by id', [
      order.outboundId,
    ])
  ).map(({ number }) => number);
});
afterAll(() => vendor.close());

it('a dead number is replaced without a person, and its buyer watches it', async () => {
  const [dead] = numbers;
  const person = await visit.person();
  await person.signIn(agent);
  await person.open('我的订单', '质保单');
  await person.sees('质保期内的号码失效后会自动出现在这里，也可以手动申请');
  await query(`update inv_outbound set deliver_time = deliver_time - interval '25 hours'`);
  await due('warranty/check');
  const row = person.row(shown(dead));
  await person.sees('复检中', row);
  await query(`update war_claim set suspect_time = suspect_time - interval '31 minutes', next_check_time = now();
    update inv_item set survive_time = survive_time - interval '31 minutes';
    update war_check set check_time = check_time - interval '31 minutes'`);
  await due('warranty/check');
  await expect.poll(() => query('select from war_claim where status >= 2')).toHaveLength(1);
  await due('warranty/settle');
  await person.sees('已换货', row);
  await person.press('查看', row);
  await person.sees('首次检测失效', person.drawer);
  await person.sees('换货链', person.drawer);
  await person.sees('当前号码', person.drawer);
  const [replacement] = await query<{ number: string }>('select replacement_e164::text as number from war_claim');
  await person.sees(`+${replacement?.number}`, person.drawer);
});

it('a claim filed by hand is refused, and its buyer reads the reason', async () => {
  const alive = numbers.at(-1);
  const [person, clerk] = [await visit.person(), await visit.person()];
  await person.signIn(agent);
  await person.open('我的订单', '质保单');
  await person.press('申请质保');
  await person.fill(person.drawer, { 失效的号码: `+${alive}`, 情况说明: '今天起无法接通' });
  await person.press('提交申请', person.drawer);
  const row = person.row(shown(alive));
  await person.sees('复检中', row);
  await clerk.signIn(ADMINISTRATOR);
  await clerk.open('销售', '质保单');
  const filed = clerk.rows().filter({ hasText: '复检中' }).first();
  await clerk.pressMore('驳回', filed);
  await clerk.fill(clerk.drawer, { 处理意见: '检测正常，可以接通' });
  await clerk.press('驳回', clerk.drawer);
  await person.sees('已驳回', row);
  await person.press('查看', row);
  await person.sees('检测正常，可以接通', person.drawer);
});
