import path from 'node:path';
import { parseArgs } from 'node:util';
import { DataFolderBusy, lockDataFolder } from '../kernel/config/data-lock.ts';
import { type Config, ConfigError, loadConfig } from '../kernel/config/index.ts';
import { runningCluster, startCluster } from '../kernel/db/embedded.ts';
import { type Db, openDb } from '../kernel/db/index.ts';
import { backUp } from './backup.ts';
import { Refused } from './manifest.ts';
import { restore } from './restore.ts';

const USAGE = `npm run backup -- 目录 FOLDER [--without-key]
npm run restore -- 目录 FOLDER`;
const CONNECTIONS = 4;

try {
  process.exitCode = await run();
} catch (error) {
  const isKnown = error instanceof Refused || error instanceof ConfigError || error instanceof DataFolderBusy;
  console.error(isKnown ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'without-key': { type: 'boolean' } },
  });
  const [command, folder] = positionals;
  if (!folder || (command !== 'backup' && command !== 'restore')) {
    console.error(USAGE);
    return 2;
  }
  const config = loadConfig(process.env);
  return command === 'backup'
    ? withDatabase(config, true, (db) => backUpAndTell(config, db, folder, values['without-key'] ?? false))
    : withDatabase(config, false, (db) => restoreAndTell(config, db, folder));
}

/** The database of the settings; the embedded one is started where it does not run, and left as it was found. */
async function withDatabase(
  config: Config,
  isServerAllowed: boolean,
  work: (db: Db) => Promise<number>,
): Promise<number> {
  const address = config.databaseDirectUrl ?? config.databaseUrl;
  if (address !== null) return using({ connectionString: address }, work);
  const unlock = await lockDataFolder(config.dataDir, isServerAllowed ? 0 : undefined).catch((error: unknown) => {
    if (isServerAllowed && error instanceof DataFolderBusy) return undefined;
    throw error;
  });
  // A server holds the folder: its database is asked, not started or stopped.
  if (!unlock) return using(await runningCluster(config.dataDir), work);
  try {
    const cluster = await startCluster({ dataDir: config.dataDir });
    try {
      return await using(cluster.connection, work);
    } finally {
      await cluster.stop();
    }
  } finally {
    await unlock();
  }
}

async function using(where: Parameters<typeof openDb>[0], work: (db: Db) => Promise<number>): Promise<number> {
  const db = openDb({ ...where, max: CONNECTIONS });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function backUpAndTell(config: Config, db: Db, folder: string, withoutKey: boolean): Promise<number> {
  const { database, files } = await backUp(config, db, { folder, withoutKey });
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`
已备份到 backed up to ${path.resolve(folder)}
  ${database.tables.length} 张表 tables, ${rows} 行 rows; ${files.count} 个文件 files, ${files.bytes} 字节 bytes`);
  if (files.elsewhere > 0)
    console.log(
      `  ${files.elsewhere} 个文件在租户自己的存储中，未包含 files lie in storages of tenants and are not included`,
    );
  console.log(
    withoutKey
      ? '  不含安装密钥，恢复时须用 SECRET_KEY 提供 without the key: give it with SECRET_KEY to restore'
      : '  包含安装密钥 secret.key：持有此目录即可读取其中全部密文，请将密钥另行保管\n  holds the key secret.key: with it every secret in the backup can be read. Keep the key elsewhere.',
  );
  if (files.missing.length === 0) return 0;
  console.error(
    `  ${files.missing.length} 个文件缺失或已损坏 files are missing or damaged: ${files.missing.slice(0, 10).join(', ')}`,
  );
  return 1;
}

async function restoreAndTell(config: Config, db: Db, folder: string): Promise<number> {
  const { manifest, books, stock, trails, proven } = await restore(config, db, folder);
  const said = (found: readonly object[]) => (found.length === 0 ? '✓' : `✗ ${JSON.stringify(found.slice(0, 10))}`);
  console.log(`
已恢复 restored: ${manifest.madeAt}, ${manifest.version}
  账目 books ${said(books)}
  库存 stock ${said(stock)}
  审计链 trails ${said(trails)} (${proven})`);
  return books.length + stock.length + trails.length === 0 ? 0 : 1;
}
