import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { beforeAll, expect, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { runDueLeases } from '../server/src/engines/stock/orders/index.ts';
import { ageLeases, createRental } from '../server/src/engines/stock/orders/orders-fixture.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type Credentials, openAgent } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();

let renter: Credentials & { readonly id: bigint };

beforeAll(async () => {
  const { db } = visit.product;
  await createRental(db, {
    stock: 3,
    price: '4',
    product: { nameZh: '月租美国号码', nameEn: 'US numbers by the month' },
  });
  renter = await openAgent(db, 'renting_agent');
  const credit = {
    userId: renter.id,
    amount: parseMoney('13'),
    methodCode: 'usdt',
    bizType: 'test',
    idemKey: 'credit',
  };
  await db.tx((tx) => rechargePass(tx, systemActor(DEFAULT_TENANT), credit));
});

it('a number is rented, renewed, and returned when the balance is too low for its automatic renewal', async () => {
  const { db } = visit.product;
  const endOf = async (): Promise<string> =>
    (await db.pool.query('select end_date::text as day from agt_lease')).rows[0]?.day;
  /** Lets time pass until the lease has at most so many days left: months differ, so that it may be a few less. */
  const age = async (most: number): Promise<void> => {
    for (;;) {
      const { rows } = await db.pool.query<{ days: number }>(
        `select end_date - (now() at time zone 'Asia/Shanghai')::date as days from agt_lease`,
      );
      const days = rows[0]?.days ?? 0;
      if (days <= most) break;
      await ageLeases(db, days - most, renter.id);
    }
    // The clockwork would come to it within a minute.
    await runDueLeases(db);
  };
  const agent = await visit.person();
  await agent.signIn(renter);
  await agent.open('号码商城', '购买号码');
  await agent.panel
    .getByRole('article')
    .filter({ hasText: '月租美国号码' })
    .getByRole('button', { name: '购买' })
    .click();
  await agent.sees('先付 1 个月，之后每号每月 4 USDT', agent.drawer);
  await agent.drawer.getByRole('checkbox', { name: /^我承诺/ }).check();
  await agent.press('支付 4.00 USDT', agent.drawer);
  await agent.sees('购买成功', agent.drawer);
  await agent.press('查看租期', agent.drawer);

  // Shortly before the end it is renewed, at the price that is shown.
  await agent.row('月租美国号码', '租用中').waitFor();
  await age(3);
  await agent.sees('租期到期');
  const row = agent.row('月租美国号码');
  await agent.press('续租', row);
  await agent.sees('续租至', agent.drawer);
  await agent.press('支付 4 USDT', agent.drawer);
  await agent.sees('1 个号码已续租至');
  await agent.row('月租美国号码', await endOf()).waitFor();
  expect((await agent.ask('agent/user/balance')).data.balance).toBe('5');

  // It renews automatically while the balance suffices: once more, and then no longer.
  await row.getByRole('switch').click();
  await agent.sees('到期日将自动续租');
  await age(-1);
  await agent.sees('号码已自动续租');
  await expect.poll(async () => (await agent.ask('agent/user/balance')).data.balance).toBe('1');
  await age(-1);
  await agent.sees('租期已过');
  await agent.row('月租美国号码', '余额不足').waitFor();
  await age(-9);
  await agent.row('月租美国号码', '已到期').waitFor();
  const { rows } = await db.pool.query<{ key: string }>(
    'select title_key as key from msg_message order by id desc limit 1',
  );
  expect(rows).toEqual([{ key: 'LEASE_ENDED' }]);
});
