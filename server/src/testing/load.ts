import { Readable } from 'node:stream';
import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { ADMIN_PASSWORD } from '../kernel/testing/index.ts';
import { UNIT_PRICE } from './market.ts';
import type { ServerProcess } from './server-process.ts';

/** One purchase of a product of `openMarket`, repeated with one key until it is acknowledged. */
export interface PurchaseAttempt {
  readonly buyer: number;
  readonly product: bigint;
  readonly key: string;
  /** The acknowledged order; undefined before. */
  orderNo?: string;
}

/** @throws when it is refused, or acknowledged as another order than before */
export async function purchase(
  at: ServerProcess,
  token: string | undefined,
  specQty: number,
  attempt: PurchaseAttempt,
): Promise<void> {
  const answer = await at.client.send('/api/agent/product/buy', {
    method: 'POST',
    token,
    headers: { 'idempotency-key': attempt.key },
    body: {
      productId: String(attempt.product),
      quantity: 1,
      useDeclaration: 1,
      expectedAmount: formatMoney(times(parseMoney(UNIT_PRICE), specQty)),
    },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { orderNo } = answer.body.data;
  if (attempt.orderNo !== undefined && attempt.orderNo !== orderNo)
    throw new Error(`${attempt.key} was ${attempt.orderNo} and is now ${orderNo}`);
  attempt.orderNo = orderNo;
}

/** Imports numbers as the administrator, with the commit: a longer job, as the file has each number `repeats` times. */
export async function importNumbers(
  at: ServerProcess,
  numbers: readonly bigint[],
  repeats: number,
  password = ADMIN_PASSWORD,
): Promise<{ taskNo: string; batchNo: string }> {
  const once = Buffer.from(`${numbers.map((number) => `+${number}`).join('\n')}\n`);
  const answer = await at.client.upload('/api/whatsapp/pre-warehouse/import', {
    token: await at.signIn('admin', password),
    fields: {
      batchName: 'crash',
      numberType: '1',
      capability: '8',
      warehouseCode: 'main',
      sourceType: '4',
      rightsAttested: '1',
      costPrice: '0.1',
      provenanceNote: 'contract',
      commit: '1',
    },
    file: {
      name: 'numbers.txt',
      content: Readable.from(Array.from({ length: repeats }, () => once)),
      bytes: once.length * repeats,
    },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}
