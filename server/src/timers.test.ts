import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from './testing/app.ts';
import { engineTimers } from './timers.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
});
afterAll(() => product.close());

it('books that do not add up are told to the log by night', async () => {
  await product.agent({ money: parseMoney('7') });
  const prove = async () => {
    await engineTimers.find(({ name }) => name === 'ledger/proof')?.run(product.app);
    await product.app.audit.flush();
    const { rows } = await product.db.pool.query(
      `select log_level, log_data from log_usual where log_id = 'LEDGER_MISMATCH'`,
    );
    return rows;
  };
  expect(await prove()).toEqual([]);
  await product.db.pool.query(
    'alter table fin_wallet disable trigger user; update fin_wallet set balance = balance + 1 where balance > 0; alter table fin_wallet enable trigger user',
  );
  expect(await prove()).toEqual([
    { log_level: 'error', log_data: expect.stringContaining('wallet-differs-from-entries') },
  ]);
});
