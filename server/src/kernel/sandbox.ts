import type { Db } from './db/index.ts';

/**
 * Whether services may be stood in for by the sandbox: where an operator switched it on (`SANDBOX`), or, when they said nothing,
 * where this installation holds demo data.
 */
export const isSandboxOpen = async (db: Db, setting: boolean | null): Promise<boolean> => setting ?? (await isDemo(db));

async function isDemo(db: Db): Promise<boolean> {
  const { rows } = await db.pool.query(`select from kernel_installation where key = 'demo' and value = 'loaded'`);
  return rows.length > 0;
}
