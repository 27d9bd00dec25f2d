import type { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, inArray } from 'drizzle-orm';
import {
  arrivingInBatch,
  batches,
  forecastOf,
  type InLine,
  inventoryErrors,
  lineOf,
} from '../../../engines/stock/inventory/index.ts';
import { products } from '../../../engines/stock/orders/index.ts';
import { type PreOrder, preOrders } from '../../../engines/stock/preorders/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';

/** The line by kind of number; readers see the pre-orders in their scope, agents also how many numbers are awaited before them: none. */
export async function queue(c: Context, { productId, ...place }: CallInput<typeof preOrder, 'queue', 'out'>) {
  const asked = productId === undefined ? place : { ...place, ...(await placeOf(c, productId)) };
  const line = await lineOf(c.app.db, c.actor.tenantId, asked);
  const rows = await reached(c, line);
  const kinds = new Map<string, InLine[]>();
  for (const entry of line) {
    if (!rows.has(entry.preorderId)) continue;
    const key = [entry.businessType, entry.countryCode, entry.numberType, entry.capability].join(':');
    kinds.set(key, [...(kinds.get(key) ?? []), entry]);
  }
  return [...kinds.values()].map((entries) => {
    const { businessType, countryCode, numberType, capability, perDay } = entries[0] as InLine;
    return {
      ...{ businessType, countryCode, numberType, capability, perDay },
      waiting: entries.reduce((sum, { waiting }) => sum + waiting, 0),
      locked: entries.reduce((sum, { locked }) => sum + locked, 0),
      preOrders: entries.map(({ preorderId, place: position, waiting, locked, expectedOn }) => {
        const { id, preOrderNo, agentName, approveTime, latestDate, skipReason } = rows.get(preorderId) as PreOrder;
        return {
          id,
          preOrderNo,
          agentName,
          place: position,
          waiting,
          locked,
          approveTime,
          latestDate,
          expectedOn,
          skipReason,
        };
      }),
    };
  });
}

/** Returns how many numbers of a batch each waiting pre-order would get, in the order of the line. */
export async function forecast(c: Context, { batchNo }: CallInput<typeof preOrder, 'forecast', 'out'>) {
  const { tenantId } = c.actor;
  await assertBatch(c, batchNo);
  const arriving = await arrivingInBatch(c.app.db.drizzle, tenantId, batchNo);
  const numbers = arriving.reduce((sum, { n }) => sum + n, 0);
  const given = await forecastOf(c.app.db.drizzle, tenantId, arriving);
  const line = (await lineOf(c.app.db, tenantId)).filter(({ preorderId }) => given.has(preorderId));
  const rows = await reached(c, line);
  return {
    numbers,
    left: numbers - [...given.values()].reduce((sum, n) => sum + n, 0),
    preOrders: line
      .sort((a, b) => a.since.getTime() - b.since.getTime() || (a.preorderId < b.preorderId ? -1 : 1))
      .flatMap(({ preorderId, waiting }) => {
        const row = rows.get(preorderId);
        const n = given.get(preorderId) ?? 0;
        if (!row) return [];
        const { id, preOrderNo, agentName, productName, productNameEn } = row;
        const name = c.locale === 'en' ? productNameEn || productName : productName;
        return [{ id, preOrderNo, agentName, productName: name, numbers: n, waiting, isFilled: n >= waiting }];
      }),
  };
}

/** @throws BATCH_UNKNOWN */
async function assertBatch(c: Context, batchNo: string): Promise<void> {
  const found = await c.app.db.drizzle
    .select({ id: batches.id })
    .from(batches)
    .where(and(visible(c.actor, batches, 'tenant'), eq(batches.batchNo, batchNo)));
  if (found.length === 0) throw inventoryErrors.BATCH_UNKNOWN({ batchNo });
}

/** Returns the pre-orders of a line in the reader's scope, by id. */
async function reached(c: Context, line: readonly InLine[]): Promise<Map<bigint, PreOrder>> {
  if (line.length === 0) return new Map();
  const rows = await c.app.db.drizzle
    .select()
    .from(preOrders)
    .where(
      and(
        visible(c.actor, preOrders, 'owner'),
        inArray(
          preOrders.id,
          line.map(({ preorderId }) => preorderId),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the place of a product's numbers. */
async function placeOf(c: Context, productId: bigint) {
  const [product] = await c.app.db.drizzle
    .select({ businessType: products.businessType, countryCode: products.countryCode })
    .from(products)
    .where(and(visible(c.actor, products, 'tenant'), eq(products.id, productId)));
  return product ? { businessType: product.businessType, countryCode: product.countryCode ?? '' } : { countryCode: '' };
}
