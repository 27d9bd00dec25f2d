import { fictionalNumbers, stock } from '../engines/stock/inventory/stock-fixture.ts';
import { openSupplierClaims } from '../engines/stock/supplier-claims/index.ts';
import { addSuppliers, nameKey } from '../engines/stock/suppliers/index.ts';
import type { TestApp } from './app.ts';

/** Numbers that other tests of a file do not use. */
const FIRST = 3000;
let next = 0;

type Where = Pick<TestApp, 'db' | 'admin'>;

/** Stocks a batch of a supplier at a cost of 1.2 each. @returns the ids of its numbers in stock */
export async function suppliedNumbers({ db, admin }: Where, count: number, supplier = `Seller ${next}`) {
  const actor = await admin.actor();
  const book = await db.tx((tx) => addSuppliers(tx, actor, [supplier]));
  const supplierId = book.get(nameKey(supplier))?.id ?? 0n;
  const numbers = fictionalNumbers(count, FIRST + next);
  next += count;
  const itemIds = await stock(db, numbers, { supplierName: supplier, supplierId: String(supplierId) });
  return { itemIds, numbers, supplierId };
}

/** Opens a claim for numbers of a new supplier. @returns its id */
export async function claimed(app: Where, count = 1): Promise<string> {
  const { itemIds } = await suppliedNumbers(app, count);
  const actor = await app.admin.actor();
  const items = itemIds.map((itemId) => ({ itemId, evidence: 'Inactive twice' }));
  const { claimIds } = await app.db.tx((tx) => openSupplierClaims(tx, actor, { items }));
  return String(claimIds[0]);
}
