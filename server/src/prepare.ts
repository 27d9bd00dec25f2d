import { commentColumns } from './column-comments.ts';
import { seedMessageRules } from './engines/messaging/compliance/index.ts';
import { seedDictionaries } from './engines/office/dictionaries/index.ts';
import { seedRegions } from './engines/office/regions/index.ts';
import { DEFAULT_TENANT, type SeedResult, seedIdentity } from './engines/people/identity/index.ts';
import { seedCountries, seedWarehouse } from './engines/stock/inventory/index.ts';
import { seedErrorPolicies } from './engines/vendors/providers/index.ts';
import type { Db } from './kernel/db/index.ts';
import { seedParameters } from './kernel/parameters/index.ts';

/** Seeds a new installation. Adds missing rows, changes no existing ones. */
export async function seedInstallation(db: Db, options: { adminPassword?: string | undefined }): Promise<SeedResult> {
  const seeded = await seedIdentity(db, options);
  await db.tx(async (tx) => {
    await seedParameters(tx);
    await seedDictionaries(tx);
    await seedCountries(tx, DEFAULT_TENANT);
    await seedWarehouse(tx, DEFAULT_TENANT);
    await seedRegions(tx);
    await seedMessageRules(tx);
    await seedErrorPolicies(tx);
  });
  await commentColumns(db);
  return seeded;
}
