import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { copyTransaction } from '../../../kernel/db/copy-transaction.ts';
import type { Db } from '../../../kernel/db/index.ts';
import { reportBatch } from './batches.ts';
import { type BatchDefaults, commitBatch, moveToStock, openBatch, stagingCopy } from './index.ts';

/** Helpers for tests about stock. Numbers come from the fictional range: +1 NPA 555 0100 to 0199. */

export const stockKeeper: Actor = { ...systemActor('000000'), userId: 1n, account: 'keeper', realName: 'Keeper' };

const AREA_CODES = [
  201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213, 214, 215, 216, 217, 218, 219, 224, 225, 228, 229, 231, 234,
  239, 240, 248, 251, 252, 253, 254, 256, 260, 262, 267, 269, 270, 272, 276, 281, 301,
];

/** The n-th fictional number, n below 4000. */
export const fictionalNumber = (n: number): bigint =>
  BigInt(AREA_CODES[Math.floor(n / 100)] ?? 0) * 10_000_000n + 10_000_000_000n + 5_550_100n + BigInt(n % 100);

export const fictionalNumbers = (count: number, from = 0): bigint[] =>
  Array.from({ length: count }, (_, index) => fictionalNumber(from + index));

export const defaults: BatchDefaults = {
  sourceType: 1,
  supplierName: 'Supplier',
  provenanceNote: 'Invoice 7',
  rightsAttested: 1,
  businessType: 1,
  numberType: 1,
  capability: 8,
  setupCost: '0',
  monthlyCost: '0',
  costPrice: '1200000',
  currency: BOOK_CURRENCY,
  leaseStart: null,
  leaseEnd: null,
  regDocStatus: 0,
  warehouseCode: 'WH01',
  remark: null,
};

/** A committed batch of ready numbers. @returns its batch number and the staged ids, in the order of the numbers */
export async function stageBatch(
  db: Db,
  numbers: readonly bigint[],
  own: Partial<BatchDefaults> = {},
  actor: Actor = stockKeeper,
): Promise<{ batchNo: string; ids: bigint[] }> {
  const batchDefaults = { ...defaults, ...own };
  const batch = await db.tx((tx) => openBatch(tx, actor, { batchName: 'Test', defaults: batchDefaults }));
  await copyTransaction(db, async (client) => {
    const { stream, add, take } = stagingCopy(client, batch, batchDefaults, actor);
    return {
      stream,
      chunks: async function* () {
        for (const number of numbers) add({ e164: Number(number), countryCode: 'US' });
        yield take();
      },
    };
  });
  await db.tx(async (tx) => {
    await reportBatch(tx, batch.id, { totalLines: numbers.length, goodLines: numbers.length, report: null });
    await commitBatch(tx, actor, batch.batchNo);
  });
  const rows = await db.drizzle.execute<{ id: bigint; e164: bigint }>(
    sql`select id, e164 from inv_staged where batch_id = ${batch.id}`,
  );
  const idOf = new Map(rows.rows.map(({ id, e164 }) => [BigInt(e164), BigInt(id)]));
  return { batchNo: batch.batchNo, ids: numbers.map((number) => idOf.get(number) ?? 0n) };
}

/** Numbers on sale. @returns their item ids, in the order of the numbers */
export async function stock(
  db: Db,
  numbers: readonly bigint[],
  own: Partial<BatchDefaults> = {},
  actor: Actor = stockKeeper,
): Promise<bigint[]> {
  const { ids } = await stageBatch(db, numbers, own, actor);
  await db.tx((tx) => moveToStock(tx, actor, ids));
  return itemIds(db, numbers);
}

/** The newest item of each number. */
export async function itemIds(db: Db, numbers: readonly bigint[]): Promise<bigint[]> {
  const rows = await db.drizzle.execute<{ id: bigint; e164: bigint }>(
    sql`select id, e164 from inv_item where e164 = any(${sql.param([...numbers])}::bigint[]) order by id`,
  );
  const idOf = new Map(rows.rows.map(({ id, e164 }) => [BigInt(e164), BigInt(id)]));
  return numbers.map((number) => idOf.get(number) ?? 0n);
}

/** Counts staged rows, batches by status, items and stored files: a refused call must leave them unchanged. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const result = await db.pool.query<{ what: string; n: number }>(`
    select 'staged' as what, count(*)::int as n from inv_staged
    union all select 'items', count(*)::int from inv_item
    union all select 'files', count(*)::int from kernel_file
    union all select 'open batches', count(*)::int from inv_batch where status in (0, 1, 5)
    union all select 'open tasks', count(*)::int from kernel_task where end_time is null`);
  return Object.fromEntries(result.rows.map(({ what, n }) => [what, n]));
}

/** A multipart body with fields and one file, as a browser sends it. */
export function multipart(
  fields: Readonly<Record<string, string | number>>,
  file?: { readonly name: string; readonly content: Uint8Array | string },
): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'test-boundary-7d1f';
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(file.content),
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { body: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
