import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { verifyStockCounters } from '../../../engines/stock/inventory/index.ts';
import { type Answer, type TestUser, testApp } from '../../../testing/app.ts';
import { openMarket, stockNumbers } from '../../../testing/market.ts';
import { openRole } from '../../../testing/role.ts';

export const CALL = 'whatsapp/outbound';
/** Fictional range of Ofcom: +44 7700 900000 to 900999. */
const NUMBERS = Array.from({ length: 1000 }, (_, index) => 447700900000n + BigInt(index));

/** Returns the input of a new note: three numbers for internal use. */
export const newNote = (values: object = {}) => ({
  outboundType: 4,
  businessType: 1,
  countryCode: 'GB',
  numberType: 1,
  quantity: 3,
  strategy: 1,
  ...values,
});

/** Returns the data of a successful answer. */
export const dataOf = ({ status, body }: Answer) => {
  expect([status, body?.bizCode, body?.msg]).toEqual([200, undefined, expect.any(String)]);
  return body.data;
};

/** A thousand numbers in stock, a product, a stock keeper, and two agents; Anna has a sub-user. */
export async function openOutbound() {
  const app = await testApp();
  const keeper = await app.staff('warehouse');
  const agentA = await app.agent({ money: parseMoney('1000'), name: 'Anna' });
  const agentB = await app.agent({ money: parseMoney('1000'), name: 'Bert' });
  const subOfA = await app.agent({ parent: agentA, subUser: true });
  // Staff who create notes, without the permission to download others.
  const issuing = ['view', 'add', 'edit', 'export', 'deliver'].map((action) => `${CALL}:${action}`);
  await openRole(app.db, 'issuer', issuing);
  const productId = await openMarket(app.db, { country: 'GB' });
  await stockNumbers(app.db, NUMBERS, 'GB');

  const submit = async (values: object, who = keeper) => dataOf(await who.post(`${CALL}/submit`, values));
  return {
    app,
    keeper,
    agentA,
    agentB,
    subOfA,
    productId,
    submit,
    detail: async (id: string, who = keeper) => dataOf(await who.get(`${CALL}/detail`, { id })),
    /** Creates a note delivered at once. */
    delivered: (agent: TestUser | null, quantity = 3, more: object = {}) =>
      submit(
        newNote({ ...(agent ? { outboundType: 1, agentId: agent.id.toString() } : {}), quantity, status: 2, ...more }),
      ),
    /** Counts numbers by state. */
    stock: async () => {
      const { rows } = await app.db.drizzle.execute<{ s: number; n: number }>(
        sql`select stock_status as s, count(*)::int as n from inv_item group by 1 order by 1`,
      );
      return Object.fromEntries(rows.map(({ s, n }) => [s, n]));
    },
    numbersOf: async (id: string) => {
      const { rows } = await app.db.drizzle.execute<{ e164: string }>(
        sql`select e164::text from inv_outbound_line where outbound_id = ${BigInt(id)} and state = 1 order by item_id`,
      );
      return rows.map(({ e164 }) => e164);
    },
    /** Returns the log of exported files, newest first. */
    exportLog: async () => {
      const { rows } = await app.db.drizzle.execute<Record<string, unknown>>(
        sql`select *, row_count::int as rows from kernel_export_log order by id desc`,
      );
      return rows;
    },
    close: async () => {
      expect(await app.db.tx(verifyStockCounters)).toEqual([]);
      await app.close();
    },
  };
}
