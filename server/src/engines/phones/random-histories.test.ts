import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { micros, times } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../kernel/auth/actor.ts';
import { testDb } from '../../kernel/testing/index.ts';
import { balanceOf, verifyLedger } from '../ledger/index.ts';
import { money, newBuyer, staff } from '../orders/orders-fixture.ts';
import { leasePhone, renewPhone, setPhoneAutoRenew, turnPhones } from './index.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

const PHONES = 6;
const CLIENTS = 4;
const STEPS = 25;
const START = '40';
const PRICE = money('3.333333');

const step = fc.record({
  kind: fc.constantFrom('lease', 'lease', 'renew', 'auto', 'days', 'days', 'turn', 'turn', 'rested'),
  phone: fc.nat(PHONES - 1),
  buyer: fc.nat(2),
  months: fc.integer({ min: 1, max: 3 }),
  days: fc.integer({ min: 1, max: 45 }),
  isOn: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const EXPECTED = /^(BALANCE_NOT_ENOUGH|PHONE_NOT_FOR_LEASE|PHONE_NOT_YOURS|PHONE_TOO_FAR)$/;

async function openPhones(): Promise<bigint[]> {
  const { rows } = await db.pool.query(
    `with provider as (
       insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, status) values ('000000', 'texts', 'Texts', 2, 5, 1)
       returning id
     )
     insert into sms_phone (tenant_id, phone_no, phone_key, sender_type, country_code, capability, provider_id, owner_type, monthly_price)
     select '000000', 'FERN' || n, 'FERN' || n, 3, 'US', 5, provider.id, 2, $2::bigint from provider, generate_series(1, $1::int) n
     returning id::text`,
    [PHONES, String(PRICE)],
  );
  return rows.map(({ id }) => BigInt(id));
}

// A failure prints the seed; PHONES_SEED replays it (only the interleaving of the clients differs).
it('charges every month of a lease once with four clients and the timers, and ends leases after their paid months', async () => {
  const seed = Number(process.env['PHONES_SEED'] ?? Date.now() % 2 ** 31);
  const hint = `seed ${seed}`;
  const phones = await openPhones();
  const buyers: Actor[] = [];
  for (let n = 0; n < 3; n += 1) buyers.push(await newBuyer(db, { balance: START }));

  const play = async ({ kind, phone, buyer, months, days, isOn }: Step): Promise<void> => {
    const who = buyers[buyer] as Actor;
    const id = phones[phone] as bigint;
    const paid = { id, months, expectedAmount: micros(times(PRICE, months)) };
    if (kind === 'lease')
      await db.tx((tx) => leasePhone(tx, who, { ...paid, autoRenew: isOn ? 1 : 0 }), { retry: true });
    else if (kind === 'renew') await db.tx((tx) => renewPhone(tx, who, paid), { retry: true });
    else if (kind === 'auto') await db.tx((tx) => setPhoneAutoRenew(tx, who, id, isOn ? 1 : 0), { retry: true });
    else if (kind === 'days')
      await db.pool.query(
        `update sms_phone set lease_start = lease_start - $2::int, attempt_time = null,
           lease_end = ((lease_start - $2::int) + make_interval(months => lease_months))::date where id = $1 and lease_no is not null`,
        [id, days],
      );
    else if (kind === 'rested')
      await db.pool.query(
        'update sms_phone set quarantine_until = current_date - 2 where id = $1 and quarantine_until is not null',
        [id],
      );
    else await turnPhones(db);
  };

  const programs = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), {
    seed,
    numRuns: CLIENTS,
  });
  const unexpected: unknown[] = [];
  await Promise.all(
    programs.map(async (program) => {
      for (const one of program)
        try {
          await play(one);
        } catch (error) {
          if (!isAppError(error) || !EXPECTED.test(error.code)) unexpected.push([one, error]);
        }
    }),
  );
  expect(unexpected, hint).toEqual([]);
  await turnPhones(db);

  const { rows: wrong } = await db.drizzle.execute(sql`
    select 'gap' as problem, lease_no from sms_phone_month group by lease_no having count(*) <> max(month_no) or min(month_no) <> 1
    union all
    select 'present', p.lease_no from sms_phone p left join lateral (select count(*) as n from sms_phone_month where lease_no = p.lease_no) m on true
      where p.lease_no is not null and m.n <> p.lease_months
    union all
    select 'two owners', lease_no from sms_phone_month group by lease_no having count(distinct owner_id) > 1
    union all
    select 'state', lease_no from sms_phone p where lease_no is not null and (status = 4) <> (lease_end < (now() at time zone 'Asia/Shanghai')::date)
    union all
    select 'journal', m.lease_no from sms_phone_month m left join fin_journal j on j.id = m.journal_id
      where j.event_code is distinct from 'LEASE' or j.total_amount <> m.amount
    union all
    select 'hold', biz_no from fin_hold where biz_type = 'sms_lease' and (captured <> amount or status <> 1)`);
  expect(wrong, hint).toEqual([]);
  const { rows: total } = await db.drizzle.execute<{ months: string; n: number }>(
    sql`select coalesce(sum(amount), 0)::text as months, count(*)::int as n from sms_phone_month`,
  );
  expect(total[0]?.n, hint).toBeGreaterThan(3);
  let spent = 0n;
  for (const { userId } of buyers) {
    const { balance, bonus, frozenBalance } = await db.tx((tx) => balanceOf(tx, staff, { userId }));
    expect(frozenBalance, hint).toBe(0n);
    spent += money(START) - balance - bonus;
  }
  expect(spent, hint).toBe(BigInt(total[0]?.months ?? 0));
  expect(await db.tx((tx) => verifyLedger(tx)), hint).toEqual([]);
});
