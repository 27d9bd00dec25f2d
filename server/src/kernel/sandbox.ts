import type { Db } from './db/index.ts';

/**
 * Returns whether the sandbox may replace services: if an operator enabled it (`SANDBOX`) or, without that setting, if this installation
 * holds demo data.
 */
export const isSandboxOpen = async (db: Db, setting: boolean | null): Promise<boolean> => setting ?? (await isDemo(db));

async function isDemo(db: Db): Promise<boolean> {
  const { rows } = await db.pool.query(`select from kernel_installation where key = 'demo' and value = 'loaded'`);
  return rows.length > 0;
}
