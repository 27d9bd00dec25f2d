import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../auth/actor.ts';
import type { Db, Tx } from '../db/index.ts';
import { SNIFF_BYTES, type Sniffed, sniff } from '../file-formats/sniff.ts';
import { invariant } from '../invariant.ts';
import { tooLarge } from '../spreadsheet/errors.ts';
import { isStorageOf } from './identity.ts';
import { type Bucket, bucketStorage, folderStorage, isMissing, type Storage } from './storage.ts';
import { files } from './tables.ts';

export { readHead, type Sniffed, sniff } from '../file-formats/sniff.ts';
export { type Bucket, bucketStorage, type Storage } from './storage.ts';
export { watchStorage } from './watch.ts';

/** The storages of tenants. */
export interface Storages {
  /** The one a tenant's new files go to; null: the installation's own. */
  current(tenantId: string): Promise<bigint | null>;
  /** Null: the installation's own. */
  open(storageId: bigint): Promise<Storage | null>;
}
export const storageErrors = defineErrors({
  FILE_EMPTY: { status: 400, zh: '文件为空', en: 'The file is empty' },
  FILE_KIND: { status: 400, zh: '文件内容类型不支持', en: 'This kind of file content is not supported' },
  FILE_DAMAGED: {
    status: 500,
    zh: '文件内容与上传时不一致',
    en: 'The content of the file is not what was uploaded',
  },
  FILES_AWAY: {
    status: 503,
    zh: '文件存储暂时无法使用，请稍后再试',
    en: 'The file storage is temporarily unavailable, please try again later',
  },
  FILE_GONE: { status: 410, zh: '文件已过期或已删除', en: 'The file has expired or was deleted' },
});

const DEFAULT_LIFE_SECONDS = 7 * 24 * 3600;
const TICKET_LIFE_SECONDS = 60;
/** A row without content after this time belongs to an abandoned upload. */
const UNREADY_HOURS = 1;
const PURGE_BATCH = 500;
const NAME_MAX = 200;
/** Text that a browser would run from our origin; accepted only where the caller names it. */
const ACTIVE = new Set(['html', 'svg', 'xml']);

/** A file in storage. Its name is the uploader's, for people; its key is ours. */
export interface StoredFile {
  readonly id: bigint;
  readonly tenantId: string;
  readonly ownerId: bigint;
  readonly key: string;
  readonly name: string;
  /** Kind of the content by its bytes. */
  readonly kind: Sniffed['kind'];
  /** Of its content, without dot. */
  readonly extension: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly expiresAt: Date | null;
  /** The storage of its content; null: the installation's own. */
  readonly storageId: bigint | null;
}

export interface PutOptions {
  readonly actor: Actor;
  readonly name: string;
  readonly maxBytes: number;
  /** Kinds (or extensions, for `html`, `svg`, `xml`) the content may have; any when not given. */
  readonly allow?: readonly string[];
  /** The call that uploaded it, for files listed among the attachments. */
  readonly source?: string;
  /** How long it is kept: seven days by default, null for ever. */
  readonly lifeSeconds?: number | null;
}

/** Stored files: streamed in and out, never in memory, never under a name a user chose. */
export interface Files {
  /** The installation's own storage. */
  readonly own: Storage;
  /** Whether that storage is the one of this database. @param adopts makes it so @throws FILES_AWAY */
  isOurs(adopts?: boolean): Promise<boolean>;
  /**
   * Stores a stream. Refuses FILE_TOO_LARGE, FILE_EMPTY, FILE_KIND; every failure (also a lost connection)
   * leaves neither content nor row.
   */
  put(content: Readable, options: PutOptions): Promise<StoredFile>;
  /** FILE_GONE when it has expired or never was. */
  find(fileId: bigint): Promise<StoredFile>;
  /** The file of a storage key; FILE_GONE when it has expired or never was. */
  findByKey(key: string): Promise<StoredFile>;
  /** Keeps a file for ever, regardless of its lifetime. */
  keep(fileId: bigint): Promise<void>;
  open(fileId: bigint): Promise<Readable>;
  /** Lends the content as a local file, for readers that need to seek. Valid until the work ends. */
  withPath<T>(fileId: bigint, work: (path: string) => Promise<T>): Promise<T>;
  remove(fileId: bigint): Promise<void>;
  /**
   * Sets the lifetime of files from now, within the transaction: null for ever. Used when something begins or ceases to
   * use an upload.
   */
  setLife(tx: Tx, fileIds: readonly bigint[], lifeSeconds: number | null): Promise<void>;
  /** A one-time right to download the file within a minute, for a browser's own download. */
  ticket(fileId: bigint, actor: Actor): Promise<string>;
  /** The ticket's file; NOT_FOUND for a ticket that is used, old or made up. */
  redeem(ticket: string): Promise<StoredFile>;
  /**
   * Moves a file's content to another storage; its digest is verified on both sides before the old copy is deleted.
   * @returns false if it was removed meanwhile @throws FILE_GONE, FILE_DAMAGED, and refusals of the storages
   */
  moveTo(fileId: bigint, storageId: bigint): Promise<boolean>;
  /** Deletes expired files and abandoned uploads; returns how many. */
  purge(): Promise<number>;
}

/** A bucket that cannot be reached or refuses is away; content that it does not have is a fault of ours. */
const away = (error: unknown): unknown =>
  isMissing(error) ? error : Object.assign(storageErrors.FILES_AWAY(), { cause: error });

/** Files on the local disk below `directory`, or in a bucket; uploads pass through `directory` either way. */
export async function createFiles(
  db: Db,
  directory: string,
  bucket: Bucket | null = null,
  storages: Storages | null = null,
): Promise<Files> {
  const incoming = join(directory, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const own = await (bucket ? bucketStorage(bucket, away) : folderStorage(join(directory, 'files')));

  const storageOf = async (id: bigint | null): Promise<Storage> =>
    (id === null ? null : await storages?.open(id)) ?? own;

  const remove = async (fileId: bigint): Promise<void> => {
    const [row] = await db.drizzle
      .select({ key: files.key, storageId: files.storageId })
      .from(files)
      .where(eq(files.id, fileId));
    if (!row) return;
    await (await storageOf(row.storageId)).delete(row.key);
    await db.drizzle.delete(files).where(eq(files.id, fileId));
  };
  const found = async (which: SQL): Promise<StoredFile> => {
    const [row] = await db.drizzle
      .select()
      .from(files)
      .where(and(which, eq(files.ready, true)));
    if (!row || (row.expiresAt !== null && row.expiresAt <= new Date())) throw storageErrors.FILE_GONE();
    return toStored(row);
  };
  const find = (fileId: bigint): Promise<StoredFile> => found(eq(files.id, fileId));

  return {
    own,
    isOurs: (adopts = false) => isStorageOf(db, own, { folder: incoming, adopts }),
    find,
    findByKey: (key) => found(eq(files.key, key)),
    keep: async (fileId) => {
      await db.drizzle.update(files).set({ expiresAt: null }).where(eq(files.id, fileId));
    },
    remove,
    put: async (content, options) => {
      const temporary = join(incoming, randomUUID());
      try {
        const measured = await receive(content, temporary, options);
        const storageId = (await storages?.current(options.actor.tenantId)) ?? null;
        return await keep(db, await storageOf(storageId), { ...measured, storageId }, temporary, options);
      } finally {
        content.destroy();
        await rm(temporary, { force: true });
      }
    },
    open: async (fileId) => {
      const { key, storageId } = await find(fileId);
      return (await storageOf(storageId)).read(key);
    },
    withPath: async (fileId, work) => {
      const { key, storageId } = await find(fileId);
      return (await storageOf(storageId)).lend(key, join(incoming, randomUUID()), work);
    },
    moveTo: async (fileId, storageId) => {
      const { key, sha256, storageId: before } = await find(fileId);
      const [from, to] = [await storageOf(before), await storageOf(storageId)];
      const isOther = from !== to;
      let isCopied = false;
      if (isOther) {
        const temporary = join(incoming, randomUUID());
        try {
          await pipeline(await from.read(key), createWriteStream(temporary, { flags: 'wx', mode: 0o600 }));
          if ((await digestOf(createReadStream(temporary))) !== sha256) throw storageErrors.FILE_DAMAGED();
          // There already: left by a move that was interrupted, or the same place under another name, where nothing is deleted.
          isCopied = !(await holds(to, key, sha256));
          if (isCopied) await to.take(temporary, key);
        } finally {
          await rm(temporary, { force: true });
        }
        if (!(await holds(to, key, sha256))) throw storageErrors.FILE_DAMAGED();
      }
      const moved = await db.drizzle
        .update(files)
        .set({ storageId })
        .where(and(eq(files.id, fileId), sql`${files.storageId} is not distinct from ${before}`))
        .returning({ id: files.id });
      if (isCopied) await (moved.length > 0 ? from : to).delete(key);
      return moved.length > 0;
    },
    setLife: async (tx, fileIds, lifeSeconds) => {
      if (fileIds.length === 0) return;
      const expiresAt = lifeSeconds === null ? null : new Date(Date.now() + lifeSeconds * 1000);
      await tx
        .update(files)
        .set({ expiresAt })
        .where(inArray(files.id, [...fileIds]));
    },
    ticket: async (fileId, actor) => {
      const token = randomBytes(24).toString('base64url');
      await db.pool.query(
        `insert into kernel_file_ticket (token_hash, file_id, user_id, expires_at)
         values ($1, $2, $3, now() + make_interval(secs => $4))`,
        [hash(token), fileId.toString(), actor.userId.toString(), TICKET_LIFE_SECONDS],
      );
      return token;
    },
    redeem: async (ticket) => {
      const { rows } = await db.pool.query<{ file_id: string }>(
        'delete from kernel_file_ticket where token_hash = $1 and expires_at > now() returning file_id::text',
        [hash(ticket)],
      );
      const [row] = rows;
      if (!row) throw commonErrors.NOT_FOUND();
      return find(BigInt(row.file_id));
    },
    purge: async () => {
      await db.pool.query('delete from kernel_file_ticket where expires_at < now()');
      const { rows } = await db.pool.query<{ id: string }>(
        `select id::text from kernel_file
         where expires_at <= now() or (not ready and create_time < now() - make_interval(hours => $1)) limit $2`,
        [UNREADY_HOURS, PURGE_BATCH],
      );
      for (const { id } of rows) await remove(BigInt(id));
      await sweep(incoming);
      return rows.length;
    },
  };
}

interface Measured {
  readonly size: number;
  readonly sha256: string;
  readonly kind: Sniffed['kind'];
  readonly extension: string;
}

const holds = async (storage: Storage, key: string, sha256: string): Promise<boolean> => {
  try {
    return (await digestOf(await storage.read(key))) === sha256;
  } catch {
    return false;
  }
};

async function digestOf(content: Readable): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(content, digest);
  return digest.digest('hex');
}

/** Writes the stream to a temporary file, counting, hashing and looking at its first bytes on the way. */
async function receive(content: Readable, path: string, options: PutOptions): Promise<Measured> {
  const digest = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > options.maxBytes) {
        done(tooLarge(options.maxBytes));
        return;
      }
      if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
      digest.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(content, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const found = await sniff(head);
  if (options.allow) {
    if (found.kind === 'empty') throw storageErrors.FILE_EMPTY();
    const named = options.allow.includes(found.extension);
    if (!named && (!options.allow.includes(found.kind) || ACTIVE.has(found.extension))) throw storageErrors.FILE_KIND();
  }
  return { size, sha256: digest.digest('hex'), kind: found.kind, extension: found.extension };
}

/** The row first, then the content, then the row's `ready`: at no moment is there content that no row knows. */
async function keep(
  db: Db,
  storage: Storage,
  measured: Measured & { readonly storageId: bigint | null },
  temporary: string,
  options: PutOptions,
): Promise<StoredFile> {
  const { actor } = options;
  const life = options.lifeSeconds === undefined ? DEFAULT_LIFE_SECONDS : options.lifeSeconds;
  const unique = randomUUID();
  const [row] = await db.drizzle
    .insert(files)
    .values({
      ...measured,
      tenantId: actor.tenantId,
      ownerId: actor.userId,
      key: `${actor.tenantId}/${unique.slice(0, 2)}/${unique}`,
      originalName: cleanName(options.name),
      source: options.source ?? null,
      ownerName: actor.realName.slice(0, 64),
      expiresAt: life === null ? null : new Date(Date.now() + life * 1000),
    })
    .returning();
  invariant(row, 'file-row-inserted', options.name);
  try {
    await storage.take(temporary, row.key);
    await db.drizzle.update(files).set({ ready: true }).where(eq(files.id, row.id));
  } catch (error) {
    await storage.delete(row.key).catch(() => {});
    await db.drizzle.delete(files).where(eq(files.id, row.id));
    throw error;
  }
  return toStored(row);
}

const toStored = (row: typeof files.$inferSelect): StoredFile => ({
  id: row.id,
  tenantId: row.tenantId,
  ownerId: row.ownerId,
  key: row.key,
  name: row.originalName,
  kind: row.kind,
  extension: row.extension,
  size: row.size,
  sha256: row.sha256,
  expiresAt: row.expiresAt,
  storageId: row.storageId,
});

/** The last part of a path in any system's notation, without control characters. */
export function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const printable = last.replace(/\p{C}/gu, '').trim().slice(-NAME_MAX);
  return /^\.*$/.test(printable) ? 'file' : printable;
}

/** Temporary files a crash left behind. */
async function sweep(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > UNREADY_HOURS * 3_600_000) await rm(path, { force: true });
  }
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
