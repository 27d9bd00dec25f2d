import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealingPurpose } from '../../kernel/resource/sealed.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { orderedWithdrawal, withdrawer } from '../../testing/withdrawals.ts';

let product: TestApp;
let finance: TestUser;
/** Of the range banks use in examples. */
const CARD = '6222020000000000006';
beforeAll(async () => {
  product = await testApp();
  finance = await product.staff('finance');
});
afterAll(() => product.close());

/** One that waits, to a card. */
async function toCard(amount = '50'): Promise<string> {
  const id = await orderedWithdrawal(product, await withdrawer(product, { balance: 5_000_000_000n }), { amount });
  const sealed = product.app.secrets.seal(CARD, sealingPurpose(withdrawal.name, 'cardNo', '000000'));
  const payee = { holderName: 'Zhang San', countryCode: 'CN', bankName: '=Bank', branch: 'East', cardLast4: '0006' };
  await product.db.pool.query(
    `update pay_withdrawal set method_type = 2, payee_type = 1, payee = $2, card_no = $3, local_amount = 360, local_currency = 'CNY' where id = $1`,
    [id, JSON.stringify(payee), sealed],
  );
  return id;
}
const batch = (who: Pick<TestUser, 'post'>, ids: readonly string[]) =>
  who.post('agent/withdrawal/bank-batch', { ids: ids.join(',') });

it('holds whole card numbers, for who may, and is written down', async () => {
  const ids = [await toCard(), await toCard()];
  expect((await batch(product.guest as unknown as TestUser, ids)).status).toBe(401);
  expect((await batch(await product.staff('finance_check'), ids)).status).toBe(403);
  expect((await batch(await product.agent(), ids)).status).toBe(403);
  const { raw, status } = await batch(finance, ids);
  expect([status, raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  const { rows } = await product.db.pool.query(
    `select object_ids, masked, row_count::int, sha256 is not null as left from inv_export_log where source = 'payouts'`,
  );
  expect(rows).toEqual([{ object_ids: ids.join(','), masked: 0, row_count: 2, left: true }]);
  const { rows: states } = await product.db.pool.query(
    'select distinct status from pay_withdrawal where id = any($1)',
    [ids],
  );
  expect(states).toEqual([{ status: 0 }]);
});

it('holds nothing that may not be paid: no other places, no ended ones, none above the limit for one person', async () => {
  const elsewhere = await orderedWithdrawal(product, await withdrawer(product));
  expect((await batch(finance, [elsewhere])).body.bizCode).toBe('BATCH_NO_CARD');
  const large = await toCard('4000');
  expect((await batch(finance, [large])).body.bizCode).toBe('BATCH_UNCHECKED');
  const ended = await toCard();
  expect((await finance.post('agent/withdrawal/turn-down', { ids: ended, reason: 'No' })).status).toBe(200);
  expect((await batch(finance, [ended])).body.bizCode).toBe('BATCH_NOT_DUE');
  expect((await batch(finance, ['999999'])).status).toBe(404);
});

it('asks for the second factor, and is refused while the books do not agree', async () => {
  expect(withdrawal.calls['bank-batch'].stepUp).toBe(true);
  const id = await toCard();
  await product.db.pool.query(
    `insert into fin_proof (ok, mismatch_count, journal_count, duration_ms, operator_name) values (0, 1, 1, 1, 'test')`,
  );
  expect((await batch(finance, [id])).body.bizCode).toBe('LEDGER_MISMATCH');
});
