import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../jobs/testing/app.ts';
import { testDb } from '../testing/index.ts';
import { cleanName, createFiles, type Files, type StoredFile } from './index.ts';

const actor = testActor();

const db = await testDb();
const directory: string = await mkdtemp(join(tmpdir(), 'files-'));
const files: Files = await createFiles(db, directory);
afterAll(async () => {
  await db.close();
  await rm(directory, { recursive: true, force: true });
});

const put = (content: Iterable<Buffer | string> | Readable, more: Partial<Parameters<Files['put']>[1]> = {}) =>
  files.put(content instanceof Readable ? content : Readable.from(content), {
    actor,
    name: 'list.txt',
    maxBytes: 1024 * 1024,
    ...more,
  });

const onDisk = async (): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const rows = async (): Promise<number> =>
  Number((await db.pool.query('select count(*)::int as n from kernel_file')).rows[0].n);

test('a bucket that cannot be reached is away for a while, and leaves neither content nor row', async () => {
  const bucket = {
    ...{ bucket: 'files', prefix: '', region: 'eu-central-1', endpoint: 'http://127.0.0.1:1' },
    credentials: { accessKeyId: 'example', secretAccessKey: 'example-secret' },
  };
  const kept = await put(['hello']);
  const away = await createFiles(db, directory, bucket);
  const before = await rows();
  const refusal = { code: 'FILES_AWAY', status: 503, cause: expect.any(Error) };
  const options = { actor, name: 'list.txt', maxBytes: 1024 };
  await expect(away.put(Readable.from(['hello']), options)).rejects.toMatchObject(refusal);
  expect(await rows()).toBe(before);
  await expect(away.open(kept.id)).rejects.toMatchObject(refusal);
  await expect(away.withPath(kept.id, async () => 'read')).rejects.toMatchObject(refusal);
  await expect(away.isOurs()).rejects.toMatchObject(refusal);
  const broken = new Error('of the reader');
  await expect(files.withPath(kept.id, () => Promise.reject(broken))).rejects.toBe(broken);
  await files.remove(kept.id);
});

describe('a stored file', () => {
  test('is returned byte for byte, under a generated name', async () => {
    const content = randomBytes(300_000);
    const file = await put([content.subarray(0, 100_000), content.subarray(100_000)], {
      name: '../../etc/号码 表.txt',
    });
    expect(file).toMatchObject({
      name: '号码 表.txt',
      size: 300_000,
      ownerId: 7n,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect(file.key).not.toContain('号码');
    expect((await buffer(await files.open(file.id))).equals(content)).toBe(true);
    expect(await files.withPath(file.id, async (path) => path.startsWith(directory))).toBe(true);
    await files.remove(file.id);
    await expect(files.open(file.id)).rejects.toMatchObject({ code: 'FILE_GONE' });
    expect(await onDisk()).toEqual([]);
  });

  test('expires, and the purge removes content and row', async () => {
    const file = await put(['old'], { lifeSeconds: -1 });
    const kept = await put(['for ever'], { lifeSeconds: null });
    await expect(files.find(file.id)).rejects.toMatchObject({ code: 'FILE_GONE' });
    expect(await files.purge()).toBe(1);
    expect(await onDisk()).toHaveLength(1);
    await files.remove(kept.id);
  });

  test('is sent to a browser once per ticket', async () => {
    const file = await put(['content']);
    const ticket = await files.ticket(file.id, actor);
    expect((await files.redeem(ticket)).id).toBe(file.id);
    await expect(files.redeem(ticket)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(files.redeem('made-up')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const races = await files.ticket(file.id, actor);
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => files.redeem(races)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await files.remove(file.id);
  });
});

describe('a ticket', () => {
  let file: StoredFile;
  beforeEach(async () => {
    file = await put(['content']);
  });
  afterEach(() => files.remove(file.id));
  const ends = (when: string) => db.pool.query(`update kernel_file_ticket set expires_at = ${when}`);

  test('is good for a minute and not for longer', async () => {
    const [timely, late] = [await files.ticket(file.id, actor), await files.ticket(file.id, actor)];
    const { rows: stored } = await db.pool.query(
      `select bool_and(expires_at between now() + interval '30 seconds' and now() + interval '1 minute') as good
       from kernel_file_ticket`,
    );
    expect(stored).toEqual([{ good: true }]);
    await ends(`now() + interval '20 seconds'`);
    expect((await files.redeem(timely)).id).toBe(file.id);
    await ends('now()');
    await expect(files.redeem(late)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await files.purge();
    expect((await db.pool.query('select 1 from kernel_file_ticket')).rows).toEqual([]);
  });

  test('of an expired file returns nothing', async () => {
    const ticket = await files.ticket(file.id, actor);
    await db.pool.query('update kernel_file set expires_at = now() where id = $1', [file.id.toString()]);
    await expect(files.redeem(ticket)).rejects.toMatchObject({ code: 'FILE_GONE' });
  });

  test('of an unfinished upload returns nothing', async () => {
    const ticket = await files.ticket(file.id, actor);
    await db.pool.query('update kernel_file set ready = false where id = $1', [file.id.toString()]);
    await expect(files.redeem(ticket)).rejects.toMatchObject({ code: 'FILE_GONE' });
  });
});

describe('an upload leaves nothing behind', () => {
  const nothing = async () => {
    expect(await onDisk()).toEqual([]);
    expect(await rows()).toBe(0);
  };

  test('when it is larger than it may be', async () => {
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          given += 65_536;
          yield Buffer.alloc(65_536, 'a');
        }
      })(),
    );
    await expect(put(endless)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    // It stops asking soon after the limit instead of reading on.
    expect(given).toBeLessThan(4 * 1024 * 1024);
    await nothing();
  });

  test('when it is exactly one byte too long, while the limit itself is fine', async () => {
    await expect(put(['12345'], { maxBytes: 4 })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    await nothing();
    await files.remove((await put(['1234'], { maxBytes: 4 })).id);
  });

  test('when it is cut half way', async () => {
    const cut = new Readable({ read() {} });
    cut.push('+1 212 555 0100\n');
    setTimeout(() => cut.destroy(new Error('connection reset')), 50);
    await expect(put(cut)).rejects.toThrow('connection reset');
    const quiet = new Readable({ read() {} });
    quiet.push('half');
    setTimeout(() => quiet.destroy(), 50);
    await expect(put(quiet)).rejects.toThrow();
    await nothing();
  });

  test('when its content has another type than required, under any name', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a', 'hex');
    await expect(put([png], { allow: ['text', 'xlsx'] })).rejects.toMatchObject({ code: 'FILE_KIND' });
    await expect(put(['<!doctype html><script>1</script>'], { allow: ['text'] })).rejects.toMatchObject({
      code: 'FILE_KIND',
    });
    await expect(put([], { allow: ['text'] })).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    await nothing();
  });

  test('when the process died during it, after the purge', async () => {
    await writeFile(join(directory, 'incoming', 'left-over'), 'half');
    await utimes(join(directory, 'incoming', 'left-over'), 0, 0);
    await db.pool.query(`insert into kernel_file (tenant_id, owner_id, key, original_name, kind, create_time)
      values ('000000', 7, 'gone/1', 'x', 'text', now() - interval '2 hours')`);
    await files.purge();
    await nothing();
  });
});

test('the purge leaves an upload that is under way alone', async () => {
  const arriving = join(directory, 'incoming', 'arriving');
  await writeFile(arriving, 'half');
  const since = new Date(Date.now() - 59 * 60_000);
  await utimes(arriving, since, since);
  const { rows: began } = await db.pool.query<{ id: string }>(`
    insert into kernel_file (tenant_id, owner_id, key, original_name, kind, create_time)
    values ('000000', 7, 'arriving/1', 'x', 'text', now() - interval '59 minutes') returning id::text`);
  expect(await files.purge()).toBe(0);
  expect(await onDisk()).toEqual(['arriving']);
  expect(await rows()).toBe(1);
  await rm(arriving);
  await files.remove(BigInt(began[0]?.id ?? 0));
});

test('a name is only its last part and can be shown', () => {
  expect(cleanName('C:\\temp\\a\u0000b\u202e.txt')).toBe('ab.txt');
  expect(cleanName('..')).toBe('file');
  expect(cleanName('')).toBe('file');
  expect(cleanName(`${'长'.repeat(400)}.xlsx`).endsWith('.xlsx')).toBe(true);
});
