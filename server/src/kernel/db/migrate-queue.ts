import { Logger, runMigrations } from 'graphile-worker';
import type { Db } from './index.ts';
import { plainPool } from './plain-pool.ts';

/** Brings the job queue's own tables up to date; part of every migration of the database, safe on several nodes at once. */
export async function migrateQueue(db: Db): Promise<void> {
  const pool = plainPool(db, 2, 'trade-assistant queue migration');
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}
