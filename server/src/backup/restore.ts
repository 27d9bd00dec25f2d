import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { acceptDemoTrail } from '../demo/trail.ts';
import { verifyLedger } from '../engines/money/ledger/index.ts';
import { verifyStockCounters } from '../engines/stock/inventory/index.ts';
import { trailTenants, verifyTrail } from '../kernel/audit/index.ts';
import type { Config } from '../kernel/config/index.ts';
import { isEmpty, loadDatabase } from '../kernel/db/dump.ts';
import type { Db } from '../kernel/db/index.ts';
import { migrate, numberedFiles } from '../kernel/db/migrate.ts';
import { makeMonths } from '../kernel/db/partitions.ts';
import { createFiles } from '../kernel/files/index.ts';
import { openSecrets, readKey } from '../kernel/secrets/index.ts';
import { compareVersions, FIRST_RELEASE, VERSION } from '../kernel/version.ts';
import { installationKey } from './backup.ts';
import {
  digestOfFile,
  FILE_LIST,
  FORMAT,
  KEY_FILE,
  type KeptFile,
  keyCheckOf,
  MANIFEST,
  type Manifest,
  pathOfFile,
  Refused,
} from './manifest.ts';

const DAYS_OF_A_MONTH = 30.4;

/** Findings of the verifications of a restored installation; empty lists mean success. */
export interface Restored {
  readonly manifest: Manifest;
  readonly books: readonly object[];
  readonly stock: readonly object[];
  readonly trails: readonly { readonly tenantId: string; readonly fault: string }[];
  /** Rows of trails that were proven. */
  readonly proven: number;
}

/**
 * Restores a backup into an empty database and a data folder without another key, then proves books, stock and trails. Everything is
 * checked before anything is written. @throws Refused
 */
export async function restore(config: Config, db: Db, from: string): Promise<Restored> {
  const folder = path.resolve(from);
  const manifest = await readManifest(folder);
  await refuseForeignTables(manifest);
  if (!(await isEmpty(db)))
    throw new Refused(
      '目标数据库不为空，只能恢复到空数据库',
      'The database is not empty; a backup can only be restored into an empty database',
    );
  const key = await keyFor(config, folder, manifest);
  await checkContents(folder, manifest);
  // The tables of the release that made the backup, which its rows fit; the later migrations follow with the rows in place.
  await migrate(db, { only: new Set(Object.keys(manifest.database.migrations)) });
  const { firstMonth } = manifest.database;
  if (firstMonth !== null) {
    const first = new Date(`${firstMonth}T00:00:00Z`);
    const months = Math.ceil((Date.now() - first.getTime()) / (DAYS_OF_A_MONTH * 86_400_000)) + 2;
    await makeMonths(db.background.drizzle, { from: first, months });
  }
  await loadDatabase(db, folder, manifest.database);
  await migrate(db);
  await putKey(config, key);
  await acceptDemoTrail(db.background, await openSecrets({ key, dataDir: config.dataDir }));
  await putFiles(config, db, folder);
  return { manifest, ...(await prove(config, db)) };
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Refused(
      `${folder} 不是完整的备份：缺少 ${MANIFEST}`,
      `${folder} is not a complete backup: ${MANIFEST} is missing`,
    );
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== FORMAT)
    throw new Refused(
      `备份格式 ${manifest.format} 不受此版本支持`,
      `This version does not support the backup format ${manifest.format}`,
    );
  return manifest;
}

/** Every file of the backup as it was written. */
async function checkContents(folder: string, { database, files }: Manifest): Promise<void> {
  const list = path.join(folder, FILE_LIST);
  const expected = new Map(database.tables.map(({ file, sha256 }) => [path.join(folder, file), sha256]));
  expected.set(list, files.sha256);
  const damaged = async () => {
    for (const [file, sha256] of expected)
      if ((await digestOfFile(file).catch(() => 'missing')) !== sha256) return file;
    return undefined;
  };
  let wrong = await damaged();
  if (wrong === undefined) {
    expected.clear();
    for (const { key, sha256 } of await listedFiles(folder)) expected.set(pathOfFile(folder, key), sha256);
    wrong = await damaged();
  }
  if (wrong !== undefined)
    throw new Refused(`备份已损坏：${wrong} 与清单不符`, `The backup is damaged: ${wrong} differs from the manifest`);
}

const listedFiles = async (folder: string): Promise<KeptFile[]> =>
  JSON.parse(await readFile(path.join(folder, FILE_LIST), 'utf8'));

/** The key the backup was made with, from the setting, the data folder or the backup itself. */
async function keyFor(config: Config, folder: string, { keyCheck }: Manifest): Promise<Buffer> {
  const own = await installationKey(config);
  const key = own ?? readKey((await readFile(path.join(folder, KEY_FILE), 'utf8').catch(() => '')).trim());
  if (!key)
    throw new Refused(
      '备份中没有安装密钥，请用 SECRET_KEY 提供',
      'The backup contains no installation key; provide it with SECRET_KEY',
    );
  if ((await keyCheckOf(key, config.dataDir)) === keyCheck) return key;
  throw own
    ? new Refused(
        `SECRET_KEY 或 ${path.join(config.dataDir, KEY_FILE)} 不是备份时的密钥`,
        `SECRET_KEY or ${path.join(config.dataDir, KEY_FILE)} differs from the key of the backup`,
      )
    : new Refused(
        `备份中的 ${KEY_FILE} 不是备份时的密钥`,
        `${KEY_FILE} in the backup differs from the key of the backup`,
      );
}

/** A backup of this version or of an earlier release has numbered files of this version only, all of the baseline among them. */
async function refuseForeignTables({ database, version }: Manifest): Promise<void> {
  const present = await numberedFiles();
  const made = Object.entries(database.migrations);
  const baseline = Object.keys(present).filter((name) => name.startsWith('baseline/'));
  if (
    made.every(([name, checksum]) => present[name] === checksum) &&
    baseline.every((name) => name in database.migrations)
  )
    return;
  if (compareVersions(version, VERSION) > 0)
    throw new Refused(
      `备份来自较新的版本 ${version}（此版本 ${VERSION}）；请用该版本或更新的版本恢复`,
      `The backup was made by the newer version ${version}; this is ${VERSION}. Restore it with that version or a later one`,
    );
  throw new Refused(
    `备份由版本 ${version} 建立，其表结构不属于任何发布版本（${FIRST_RELEASE} 起），无法升级；请在空数据库中新建安装，并用导出文件导入数据`,
    `The backup was made by version ${version} with tables that are not those of a release (${FIRST_RELEASE} or later) and cannot be upgraded. Start a new installation with an empty database and import exported lists into it`,
  );
}

async function putKey({ secretKey, dataDir }: Config, key: Buffer): Promise<void> {
  if (secretKey) return;
  await mkdir(dataDir, { recursive: true });
  await writeFile(path.join(dataDir, KEY_FILE), `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

async function putFiles(config: Config, db: Db, folder: string): Promise<void> {
  const directory = path.join(config.dataDir, 'storage');
  const files = await createFiles(db, directory, config.bucket);
  const passing = path.join(directory, 'incoming', 'restored');
  for (const { key } of await listedFiles(folder)) {
    await copyFile(pathOfFile(folder, key), passing);
    await files.own.take(passing, key);
  }
  await files.isOurs(true);
}

async function prove(config: Config, db: Db): Promise<Omit<Restored, 'manifest'>> {
  const secrets = await openSecrets({ key: config.secretKey, dataDir: config.dataDir });
  const { books, stock } = await db.background.tx(async (tx) => ({
    books: await verifyLedger(tx),
    stock: await verifyStockCounters(tx),
  }));
  const trails: { tenantId: string; fault: string }[] = [];
  let proven = 0;
  for (const tenantId of await trailTenants(db.background)) {
    const found = await verifyTrail(db.background, secrets, tenantId);
    proven += found.proven;
    if (found.problem) trails.push({ tenantId, fault: found.problem.fault });
  }
  return { books, stock, trails, proven };
}
