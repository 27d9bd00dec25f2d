import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { eq } from 'drizzle-orm';
import type { Db } from '../../kernel/db/index.ts';
import { warehouses } from './tables.ts';

/** Returns a tenant's warehouse names by code in the reader's language, including removed warehouses. */
export async function warehouseNames(db: Db, tenantId: string, locale: Locale): Promise<ReadonlyMap<string, string>> {
  const rows = await db.drizzle
    .select({ code: warehouses.warehouseCode, nameZh: warehouses.nameZh, nameEn: warehouses.nameEn })
    .from(warehouses)
    .where(eq(warehouses.tenantId, tenantId));
  return new Map(rows.map(({ code, nameZh, nameEn }) => [code, locale === 'en' ? nameEn : nameZh]));
}
