import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { afterAll, expect, it } from 'vitest';
import { unzipped } from '../../kernel/file-formats/zip.ts';
import { sealingPurpose } from '../../kernel/resource/sealed.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openPayoutMethod, orderedWithdrawal, withdrawer } from '../../testing/withdrawals.ts';

/** A bank's example number. */
const CARD = '6222020000000000006';
const product = await testApp();
const finance = await product.staff('finance');
afterAll(() => product.close());

/** Orders a waiting withdrawal to a card. */
async function toCard(amount = '50', fee = '0'): Promise<string> {
  const paymentMethod = await openPayoutMethod(product, { fee_fixed: fee });
  const own = await withdrawer(product, { balance: 5_000_000_000n });
  const id = await orderedWithdrawal(product, own, { amount, paymentMethod });
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

it('holds whole card numbers and leaves an audit entry', async () => {
  const ids = [await toCard(), await toCard()];
  const { raw, status } = await batch(finance, ids);
  expect([status, raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  const { rows } = await product.db.pool.query(
    `select object_ids, masked, row_count::int, sha256 is not null as left from kernel_export_log where source = 4`,
  );
  expect(rows).toEqual([{ object_ids: ids.join(','), masked: 0, row_count: 2, left: true }]);
  const { rows: states } = await product.db.pool.query(
    'select distinct status from pay_withdrawal where id = any($1)',
    [ids],
  );
  expect(states).toEqual([{ status: 0 }]);
});

it('is an archive that opens only with its password, which is stored nowhere', async () => {
  const ids = [await toCard()];
  const password = 'Harbour-crane-27';
  const asked = (more: Record<string, string>, headers = {}) =>
    finance.post('agent/withdrawal/bank-batch', { ids: ids.join(','), ...more }, headers);
  const { raw, status, headers } = await asked({ password }, { 'idempotency-key': 'bank-batch-with-password' });
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  const [[name, workbook] = []] = await unzipped(raw, password);
  expect(name).toMatch(/\.xlsx$/);
  expect(String((await unzipped(workbook!)).get('xl/worksheets/sheet1.xml'))).toContain(CARD);
  expect(raw.includes(CARD)).toBe(false);
  // AES instead of the format's old encryption.
  expect(raw.readUInt16LE(8)).toBe(99);
  await expect(unzipped(raw, 'Harbour-crane-28')).rejects.toThrow(/password/i);
  for (const wrong of ['short', 'x'.repeat(65), '港口的起重机在装卸货物编号二七'])
    expect((await asked({ password: wrong })).body, wrong).toMatchObject({ code: 400, bizCode: 'BAD_REQUEST' });
  const wanted = { call: 'agent/withdrawal/bank-batch', input: { ids: ids.join(','), password }, reason: 'Large' };
  expect((await finance.post('desk/approval/ask-export', wanted)).body.bizCode).toBe('EXPORT_WITH_PASSWORD');
  // Calls are logged a moment later.
  const logged = async () =>
    (await product.db.pool.query(`select 1 from log_api where request_uri = '/api/desk/approval/ask-export'`)).rowCount;
  await expect.poll(logged).toBe(1);
  expect(await tablesHolding(password)).toEqual([]);
});

/** Returns the tables with a row that contains a text. */
async function tablesHolding(text: string): Promise<string[]> {
  const { rows } = await product.db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: holding } = await product.db.pool.query(`select 1 from ${name} t where t::text like $1 limit 1`, [
      `%${text}%`,
    ]);
    if (holding.length > 0) found.push(name);
  }
  return found;
}

it('excludes withdrawals to other places, ended ones and those above one person’s limit', async () => {
  const elsewhere = await orderedWithdrawal(product, await withdrawer(product));
  expect((await batch(finance, [elsewhere])).body.bizCode).toBe('BATCH_NO_CARD');
  const large = await toCard('4000');
  expect((await batch(finance, [large])).body.bizCode).toBe('BATCH_UNCHECKED');
  // The limit applies to the amount that leaves the wallet, with the fee.
  const other = await product.staff('finance');
  expect((await batch(other, [await toCard('1000.5', '1000000')])).body.bizCode).toBe('BATCH_UNCHECKED');
  expect((await batch(other, [await toCard('1000', '1000000')])).status).toBe(200);
  const ended = await toCard();
  expect((await finance.post('agent/withdrawal/turn-down', { ids: ended, reason: 'No' })).status).toBe(200);
  expect((await batch(finance, [ended])).body.bizCode).toBe('BATCH_NOT_DUE');
  expect((await batch(finance, ['999999'])).status).toBe(404);
});

it('needs the second factor, and is refused while the ledger is bad', async () => {
  expect(withdrawal.calls['bank-batch'].stepUp).toBe(true);
  const id = await toCard();
  await product.db.pool.query(
    `insert into fin_proof (ok, mismatch_count, journal_count, duration_ms, operator_name) values (0, 1, 1, 1, 'test')`,
  );
  expect((await batch(finance, [id])).body.bizCode).toBe('LEDGER_MISMATCH');
});
