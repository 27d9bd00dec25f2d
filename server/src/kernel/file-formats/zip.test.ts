import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DamagedZipError, openZip, UnsafeZipError, unzipped, type Zip } from './zip.ts';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from './zip-library.ts';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

const text = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `1201555${index * 7}\n`).join(''));
const LIMITS = { maxEntries: 3, maxUncompressedBytes: 100_000_000, maxRatio: 100 };

async function archiveOf(files: Readonly<Record<string, Uint8Array>>, level = 6): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level, dataDescriptor: false });
  for (const [name, content] of Object.entries(files))
    await (name.endsWith('/') ? zip.add(name) : zip.add(name, new Uint8ArrayReader(content)));
  return Buffer.from(await zip.close());
}

async function opened(bytes: Uint8Array): Promise<Zip> {
  const file = path.join(folder, `${++count}.zip`);
  await writeFile(file, bytes);
  return openZip(file, LIMITS);
}

/** The content of an archive's first file. */
async function first(bytes: Uint8Array): Promise<Buffer> {
  const zip = await opened(bytes);
  try {
    return await buffer(zip.entries[0]!.open());
  } finally {
    await zip.close();
  }
}

const LOCAL = Buffer.from('504b0304', 'hex');
const CENTRAL = Buffer.from('504b0102', 'hex');
const END = Buffer.from('504b0506', 'hex');
/** The archive, changed in its first record of a kind. */
function changed(zip: Buffer, kind: Buffer, change: (record: Buffer) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy.subarray(copy.lastIndexOf(kind)));
  return copy;
}
const SIZE_IN_CENTRAL = 24;

test.each([0, 6])('a file at compression level %d is read in small pieces', async (level) => {
  const zip = await opened(await archiveOf({ 'a.txt': text, 'folder/b.txt': text.subarray(5) }, level));
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.entries[1]!.open()) pieces.push(piece);
  await zip.close();
  expect(zip.entries.map(({ name, uncompressedBytes }) => [name, uncompressedBytes])).toEqual([
    ['a.txt', text.length],
    ['folder/b.txt', text.length - 5],
  ]);
  expect(Buffer.concat(pieces).equals(text.subarray(5))).toBe(true);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
});

test('a file is read as far as its reader asks', async () => {
  const content = randomBytes(3_000_000);
  const zip = await opened(await archiveOf({ 'a.bin': content }));
  const pieces = zip.entries[0]!.open();
  expect((await pieces.next()).done).toBe(false);
  await sleep(100);
  // What is beyond has not been read yet.
  await truncate(path.join(folder, `${count}.zip`), 1_500_000);
  await expect(buffer(pieces).then(({ length }) => length)).rejects.toThrow(DamagedZipError);
  await zip.close();
});

test('names without the flag for UTF-8 are GBK unless they are UTF-8', async () => {
  const named = async (name: Buffer) => {
    const zip = await archiveOf({ [`${'x'.repeat(name.length)}.txt`]: text });
    const renamed = Buffer.from(
      zip.toString('latin1').replaceAll('x'.repeat(name.length), name.toString('latin1')),
      'latin1',
    );
    const { entries, close } = await opened(renamed);
    await close();
    return entries[0]?.name;
  };
  expect(await named(Buffer.from('bac5c2eb', 'hex'))).toBe('号码.txt');
  expect(await named(Buffer.from('号码'))).toBe('号码.txt');
});

test('more files than allowed are refused, and endless folders too', async () => {
  const files = (number: number, end = '') =>
    archiveOf(Object.fromEntries(Array.from({ length: number }, (_, index) => [`${index}${end}`, text])));
  await (await opened(await files(3))).close();
  await expect(opened(await files(4))).rejects.toThrow('more than 3 files');
  await (await opened(await files(12, '/'))).close();
  await expect(opened(await files(13, '/'))).rejects.toThrow('more than 3 files');
});

test('a directory of many megabytes is refused before it is read', async () => {
  const zip = await archiveOf({ 'a.txt': text });
  const end = Buffer.from(zip.subarray(zip.lastIndexOf(END)));
  const size = 17 * 1024 * 1024;
  const directory = Buffer.alloc(size);
  zip.subarray(zip.indexOf(CENTRAL)).copy(directory);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(0, 16);
  await expect(opened(Buffer.concat([directory, end]))).rejects.toThrow(UnsafeZipError);
});

test('a way of compression that is not read here is refused', async () => {
  const zip = changed(await archiveOf({ 'a.txt': text }), CENTRAL, (record) => record.writeUInt16LE(14, 10));
  await expect(opened(zip)).rejects.toThrow('it is compressed in an unsupported way');
});

test('what contradicts the directory before a file, and a wrong length of the directory, are no fault', async () => {
  const zip = changed(await archiveOf({ 'a.txt': text }), LOCAL, (record) => {
    record.writeUInt16LE(0x0800, 6);
    record.writeUInt32LE(1, 14);
  });
  const long = changed(zip, END, (end) => end.writeUInt32LE(0xfffffff0, 12));
  expect((await first(long)).equals(text)).toBe(true);
});

test.each<[string, (zip: Buffer) => Buffer]>([
  ['that declares more files than it lists', (zip) => changed(zip, END, (end) => end.writeUInt16LE(9, 10))],
  ['with something behind its end', (zip) => Buffer.concat([zip, Buffer.from('more')])],
  ['of nothing', () => Buffer.alloc(0)],
  ['of no directory', () => text],
  ['whose file is not where the directory says', (zip) => changed(zip, LOCAL, (record) => record.writeUInt32LE(0, 0))],
  [
    'whose file is longer than declared',
    (zip) => changed(zip, CENTRAL, (record) => record.writeUInt32LE(text.length - 1, SIZE_IN_CENTRAL)),
  ],
  [
    'whose file is shorter than declared',
    (zip) => changed(zip, CENTRAL, (record) => record.writeUInt32LE(text.length + 1, SIZE_IN_CENTRAL)),
  ],
  [
    'whose file reaches beyond its end',
    (zip) => changed(zip, CENTRAL, (record) => record.writeUInt32LE(zip.length, 20)),
  ],
  [
    'whose file is cut off',
    (zip) => changed(zip, CENTRAL, (record) => record.writeUInt32LE(record.readUInt32LE(20) - 99, 20)),
  ],
  ['whose file is not compressed as it says', (zip) => Buffer.from(zip).fill(0xff, 200, 260)],
])('an archive %s is damaged', async (_what, damage) => {
  const bytes = damage(await archiveOf({ 'a.txt': text }));
  await expect(first(bytes).then(({ length }) => length)).rejects.toThrow(DamagedZipError);
});

test('an error of our disk is no damage of the archive', async () => {
  const missing = await openZip(path.join(folder, 'missing.zip'), LIMITS).catch((error: unknown) => error);
  expect(missing).toMatchObject({ code: 'ENOENT' });
  await expect(openZip(folder, LIMITS)).rejects.toMatchObject({ code: 'EISDIR' });
  const zip = await opened(await archiveOf({ 'a.txt': text }));
  await zip.close();
  const lost = await buffer(zip.entries[0]!.open()).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(Error);
  expect(lost).not.toBeInstanceOf(DamagedZipError);
});

test('a reader that leaves, and a refusal, leave no file open', async () => {
  const openFiles = async () => {
    if (process.platform !== 'linux') return [];
    const handles = await readdir('/proc/self/fd');
    return handles.length;
  };
  const bytes = await archiveOf({ 'a.txt': text, 'b.txt': text });
  const before = await openFiles();
  const zip = await opened(bytes);
  for (const entry of zip.entries) for await (const _ of entry.open()) break;
  await zip.close();
  await expect(opened(bytes.subarray(0, 100))).rejects.toThrow(DamagedZipError);
  expect(await openFiles()).toEqual(before);
});

test('the checksums of an archive in memory are checked', async () => {
  const zip = await archiveOf({ 'a.txt': text, 'folder/': text }, 0);
  expect([...(await unzipped(zip))]).toEqual([['a.txt', text]]);
  await expect(unzipped(Buffer.from(zip).fill('9', 100, 101))).rejects.toThrow('CRC32');
});
