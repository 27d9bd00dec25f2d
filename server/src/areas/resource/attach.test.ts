import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { PIXEL } from '../../testing/pixel.ts';

const product = await testApp();
afterAll(() => product.close());

async function upload(
  content: string | Buffer,
  name: string,
  { who = product.admin, call = 'resource/oss/endpoint/put-file-attach' }: { who?: TestUser; call?: string } = {},
) {
  const { body, headers } = multipart({}, { name, content });
  const answer = await who.post(call, body, headers);
  expect([answer.status, answer.body.msg]).toEqual([200, expect.any(String)]);
  return answer.body.data;
}
const get = async (call: string, query: Record<string, unknown> = {}) =>
  product.admin.get(`resource/attach/${call}`, query);
const post = async (call: string, body: unknown) => product.admin.post(`resource/attach/${call}`, body);
const detail = async (id: string) => (await get('detail', { id })).body;
const backdate = (id: string) =>
  product.db.pool.query(`update kernel_file set create_time = now() - interval '40 days' where id = $1`, [id]);

describe('an attachment', () => {
  it('is an uploaded file with its type by content, its uploader and its source', async () => {
    const { attachId, originalName } = await upload('hello', '../报价 1.exe');
    expect(originalName).toBe('报价 1.exe');
    expect((await detail(attachId)).data).toMatchObject({
      originalName: '报价 1.exe',
      extension: 'txt',
      attachSize: 5,
      useCount: 0,
      source: '上传附件',
      createUserName: '超级管理员',
      expiresAt: null,
    });
    const { records } = (await get('list', { originalName_like: '报价', extension: 'txt' })).body.data;
    expect(records).toHaveLength(1);
  });

  it('can be renamed, downloaded by a one-time ticket, and previewed if it is safe', async () => {
    const { attachId: id } = await upload('plain', 'a.txt');
    expect((await post('submit', { id, originalName: 'b.txt' })).status).toBe(200);
    const { ticket } = (await post('ticket', { id })).body.data;
    const file = await product.guest.get('resource/attach/file', { ticket });
    expect([file.status, file.raw.toString(), file.headers['content-disposition']]).toEqual([
      200,
      'plain',
      expect.stringContaining('b.txt'),
    ]);
    expect((await product.guest.get('resource/attach/file', { ticket })).status).toBe(404);
    const seen = await get('preview', { id });
    expect([seen.raw.toString(), seen.headers['content-type']]).toEqual([
      'plain',
      expect.stringContaining('text/plain'),
    ]);
    const page = await upload('<html><script>alert(1)</script></html>', 'x.png');
    expect((await get('preview', { id: page.attachId })).body.bizCode).toBe('FILE_KIND');
    expect((await post('submit', { id: '999999', originalName: 'x' })).status).toBe(404);
  });

  it('names its uses and cannot be removed while it is used', async () => {
    const who = await product.staff('support');
    const call = 'resource/oss/endpoint/put-file';
    const { link, name } = await upload(PIXEL, 'me.png', { who, call });
    await who.post('system/user/update-info', { avatar: link });
    const { records } = (await get('list', { name_like: name.slice(0, 36) })).body.data;
    expect(records[0]).toMatchObject({ source: '上传头像', useCount: 1, expiresAt: null });
    const [use] = (await get('uses', { id: records[0].id })).body.data;
    expect(use).toEqual({ resource: 'system/user', rowId: String(who.id), called: 'support' });
    const { attachId } = await upload('free', 'free.txt');
    const refused = await post('remove', { ids: `${attachId},${records[0].id}` });
    expect([refused.status, refused.body.bizCode, refused.body.msg]).toEqual([
      400,
      'IN_USE',
      expect.stringContaining('support'),
    ]);
    expect((await detail(attachId)).code).toBe(200);
    expect((await post('remove', { ids: attachId })).status).toBe(200);
    expect((await detail(attachId)).code).toBe(404);
    await product.app.files.purge();
    expect((await product.db.pool.query('select 1 from kernel_file where id = $1', [attachId])).rowCount).toBe(0);
  });

  it('is never a list that was imported and deleted', async () => {
    const { body, headers } = multipart({}, { name: 'regions.csv', content: '97,x' });
    await product.admin.post('system/region/import', body, headers);
    expect((await get('list', { originalName_like: 'regions' })).body.data.total).toBe(0);
  });
});

describe('a clean-up', () => {
  it('deletes attachments unused for the given time, and no others', async () => {
    const [old, young] = [await upload('old', 'old.txt'), await upload('young', 'young.txt')];
    await backdate(old.attachId);
    const used = (await get('list', { extension: 'png' })).body.data.records.find(
      ({ useCount }: { useCount: number }) => useCount > 0,
    );
    await backdate(used.id);
    expect((await get('orphans', { days: 30 })).body.data).toEqual({ count: 1, bytes: 3 });
    await product.work();
    const { taskNo } = (await post('clean', { days: 30 })).body.data;
    await expect
      .poll(async () => (await product.admin.get('desk/task/progress', { taskNo })).body.data)
      .toMatchObject({ state: 3, result: { count: 1, bytes: 3 } });
    expect((await detail(old.attachId)).code).toBe(404);
    expect((await detail(young.attachId)).code).toBe(200);
    expect((await detail(used.id)).code).toBe(200);
  });
});

it('every resource that keeps files for its rows reports their uses', async () => {
  const { rows } = await product.db.pool.query<{ definition: string }>(
    `select pg_get_viewdef('file_use'::regclass) as definition`,
  );
  const keeping = (registry as readonly Resource[]).filter(({ fields }) =>
    Object.values(fields).some(({ kind, upload: target }) => target && ['file', 'image', 'images'].includes(kind)),
  );
  const missing = keeping.filter(({ name }) => !rows[0]?.definition.includes(`'${name}'`));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
