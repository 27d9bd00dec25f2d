import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ossKind } from '@trade-assistant/contract/areas/resource/oss.ts';
import type { Config } from '../kernel/config/index.ts';
import { dumpDatabase, hashing } from '../kernel/db/dump.ts';
import type { Db } from '../kernel/db/index.ts';
import { createFiles, type Files } from '../kernel/files/index.ts';
import { readKey } from '../kernel/secrets/index.ts';
import { VERSION } from '../kernel/version.ts';
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

export interface BackupOptions {
  /** Must not exist, or be empty. */
  readonly folder: string;
  /** Leaves the installation's key out. */
  readonly withoutKey?: boolean;
}

/**
 * Writes the whole installation into a folder, while it serves: every row in one snapshot, the files of its own storage, its key.
 * The folder gets its final name once it is complete. @throws Refused
 */
export async function backUp(config: Config, db: Db, options: BackupOptions): Promise<Manifest> {
  const folder = path.resolve(options.folder);
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new Refused(`目录 ${folder} 不为空`, `The folder ${folder} is not empty`);
  const key = await installationKey(config);
  if (!key)
    throw new Refused(
      `未找到安装密钥：${path.join(config.dataDir, KEY_FILE)} 不存在，也未设置 SECRET_KEY`,
      `No installation key found: neither ${path.join(config.dataDir, KEY_FILE)} nor SECRET_KEY`,
    );
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  const wanted: (KeptFile & { readonly expired: boolean })[] = [];
  let elsewhere = 0;
  const database = await dumpDatabase(db, part, async (client) => {
    const { rows } = await client.query<KeptFile & { expired: boolean; own: boolean }>(`
      select f.key, f.size::int8::float8 as size, f.sha256, coalesce(f.expires_at < now(), false) as expired,
        f.storage_id is null or coalesce(o.category = ${ossKind.is.local}, true) as own
      from kernel_file f left join sys_oss o on o.id = f.storage_id where f.ready order by f.id`);
    for (const { own, ...file } of rows)
      if (own) wanted.push(file);
      else elsewhere += 1;
  });
  const files = await createFiles(db, path.join(config.dataDir, 'storage'), config.bucket);
  const missing: string[] = [];
  const kept: KeptFile[] = [];
  for (const { expired, ...file } of wanted) {
    if (await copyOut(files, file, part)) kept.push(file);
    // One past its time may be deleted meanwhile.
    else if (!expired) missing.push(file.key);
  }
  await writeFile(path.join(part, FILE_LIST), JSON.stringify(kept), { mode: 0o600 });
  if (!options.withoutKey) await writeFile(path.join(part, KEY_FILE), `${key.toString('hex')}\n`, { mode: 0o600 });
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    madeAt: new Date().toISOString(),
    keyCheck: await keyCheckOf(key, config.dataDir),
    database,
    files: {
      count: kept.length,
      bytes: kept.reduce((sum, { size }) => sum + size, 0),
      sha256: await digestOfFile(path.join(part, FILE_LIST)),
      elsewhere,
      missing,
    },
  };
  await writeFile(path.join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rm(folder, { recursive: true, force: true });
  await rename(part, folder);
  return manifest;
}

/** The installation's key; undefined where none was made yet. */
export async function installationKey({ secretKey, dataDir }: Config): Promise<Buffer | undefined> {
  return secretKey ?? readKey((await readFile(path.join(dataDir, KEY_FILE), 'utf8').catch(() => '')).trim());
}

/** @returns whether it was there as the database knows it */
async function copyOut(files: Files, { key, sha256 }: KeptFile, folder: string): Promise<boolean> {
  const target = pathOfFile(folder, key);
  await mkdir(path.dirname(target), { recursive: true });
  const hash = createHash('sha256');
  try {
    await pipeline(await files.own.read(key), hashing(hash), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // A full disk is no missing file.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    await rm(target, { force: true });
    return false;
  }
  if (hash.digest('hex') === sha256) return true;
  await rm(target);
  return false;
}
