import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { loadDemo } from '../demo/index.ts';
import { loadConfig } from '../kernel/config/index.ts';
import type { Db } from '../kernel/db/index.ts';
import { openSecrets } from '../kernel/secrets/index.ts';
import { type TestDb, testDb } from '../kernel/testing/index.ts';

/**
 * Longer than the demo's past and future together: no moved day meets one that has not moved yet. With the same leap years, so that ends
 * of months stay what they are.
 */
const AWAY = `interval '4 years'`;
/** The clocks of the machine itself. */
export const NOT_MOVED = ['kernel_timer', 'kernel_worker', 'schema_change'];
/** The settings of a server on the demo's data. */
export const DEMO_SETTINGS = { SECRET_KEY: '7'.repeat(64), PRIVATE_ENDPOINTS: '1' };

/** Returns a database with the demo's data, of which everything is due. Servers of tests copy it. */
export async function pastDemo(): Promise<TestDb> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-demo-'));
  try {
    const base = await testDb({ seeded: true });
    const { secretKey } = loadConfig({ DATA_DIR: dataDir, ...DEMO_SETTINGS });
    await loadDemo(base, { password: 'demo-Password-1', secrets: await openSecrets({ key: secretKey, dataDir }) });
    await passTime(base);
    return base;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Makes everything due: every time and day of the demo is moved back. */
async function passTime(db: Db): Promise<void> {
  const { rows: columns } = await db.pool.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attidentity = '' and a.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
       and c.relname <> all($1)
       -- Rows stay in their partition, and with the rows they refer to.
       and not exists (select from pg_partitioned_table p where p.partrelid = c.oid and a.attnum = any(p.partattrs::int2[]))
       and not exists (select from pg_constraint f where f.contype = 'f'
         and (f.conrelid = c.oid and a.attnum = any(f.conkey) or f.confrelid = c.oid and a.attnum = any(f.confkey)))`,
    [NOT_MOVED],
  );
  for (const table of new Set(columns.map(({ table }) => table))) {
    const moved = columns.filter((one) => one.table === table).map(({ column }) => column);
    await db.pool.query(`alter table ${table} disable trigger user`);
    await db.pool.query(`update ${table} set ${moved.map((column) => `${column} = ${column} - ${AWAY}`).join(', ')}`);
    await db.pool.query(`alter table ${table} enable trigger user`);
  }
}
