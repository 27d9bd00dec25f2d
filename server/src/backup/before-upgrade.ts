import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../kernel/config/index.ts';
import type { Db } from '../kernel/db/index.ts';
import { databaseVersion } from '../kernel/db/migrate.ts';
import { compareVersions, VERSION } from '../kernel/version.ts';
import { backUp } from './backup.ts';

/** A database above this size takes too long to back up at a start: its operators have backups of their own. */
const LARGEST_BYTES = 4 * 1024 ** 3;

/**
 * Prepares the upgrade of a database that an earlier version made: says both versions, and backs the installation up first, or says why not.
 * Does nothing for an empty database and one of this version or a later one.
 * @param say prints a line for the operator
 */
export async function prepareUpgrade(config: Config, db: Db, say: (line: string) => void): Promise<void> {
  const from = await databaseVersion(db);
  if (from === null || compareVersions(from, VERSION) >= 0) return;
  say(`\n正在从版本 ${from} 升级到 ${VERSION} Upgrading from version ${from} to ${VERSION} …`);
  const reason = await obstacle(config, db);
  if (reason) return say(`未自动备份 no backup was made: ${reason}`);
  const folder = path.join(config.dataDir, 'backups', `before-${VERSION}-${Date.now()}`);
  await backUp(config, db, { folder });
  say(`升级前已备份到 the installation was backed up to ${folder}`);
}

/** Returns why no backup is made, in both languages; undefined if one is. */
async function obstacle(config: Config, db: Db): Promise<string | undefined> {
  if (!config.backupBeforeUpgrade) return 'UPGRADE_BACKUP=0';
  const { rows } = await db.background.pool.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  );
  const bytes = Number(rows[0]?.bytes);
  const gigabytes = (bytes / 1024 ** 3).toFixed(1);
  if (bytes > LARGEST_BYTES)
    return `数据库有 ${gigabytes} GB，请自行备份 the database has ${gigabytes} GB; use your own backup`;
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail * bsize < bytes)
    return `${config.dataDir} 的磁盘空间不足 ${gigabytes} GB the disk of ${config.dataDir} has less than ${gigabytes} GB free`;
  return undefined;
}
