import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import { refusalOf } from '../../money/ledger/ledger-fixture.ts';
import { countSpending, spentBy } from './spending.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

let keys = 0;

/** Adds a key with caps. @returns its id */
async function newKey(day: string | null, month: string | null): Promise<bigint> {
  keys += 1;
  const cap = (amount: string | null) => (amount === null ? null : parseMoney(amount));
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into open_key (tenant_id, owner_id, owner_path, owner_name, key_name, key_id, key_hash, spend_day, spend_month, status)
     values ('000000', 7, '/7/', 'Agent', 'Shop', $1, 'x', $2, $3, 1) returning id::text`,
    [`key-${keys}`, cap(day), cap(month)],
  );
  return BigInt(rows[0]?.id ?? 0);
}
/** Records spending of a key on another day: of this month, or the last one of the month before. */
const spentOn = (key: bigint, day: 'this month' | 'last month', amount: string) =>
  db.pool.query(
    `with today as (select (now() at time zone 'Asia/Shanghai')::date as day), first as (select date_trunc('month', day)::date as day from today)
     insert into open_spend (key_id, day, amount)
     select $1, case when $2 then first.day + (today.day = first.day)::int else first.day - 1 end, $3 from today, first`,
    [key, day === 'this month', parseMoney(amount)],
  );
const spend = (key: bigint, amount: string) => refusalOf(db, (tx) => countSpending(tx, key, parseMoney(amount)));
const spent = async (key: bigint) => (await spentBy(db.drizzle, '000000', [key])).get(key);

it('a key spends up to its cap of a day and not a micro-unit more; what was refused does not count', async () => {
  const key = await newKey('5', null);
  expect(await spend(key, '4.999999')).toBeNull();
  expect(await spend(key, '0.000002')).toBe('KEY_SPEND_DAY');
  expect(await spend(key, '0.000001')).toBeNull();
  expect(await spend(key, '0.000001')).toBe('KEY_SPEND_DAY');
  expect(await spent(key)).toEqual({ day: parseMoney('5'), month: parseMoney('5') });
});

it('the cap of a month counts its other days, and none of the month before', async () => {
  const key = await newKey('5', '8');
  await spentOn(key, 'last month', '8');
  await spentOn(key, 'this month', '5');
  expect(await spend(key, '3.000001')).toBe('KEY_SPEND_MONTH');
  expect(await spend(key, '3')).toBeNull();
  expect(await spend(key, '0.000001')).toBe('KEY_SPEND_MONTH');
  expect(await spent(key)).toEqual({ day: parseMoney('3'), month: parseMoney('8') });
});

it.each([
  ['day', '5', null],
  ['month', null, '5'],
] as const)('two purchases at once cannot both take the rest of a %s', async (_of, day, month) => {
  const key = await newKey(day, month);
  const refusals = await Promise.all([spend(key, '3'), spend(key, '3')]);
  expect(refusals.filter((code) => code === null)).toHaveLength(1);
  expect((await spent(key))?.month).toBe(parseMoney('3'));
});

it('a key without caps, and one with a cap of nothing', async () => {
  expect(await spend(await newKey(null, null), '999999')).toBeNull();
  expect(await spend(await newKey('0', null), '0.000001')).toBe('KEY_SPEND_DAY');
  expect(await spend(await newKey(null, '0'), '0.000001')).toBe('KEY_SPEND_MONTH');
});
