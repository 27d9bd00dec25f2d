import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { unzipped } from './zip.ts';
import { archiveStream } from './zip-writer.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes that do not compress, without end; counts those that were taken. */
function endless() {
  const source = { taken: 0, isClosed: false };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        source.taken += 16_384;
        yield randomBytes(16_384);
      }
    } finally {
      source.isClosed = true;
    }
  }
  return Object.assign(source, { chunks });
}

/** Resolves when the stream has its first bytes. */
const begun = async (stream: Readable): Promise<void> => {
  await once(stream, 'readable');
};

test('files are written one after another, whatever their content is', async () => {
  const [small, large] = [Buffer.from('号码\n'), randomBytes(300_000)];
  async function* pieces() {
    for (let at = 0; at < large.length; at += 10_007) yield large.subarray(at, at + 10_007);
  }
  const stream = archiveStream(async ({ add }) => {
    await add('a.txt', small);
    await add('folder/号码.txt', pieces());
    await add('empty.txt', Buffer.alloc(0));
    await add('nothing.txt', (async function* () {})());
  });
  expect([...(await unzipped(await buffer(stream)))]).toEqual([
    ['a.txt', small],
    ['folder/号码.txt', large],
    ['empty.txt', Buffer.alloc(0)],
    ['nothing.txt', Buffer.alloc(0)],
  ]);
});

test('no file is ZIP64, and the size of one in memory stands before it', async () => {
  async function* content() {
    yield Buffer.from('12015550101\n');
  }
  const bytes = await buffer(
    archiveStream(async ({ add }) => {
      await add('a.txt', Buffer.from('12015550101\n'));
      await add('b.txt', content());
    }),
  );
  const heads = ['a.txt', 'b.txt'].map((name) => bytes.subarray(bytes.indexOf(name) - 30));
  const versionAndFlags = heads.map((head) => [head.readUInt16LE(4), head.readUInt16LE(6)]);
  expect(versionAndFlags).toEqual([
    [20, 0],
    [20, 8],
  ]);
  expect(heads.map((head) => head.readUInt32LE(22))).toEqual([12, 0]);
  expect(bytes.includes(Buffer.from('01001000', 'hex'))).toBe(false);
});

test('the same content and time give the same bytes, however the content is cut', async () => {
  const content = randomBytes(MEGABYTE);
  const written = (size: number, time: Date) => {
    async function* pieces() {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
    }
    return buffer(archiveStream(({ add }) => add('a.txt', pieces()), { time }));
  };
  const time = new Date('2026-03-04T05:06:08Z');
  const one = await written(1000, time);
  await sleep(10);
  expect((await written(70_001, time)).equals(one)).toBe(true);
  expect((await written(1000, new Date('2026-03-04T05:06:10Z'))).equals(one)).toBe(false);
});

test.each([undefined, 'Harbour-crane-27'])('a reader that pauses stops the source (password %s)', async (password) => {
  const source = endless();
  const stream = archiveStream(({ add }) => add('a.txt', source.chunks()), password ? { password } : {});
  await begun(stream);
  await sleep(300);
  const { taken } = source;
  expect(taken).toBeLessThan(2 * MEGABYTE);
  await sleep(100);
  expect(source.taken).toBe(taken);
  stream.destroy();
  await expect.poll(() => source.isClosed).toBe(true);
});

test('archives whose readers pause do not keep others waiting', async () => {
  const paused = Array.from({ length: 20 }, () => archiveStream(({ add }) => add('a.txt', endless().chunks())));
  await Promise.all(paused.map(begun));
  await sleep(100);
  const other = await buffer(
    archiveStream(({ add }) =>
      add(
        'a.txt',
        (async function* () {
          yield Buffer.from('x');
        })(),
      ),
    ),
  );
  expect((await unzipped(other)).get('a.txt')?.toString()).toBe('x');
  for (const stream of paused) stream.destroy();
});

test('a source that waits is told when the reader leaves, and nothing else is added', async () => {
  const seen: string[] = [];
  const waiting: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: () => {
        seen.push('closed');
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
  const stream = archiveStream(async ({ add, signal }) => {
    await add('a.txt', waiting).catch(() => seen.push('rejected'));
    seen.push(String(signal.aborted));
    await add('b.txt', Buffer.from('x')).catch(() => seen.push('rejected'));
  });
  await begun(stream);
  stream.destroy();
  await expect.poll(() => seen).toEqual(['closed', 'rejected', 'true', 'rejected']);
});

test('a source is not begun after the reader has left', async () => {
  const source = endless();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stream = archiveStream(async ({ add }) => {
    await add('a.txt', Buffer.from('x'));
    await promise;
    await add('b.txt', source.chunks());
  });
  await begun(stream);
  stream.destroy();
  await once(stream, 'close');
  resolve();
  await sleep(50);
  expect(source.taken).toBe(0);
});

test('an error between two files is the error of the archive', async () => {
  const stream = archiveStream(async ({ add }) => {
    await add('a.txt', Buffer.from('x'));
    throw new Error('cursor lost');
  });
  await expect(buffer(stream)).rejects.toThrow('cursor lost');
});
