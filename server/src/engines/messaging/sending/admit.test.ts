import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { orderIn } from '../../../testing/orders.ts';
import { messageSender } from '../../vendors/providers/index.ts';
import { recipientKey } from '../compliance/index.ts';
import { countPhoneUse } from '../sms-senders/index.ts';
import { lockWork, type OpenLine } from '../work/index.ts';
import { admitMessages } from './admit.ts';
import { type MessageChannel, sms, telegram, whatsapp } from './channels.ts';
import { takePlaces } from './limits.ts';

const product = await testApp({ SANDBOX: '1' });
afterAll(() => product.close());
const { app, db } = product;
const platform = systemActor('000000');
let agent: TestUser;
let senderId: bigint;
beforeAll(async () => {
  agent = await product.agent({ money: parseMoney('10') });
  senderId = BigInt(await addSender(product, 'whatsapp', { portfolioCode: 'P7', portfolioLimit: 1000 }));
});

const line = (lineNo: number, e164: bigint, units = 1): OpenLine => ({
  ...{ lineNo, e164, itemId: null, userRef: null, params: null, units, attemptNo: 0, messageId: null },
});
/** Decides about lines of an order. @returns the numbers of those refused and put off */
async function admitted(channel: MessageChannel, order: string, lines: readonly OpenLine[]) {
  const { refused, deferred, pause } = await db.tx(async (tx) =>
    admitMessages(app, tx, channel, await lockWork(tx, platform, BigInt(order)), lines, 'US'),
  );
  expect(pause).toBeUndefined();
  return { refused: [...refused.keys()], deferred: [...(deferred?.keys() ?? [])] };
}
const keyOf = (number: bigint) => recipientKey(app.secrets, number);
const places = async () =>
  (await db.pool.query<{ key: string }>('select number_key::text as key from snd_portfolio')).rows
    .map(({ key }) => BigInt(key))
    .toSorted((a, b) => Number(a - b));

it('a recipient who is refused keeps the place that it had in the portfolio before, and takes no new one', async () => {
  const [known, stranger, fine] = [12025550141n, 12025550142n, 12025550143n];
  const { id } = await orderIn(product, 'whatsapp', agent, 'running');
  await db.pool.query('update work_task set sender_id = $2, template_id = null where id = $1', [id, senderId]);
  for (const number of [known, stranger]) {
    const rule = { number: `+${number}`, scope: 2, channel: 0, reason: 2, sourceRef: 'Ticket 9' };
    expect((await product.admin.post('compliance/suppression/save', rule)).body.code).toBe(200);
  }
  const admission = await db.tx(async (tx) => {
    const sender = await messageSender(app, tx, senderId);
    if (!sender?.portfolio) throw new Error('no portfolio');
    await takePlaces(tx, '000000', sender.portfolio, [keyOf(known)]);
    const task = await lockWork(tx, platform, BigInt(id));
    return admitMessages(app, tx, whatsapp, task, [line(1, known), line(2, stranger), line(3, fine)], 'US');
  });
  expect(admission.pause).toBeUndefined();
  expect([...admission.refused.keys()]).toEqual([1, 2]);
  expect(await places()).toEqual([keyOf(known), keyOf(fine)].toSorted((a, b) => Number(a - b)));
});

it('a portfolio takes as many new recipients as its limit has places, and those it knows', async () => {
  const limited = BigInt(
    await addSender(product, 'whatsapp', { senderAccount: '200200200', portfolioCode: 'P8', portfolioLimit: 3 }),
  );
  const { id } = await orderIn(product, 'whatsapp', agent, 'running');
  await db.pool.query('update work_task set sender_id = $2, template_id = null where id = $1', [id, limited]);
  const numbers = [12025550161n, 12025550162n, 12025550163n, 12025550164n];
  const ask = async (...chosen: number[]) => {
    // The pause between two messages to a recipient is over.
    await db.pool.query('delete from snd_pair');
    return admitted(
      whatsapp,
      id,
      chosen.map((n) => line(n, numbers[n - 1] ?? 0n)),
    );
  };
  expect(await ask(1, 2)).toEqual({ refused: [], deferred: [] });
  expect(await ask(1, 2, 3, 4)).toEqual({ refused: [], deferred: [4] });
  expect(await ask(4)).toEqual({ refused: [], deferred: [4] });
  await db.pool.query(
    `update snd_portfolio set first_time = now() - interval '24 hours' where portfolio_code = 'P8' and number_key = $1`,
    [keyOf(numbers[0] ?? 0n)],
  );
  expect(await ask(4)).toEqual({ refused: [], deferred: [] });
});

/** The kind of orders that bring codes, by channel. */
const CODES = { whatsapp: [whatsapp, 3], telegram: [telegram, 1], sms: [sms, 1] } as const;

describe.each(Object.keys(CODES) as (keyof typeof CODES)[])('codes by %s', (name) => {
  const [channel, kind] = CODES[name];
  const ordered = async (filterType: number = kind) => {
    const { id } = await orderIn(product, name, agent, 'running');
    await db.pool.query('update work_task set filter_type = $2, template_id = null where id = $1', [id, filterType]);
    return id;
  };
  /** A message of an order some minutes ago. */
  const sent = (order: string, number: bigint, minutes: number, { tenant = '000000', status = 2 } = {}) =>
    db.pool.query(
      `insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, task_id, line_no, e164, msg_type, status, create_time)
       values (gen_random_uuid(), $1, 7, $2, 1, 1, $3, 1, $4, 2, $5, now() - make_interval(mins => $6))`,
      [tenant, channel.businessType, order, number, status, minutes],
    );
  const ask = async (order: string, number: bigint) => {
    await db.pool.query('delete from snd_pair');
    return (await admitted(channel, order, [line(1, number)])).refused;
  };

  it('reach a person five times within an hour, and no more: in all channels together, in all forms of the number', async () => {
    const id = await ordered();
    // Two forms of one Mexican mobile; they belong to nobody.
    const [short, long] = [525555550151n, 5215555550151n];
    await db.pool.query('delete from snd_message where e164 = any($1)', [[short, long]]);
    const [others] = await Promise.all([
      Promise.all(Object.keys(CODES).map((one) => orderIn(product, one as 'sms', agent, 'running'))),
    ]);
    for (const [index, other] of others.entries()) {
      const [, ofCodes] = Object.values(CODES)[index] ?? [];
      await db.pool.query('update work_task set filter_type = $2 where id = $1', [other.id, ofCodes]);
      await sent(other.id, index === 0 ? short : long, 10 + index);
    }
    await sent(id, long, 59);
    // None of these is a code that the person got within the hour.
    await sent(id, long, 61);
    await sent(id, long, 1, { tenant: '100001' });
    await sent(id, long, 1, { status: 4 });
    await sent(await ordered(2), long, 1);
    expect(await ask(id, short)).toEqual([]);
    await sent(id, short, 58);
    expect(await ask(id, short)).toEqual([1]);
    expect(await ask(id, long)).toEqual([1]);
    expect(await ask(await ordered(2), short)).toEqual([]);
  });

  it('take the last place of the hour once, by two orders at once', async () => {
    const number = 12025550152n;
    const [first, second] = [await ordered(), await ordered()];
    await db.pool.query('delete from snd_message where e164 = $1', [number]);
    for (const minutes of [1, 2, 3, 4]) await sent(first, number, minutes);
    await db.pool.query('delete from snd_pair');
    // Another sender, so that the pause of one sender between two messages does not decide.
    await db.pool.query('update work_task set sender_id = $2 where id = $1', [second, senderId]);
    const handOver = (order: string) =>
      db.tx(async (tx) => {
        const { refused } = await admitMessages(
          app,
          tx,
          channel,
          await lockWork(tx, platform, BigInt(order)),
          [line(1, number)],
          'US',
        );
        if (refused.size === 0)
          await tx.execute(sql`
            insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, task_id, line_no, e164, msg_type)
            values (gen_random_uuid(), '000000', 7, ${channel.businessType}, 1, 1, ${BigInt(order)}, 1, ${number}, 2)`);
        return refused.size;
      });
    expect((await Promise.all([handOver(first), handOver(second)])).sort()).toEqual([0, 1]);
  });
});

it('a phone sends to the last part of its day; a longer text waits, and one longer than a day is refused', async () => {
  const { id } = await orderIn(product, 'sms', agent, 'running');
  const { rows } = await db.pool.query<{ phone: string }>(
    `select details ->> 'phoneId' as phone from work_task where id = $1`,
    [id],
  );
  const phone = BigInt(rows[0]?.phone ?? 0);
  await db.pool.query('update sms_phone set daily_limit = 10 where id = $1', [phone]);
  expect(await db.tx((tx) => countPhoneUse(tx, phone, 6))).toBe(true);
  const number = (n: number) => 12025550170n + BigInt(n);
  const of = (...parts: number[]) => parts.map((units, n) => line(n + 1, number(n), units));
  const ask = async (...parts: number[]) => {
    await db.pool.query('delete from snd_pair');
    return admitted(sms, id, of(...parts));
  };
  expect(await ask(4)).toEqual({ refused: [], deferred: [] });
  expect(await ask(5, 3, 1, 1)).toEqual({ refused: [], deferred: [1, 4] });
  expect(await ask(10)).toEqual({ refused: [], deferred: [1] });
  expect(await ask(11, 4)).toEqual({ refused: [1], deferred: [] });
  expect(await db.tx((tx) => countPhoneUse(tx, phone, 5))).toBe(false);
  const both = await Promise.all([1, 2].map(() => db.tx((tx) => countPhoneUse(tx, phone, 3))));
  expect(both.filter(Boolean)).toHaveLength(1);
});
