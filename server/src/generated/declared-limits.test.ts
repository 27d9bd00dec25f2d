import { formatMoney, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordContacts } from '../engines/messaging/compliance/frequency.ts';
import { admitMessages } from '../engines/messaging/sending/admit.ts';
import { sms } from '../engines/messaging/sending/channels.ts';
import { takePlaces } from '../engines/messaging/sending/limits.ts';
import { countPhoneUse } from '../engines/messaging/sms-senders/index.ts';
import { lockWork } from '../engines/messaging/work/index.ts';
import { countSpending } from '../engines/reporting/partner-api/spending.ts';
import { assertWithinQuota, buy } from '../engines/stock/orders/index.ts';
import { addProduct, createShop, newBuyer, purchase } from '../engines/stock/orders/orders-fixture.ts';
import { type Actor, systemActor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { declaredLimits } from '../kernel/declared-limits.ts';
import { type TestUser, testApp } from '../testing/app.ts';
import { newPhone, openTask, openTexts, receive } from '../testing/inbox.ts';
import { type Bound, goesIn, meetings, repeat, type TriedLimit, tryLimit } from '../testing/limit-cases.ts';
import { moreLimits } from '../testing/limits-of-people.ts';
import { orderIn } from '../testing/orders.ts';

/** Each limit that code declares, at its value: without a case here it fails. Limits of parameters and methods: `limits.test.ts`. */

const { reach, together } = meetings();
const product = await testApp({ SANDBOX: '1' }, { reach });
afterAll(() => product.close());
const { app, db } = product;
const platform = systemActor('000000');
let agent: TestUser;
/** A product, and another one of which an agent buys seven pieces a day. */
let shop: { readonly productId: bigint; readonly limitedId: bigint; readonly countryCode: string };
beforeAll(async () => {
  const made = await createShop(db, { stock: 400, product: { businessType: 1 } });
  shop = { ...made, limitedId: await addProduct(db, made.countryCode, { purchaseLimitPerDay: 7 }) };
  agent = await product.agent({ money: parseMoney('100') });
});

let last = 0n;
const next = (): bigint => {
  last += 1n;
  return last;
};
const run = (text: string, values: unknown[] = []) => db.pool.query(text, values);
const goes = (work: (tx: Tx) => Promise<unknown>): Promise<boolean> => goesIn(app.db, work);

const MONEY = parseMoney('80');
const EARLIER = parseMoney('30');

async function keySpending(cap: 'spend_day' | 'spend_month'): Promise<Bound> {
  const { rows } = await run(
    `insert into open_key (tenant_id, owner_id, owner_path, owner_name, key_name, key_id, key_hash, ${cap}, status)
     values ('000000', 7, '/7/', 'Agent', 'Shop', $1, 'x', $2, 1) returning id::text`,
    [`limit-${next()}`, String(MONEY)],
  );
  const key = BigInt(rows[0].id);
  return {
    use: (amount) => goes((tx) => countSpending(tx, key, micros(amount))),
    usedAt: (time) =>
      run(`update open_spend set day = ((${time}) at time zone 'Asia/Shanghai')::date where key_id = $1`, [key]),
  };
}

/** A session of texts that cost what a test says. */
async function session(form: object): Promise<{ send: () => Promise<boolean> }> {
  await openTexts(product, agent);
  const senderId = await newPhone(product);
  const taskId = await openTask(agent, { senderId, sessionType: 2, ...form });
  await receive(product, senderId, 12025550100n + (next() % 100n), 'Hello');
  const { id } = (await agent.get('sms/session/queue', { taskId })).body.data.items[0];
  const reply = () => ({ id, text: 'Hello', clientKey: `limit-${next()}`, lastSeenMessageId: '0', force: true });
  return { send: async () => (await agent.post('sms/session/send', reply())).body.code === 200 };
}

/** A buyer with a limit, who buys pieces at one each; `also` refuses more before. */
async function purchases(
  limits: { readonly day?: string; readonly month?: string; readonly perDay?: true },
  also?: (tx: Tx, buyer: Actor, pieces: number) => Promise<unknown>,
): Promise<Bound> {
  const { perDay, ...own } = limits;
  const buyer = await newBuyer(db, { balance: '100', ...own });
  return {
    use: (pieces) =>
      goes(async (tx) => {
        await also?.(tx, buyer, Number(pieces));
        await buy(tx, buyer, purchase(perDay ? shop.limitedId : shop.productId, Number(pieces)));
      }),
    usedAt: (time) =>
      run(`update agt_product_order set create_time = ${time} where buyer_id = $1`, [String(buyer.userId)]),
  };
}

/** An agent with a quota of units. */
const quota = (period: 'daily' | 'monthly') =>
  purchases({}, (tx, buyer, units) =>
    assertWithinQuota(tx, {
      ...{ tenantId: '000000', agentId: buyer.userId, businessType: 1, serviceType: 2, units },
      countryCode: shop.countryCode,
      limits: [{ countryCode: '*', daily: null, monthly: null, [period]: 7 }],
    }),
  );

const CASES: Readonly<Record<string, TriedLimit>> = {
  ...(await moreLimits(product)),
  'spending of a key in a day': { value: MONEY, earlier: EARLIER, bound: () => keySpending('spend_day') },
  'spending of a key in a month': { value: MONEY, earlier: EARLIER, bound: () => keySpending('spend_month') },
  'spending of a buyer in a day': { value: 7n, earlier: 2n, bound: () => purchases({ day: '7' }) },
  'spending of a buyer in a month': { value: 7n, earlier: 2n, bound: () => purchases({ month: '7' }) },
  'units that an agent buys in a day': { value: 7n, earlier: 2n, bound: () => quota('daily') },
  'units that an agent buys in a month': { value: 7n, earlier: 2n, bound: () => quota('monthly') },
  'pieces of a product that an agent buys in a day': {
    value: 7n,
    earlier: 2n,
    bound: () => purchases({ perDay: true }),
  },
  'codes to a person': {
    value: 5n,
    earlier: 1n,
    bound: async () => {
      // Of two agents, whose senders do not wait for one another.
      const ids: string[] = [];
      for (const owner of [agent, await product.agent()])
        ids.push((await orderIn(product, 'sms', owner, 'running')).id);
      await run('update work_task set filter_type = 1 where id = any($1)', [ids]);
      let turn = 0;
      const number = 12_015_550_100n + next() * 10_000_000n;
      const one = {
        lineNo: 1,
        e164: number,
        itemId: null,
        userRef: null,
        params: null,
        units: 1,
        attemptNo: 0,
        messageId: null,
      };
      const once = async () => {
        turn += 1;
        const id = ids[turn % ids.length] as string;
        // The pause of a sender between two messages is another limit.
        await run('delete from snd_pair');
        return app.db.tx(async (tx) => {
          const { refused } = await admitMessages(app, tx, sms, await lockWork(tx, platform, BigInt(id)), [one], 'US');
          if (refused.size > 0) return false;
          await tx.execute(sql`
            insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, task_id, line_no, e164, msg_type)
            values (gen_random_uuid(), '000000', 7, 3, 1, 1, ${BigInt(id)}, 1, ${number}, 1)`);
          return true;
        });
      };
      return {
        use: (times) => repeat(times, once),
        usedAt: (time) => run(`update snd_message set create_time = ${time} where task_id = any($1)`, [ids]),
      };
    },
  },
  'new recipients of a portfolio': {
    value: 4n,
    earlier: 1n,
    bound: async () => {
      const code = `limit-${next()}`;
      return {
        use: (people) =>
          app.db.tx(async (tx) => {
            const keys = Array.from({ length: Number(people) }, next);
            return (await takePlaces(tx, '000000', { code, limit: 4 }, keys)).refused.size === 0;
          }),
        usedAt: (time) => run(`update snd_portfolio set first_time = ${time} where portfolio_code = $1`, [code]),
      };
    },
  },
  'messages of a channel to a person': {
    value: 3n,
    earlier: 1n,
    bound: async () => {
      const tenantId = `limit${next()}`;
      await run(
        `insert into cmp_frequency (tenant_id, channel, applies_to, window_hours, most_messages) values ($1, 3, 1, 24, 3)`,
        [tenantId],
      );
      await run(`update cmp_frequency set status = 0 where tenant_id = '000000'`);
      const key = next();
      const once = () =>
        app.db.tx(
          async (tx) => (await recordContacts(tx, { tenantId, channel: 3, isMarketing: true }, [key])).size === 0,
        );
      return {
        use: (times) => repeat(times, once),
        usedAt: (time) =>
          run(`update cmp_contact set times = array_fill(${time}, array[cardinality(times)]) where number_key = $1`, [
            String(key),
          ]),
      };
    },
  },
  'parts that a phone sends in a day': {
    value: 10n,
    earlier: 3n,
    bound: async () => {
      const phone = BigInt(await newPhone(product));
      await run('update sms_phone set daily_limit = 10 where id = $1', [phone]);
      return {
        use: (parts) => app.db.tx((tx) => countPhoneUse(tx, phone, Number(parts))),
        usedAt: (time) =>
          run(`update sms_phone_day set day = ((${time}) at time zone 'Asia/Shanghai')::date where phone_id = $1`, [
            phone,
          ]),
      };
    },
  },
  'texts sent in a session': {
    value: 3n,
    earlier: 1n,
    bound: async () => {
      const { send } = await session({ maxTurns: 3 });
      return { use: (times) => repeat(times, send) };
    },
  },
  'cost of the texts of a session': {
    value: parseMoney('0.8'),
    earlier: parseMoney('0.3'),
    bound: async () => {
      const { send } = await session({ moneyCap: formatMoney(parseMoney('0.8')) });
      const costing = (amount: bigint) =>
        run('update prc_price set sale_price = $1, price_version = price_version + 1 where business_type = 3', [
          String(amount),
        ]);
      return {
        use: async (amount) => {
          await costing(amount);
          return send();
        },
      };
    },
  },
};

// A quota of users holds for all later tests.
afterEach(() => run(`update sys_tenant set account_number = 0 where tenant_id = '000000'`));

describe.each(declaredLimits().filter(({ name }) => name in CASES))('$name', ({ name, window }) => {
  const tried = CASES[name];
  if (tried) tryLimit({ ...tried, name, counts: window }, together);
});

it('every limit that code declares is tried here', () => {
  expect(
    declaredLimits()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(CASES).toSorted());
});
