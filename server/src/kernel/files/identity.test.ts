import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDb } from '../testing/index.ts';
import { isStorageOf } from './identity.ts';
import { folderStorage, type Storage } from './storage.ts';

const db = await testDb();
const folder = await mkdtemp(join(tmpdir(), 'identity-'));
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});
let count = 0;
const opened = (): Promise<Storage> => {
  count += 1;
  return folderStorage(join(folder, `storage-${count}`));
};
const isOwn = (storage: Storage, adopts = false) => isStorageOf(db, storage, { folder, adopts });

beforeEach(() => db.pool.query(`delete from kernel_installation where key = 'storage'`));

test('the first storage belongs to the database, on each node that shares it', async () => {
  const storage = await opened();
  expect(await isOwn(storage)).toBe(true);
  expect(await isOwn(storage)).toBe(true);
});

test('a folder of a node’s own, and the storage of another installation, do not', async () => {
  const [storage, empty, other] = [await opened(), await opened(), await opened()];
  await isOwn(other);
  await db.pool.query(`delete from kernel_installation where key = 'storage'`);
  await isOwn(storage);
  expect(await isOwn(empty)).toBe(false);
  expect(await isOwn(other)).toBe(false);
  expect(await isOwn(storage)).toBe(true);
});

test('nodes that start at once on a new installation agree', async () => {
  const storage = await opened();
  expect(await Promise.all(Array.from({ length: 5 }, () => isOwn(storage)))).toEqual(Array(5).fill(true));
  expect(await isOwn(storage)).toBe(true);
});

test('a first start that crashed before the database knew goes on with what the storage has', async () => {
  const storage = await opened();
  await isOwn(storage);
  await db.pool.query(`delete from kernel_installation where key = 'storage'`);
  expect(await isOwn(storage)).toBe(true);
});

test('a storage is adopted on request alone', async () => {
  const [storage, replaced] = [await opened(), await opened()];
  await isOwn(storage);
  expect(await isOwn(replaced)).toBe(false);
  expect(await isOwn(replaced, true)).toBe(true);
  expect(await isOwn(replaced)).toBe(true);
});

test('an error of the storage is no answer', async () => {
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const storage = { ...(await opened()), read: () => Promise.reject(away) };
  await expect(isOwn(storage)).rejects.toBe(away);
});

test('a storage that refuses the first write leaves the database without an identity', async () => {
  const storage = await opened();
  const refused = new Error('refused');
  await expect(isOwn({ ...storage, take: () => Promise.reject(refused) })).rejects.toBe(refused);
  expect(await isOwn(storage)).toBe(true);
});

test('a service that refuses to say whether a key has content counts as without', async () => {
  const storage = await opened();
  let isWritten = false;
  const forbidden = Object.assign(new Error('Access Denied'), { $metadata: { httpStatusCode: 403 } });
  const careful: Storage = {
    ...storage,
    take: async (...given) => {
      await storage.take(...given);
      isWritten = true;
    },
    read: (key) => (isWritten ? storage.read(key) : Promise.reject(new Error('unreadable', { cause: forbidden }))),
  };
  expect(await isOwn(careful)).toBe(true);
  expect(await isOwn(careful)).toBe(true);
});
