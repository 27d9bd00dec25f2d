import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { createOutbound, isPublic } from '../../kernel/outbound/index.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const MASK = '••••••••';
let product: TestApp;
/** An S3 server that only accepts the access key S3RVER. */
let service: S3rver;
let endpoint: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 's3-'));
  const buckets = [
    { name: 'one', configs: [] },
    { name: 'two', configs: [] },
  ];
  service = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: buckets });
  const address = (await service.run()) as AddressInfo;
  endpoint = `http://127.0.0.1:${address.port}`;
  product = await testApp({ PRIVATE_ENDPOINTS: '1' });
});
afterAll(async () => {
  await product.close();
  await service.close();
  await rm(folder, { recursive: true });
});

const get = (call: string, query: Record<string, unknown> = {}) => product.admin.get(`resource/oss/${call}`, query);
const post = async (call: string, body: unknown) => {
  const { status, body: answer } = await product.admin.post(`resource/oss/${call}`, body);
  return { status, bizCode: answer.bizCode, msg: answer.msg, data: answer.data };
};
let count = 0;
async function storage(more: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const form = {
    category: 1,
    ossCode: `store-${count}`,
    endpoint,
    region: 'us-east-1',
    bucketName: 'one',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  };
  const { status, msg, data } = await post('submit', { ...form, ...more });
  expect([status, msg]).toEqual([200, expect.any(String)]);
  return data.id;
}
async function upload(content: string): Promise<string> {
  const { body, headers } = multipart({}, { name: 'note.txt', content });
  const answer = await product.admin.post('resource/oss/endpoint/put-file-attach', body, headers);
  expect([answer.status, answer.body.msg]).toEqual([200, expect.any(String)]);
  return answer.body.data.attachId;
}
const content = async (id: string) => (await product.admin.get('resource/attach/preview', { id })).raw.toString();
const placeOf = async (id: string) =>
  (await product.db.pool.query('select storage_id::text as id from kernel_file where id = $1', [id])).rows[0]?.id;
const done = async (taskNo: string) => {
  const progress = async () => (await product.admin.get('desk/task/progress', { taskNo })).body.data;
  await expect.poll(async () => (await progress()).state).toBeGreaterThanOrEqual(3);
  return progress();
};

describe('a secret', () => {
  it('is encrypted, never returned, and kept by a form that leaves it empty', async () => {
    const id = await storage();
    const stored = async () =>
      (await product.db.pool.query('select secret_key from sys_oss where id = $1', [id])).rows[0].secret_key as string;
    const before = await stored();
    expect(before).not.toContain('S3RVER');
    const { secretKey, version } = (await get('detail', { id })).body.data;
    expect(secretKey).toBe(MASK);
    expect((await post('submit', { id, version, secretKey: '', remark: 'x' })).status).toBe(200);
    expect((await post('submit', { id, secretKey: MASK })).status).toBe(200);
    expect(await stored()).toBe(before);
    expect((await post('test', { id })).data.succeeded).toBe(true);
  });
});

describe('a form', () => {
  it('needs the fields of its kind, and stores no others', async () => {
    const refused = await post('submit', { category: 1, ossCode: 'bare', endpoint });
    expect([refused.status, refused.data.fields.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['bucketName', 'accessKey', 'secretKey'],
    ]);
    const id = await storage();
    expect((await post('submit', { id, category: 7 })).status).toBe(200);
    const row = (await get('detail', { id })).body.data;
    expect(row).toMatchObject({ category: 7, endpoint: null, bucketName: null, accessKey: null, secretKey: null });
  });
});

describe('a test', () => {
  it('writes, reads and deletes, with the duration of each step', async () => {
    const { data } = await post('test', { id: await storage() });
    expect(data.succeeded).toBe(true);
    expect(data.steps.map(({ step, problem }: { step: string; problem: null }) => [step, problem])).toEqual([
      ['put', null],
      ['read', null],
      ['delete', null],
    ]);
    expect((await post('test', { id: await storage({ category: 7 }) })).data.succeeded).toBe(true);
  });

  it.each([
    ['InvalidAccessKeyId', { accessKey: 'UNKNOWN' }],
    ['NoSuchBucket', { bucketName: 'three' }],
    ['ECONNREFUSED', { endpoint: 'http://127.0.0.1:1' }],
  ])('says %s in the words of the refusing service', async (words, more) => {
    const { succeeded, steps } = (await post('test', { id: await storage(more) })).data;
    expect([succeeded, steps.length]).toEqual([false, 1]);
    expect(steps[0].problem).toContain(words);
  });
});

describe('the storage in use', () => {
  it('is one of the tenant, and of no other', async () => {
    const { admin } = await secondTenantOf(product);
    const theirs = (await admin.post('resource/oss/submit', { category: 7, ossCode: 'theirs' })).body.data.id;
    expect((await admin.post('resource/oss/enable', { id: theirs })).status).toBe(200);
    const [first, second] = [await storage(), await storage()];
    for (const id of [first, second, second]) expect((await post('enable', { id })).status).toBe(200);
    const states = async (who = product.admin) =>
      (await who.get('resource/oss/list', { size: 200, status: 2 })).body.data.records.map(
        ({ id }: { id: string }) => id,
      );
    expect(await states()).toEqual([second]);
    expect(await states(admin)).toEqual([theirs]);
    expect((await admin.post('resource/oss/enable', { id: first })).status).toBe(404);
    const together = await Promise.all([first, second, first, second].map((id) => post('enable', { id })));
    expect(together.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await states()).toHaveLength(1);
    for (const id of [first, second]) expect((await post('disable', { id })).status).toBe(200);
    expect(await states()).toEqual([]);
  });

  it('gets new files; others are read from their storage, and moved with their digest', async () => {
    await product.work();
    const before = await upload('in the house');
    const [one, two] = [await storage(), await storage({ bucketName: 'two' })];
    await post('enable', { id: one });
    const inOne = await upload('in the bucket');
    expect([await placeOf(before), await placeOf(inOne)]).toEqual([null, one]);
    expect([await content(before), await content(inOne)]).toEqual(['in the house', 'in the bucket']);
    expect((await get('detail', { id: one })).body.data.fileCount).toBe(1);
    expect((await post('remove', { ids: one })).bizCode).toBe('IN_USE');
    expect((await post('submit', { id: one, bucketName: 'two' })).bizCode).toBe('STORAGE_HOLDS_FILES');

    await post('enable', { id: two });
    const task = await done((await post('move', { id: two })).data.taskNo);
    expect(task).toMatchObject({ state: 3, result: { failed: 0 } });
    expect(task.result.moved).toBeGreaterThanOrEqual(2);
    expect([await placeOf(before), await placeOf(inOne)]).toEqual([two, two]);
    expect([await content(before), await content(inOne)]).toEqual(['in the house', 'in the bucket']);
    expect((await post('remove', { ids: one })).status).toBe(200);

    // Another name for the same bucket: nothing is deleted there.
    const alias = await storage({ bucketName: 'two' });
    expect((await done((await post('move', { id: alias })).data.taskNo)).state).toBe(3);
    expect(await content(before)).toBe('in the house');
    await post('disable', { id: two });
  });

  it('is not enabled while its test fails, and the present one stays', async () => {
    const [works, broken] = [await storage({ bucketName: 'two' }), await storage({ bucketName: 'nowhere' })];
    expect((await post('enable', { id: works })).status).toBe(200);
    expect(await post('enable', { id: broken })).toMatchObject({
      status: 400,
      bizCode: 'STORAGE_TEST_FAILED',
      msg: expect.stringContaining('NoSuchBucket'),
    });
    const statusOf = async (id: string) => (await get('detail', { id })).body.data.status;
    expect([await statusOf(works), await statusOf(broken)]).toEqual([2, 1]);
    await post('disable', { id: works });
  });

  it('refuses an upload with its service’s message, and leaves no row', async () => {
    const broken = await storage({ bucketName: 'two' });
    await post('enable', { id: broken });
    // Its bucket has since been removed.
    await product.db.pool.query(`update sys_oss set bucket_name = 'three' where id = $1`, [broken]);
    const { body, headers } = multipart({}, { name: 'note.txt', content: 'x' });
    const refused = await product.admin.post('resource/oss/endpoint/put-file-attach', body, headers);
    expect([refused.status, refused.body.bizCode, refused.body.msg]).toEqual([
      503,
      'STORAGE_FAILED',
      expect.stringContaining('NoSuchBucket'),
    ]);
    expect((await get('detail', { id: broken })).body.data.fileCount).toBe(0);
    await post('disable', { id: broken });
  });
});

describe('a private address', () => {
  it.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1', '0.0.0.0'])(
    '%s is not public',
    (address) => expect(isPublic(address)).toBe(false),
  );

  it('is refused in the form, and when a name resolves to it', async () => {
    const outbound = createOutbound({ allowPrivate: false });
    for (const address of ['http://127.0.0.1:9000', 'http://[::1]/', 'http://localhost', 'http://2130706433/'])
      expect(() => outbound.check(address), address).toThrow('private network');
    expect(() => outbound.check('ftp://example.com')).toThrow('not the address');
    expect(outbound.check('https://8.8.8.8').hostname).toBe('8.8.8.8');
    const { request } = await import('node:http');
    const asked = request({ host: 'localhost', port: 9, agent: outbound.agents.httpAgent });
    const [error] = await once(asked, 'error');
    expect(error.code).toBe('ENDPOINT_PRIVATE');
    outbound.close();
  });
});
