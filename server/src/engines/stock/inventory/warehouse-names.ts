import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { inventoryErrors } from './errors.ts';
import { warehouses } from './tables.ts';

/** Returns a tenant's warehouse names by code in the reader's language, including removed warehouses. */
export async function warehouseNames(db: Db, tenantId: string, locale: Locale): Promise<ReadonlyMap<string, string>> {
  const rows = await db.drizzle
    .select({ code: warehouses.warehouseCode, nameZh: warehouses.nameZh, nameEn: warehouses.nameEn })
    .from(warehouses)
    .where(eq(warehouses.tenantId, tenantId));
  return new Map(rows.map(({ code, nameZh, nameEn }) => [code, locale === 'en' ? nameEn : nameZh]));
}

/** @throws WAREHOUSE_UNKNOWN for a code without an enabled warehouse */
export async function assertWarehouse(tx: Tx, actor: Actor, code: string): Promise<void> {
  const { tenantId, warehouseCode, status, deletedAt } = warehouses;
  const [found] = await tx
    .select({ id: warehouses.id })
    .from(warehouses)
    .where(and(eq(tenantId, actor.tenantId), eq(warehouseCode, code), eq(status, 1), isNull(deletedAt)));
  if (!found) throw inventoryErrors.WAREHOUSE_UNKNOWN({ code });
}
