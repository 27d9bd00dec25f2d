import { Readable } from 'node:stream';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';

const app = await testApp();
const agent = await app.agent();
const support = await app.staff('support');
const editor = await app.staff('admin');
afterAll(() => app.close());

const HOUR_MILLIS = 3_600_000;
const at = (millis: number) => formatTime(new Date(Date.now() + millis));
const words = (more: object = {}) => ({
  title: 'Maintenance',
  category: 1,
  releaseTime: at(-HOUR_MILLIS),
  content: '<p>Tonight</p>',
  ...more,
});
const add = async (more: object = {}): Promise<string> => {
  const { status, body } = await editor.post('desk/notice/submit', words(more));
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data.id;
};
// The smallest valid picture: one transparent pixel.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

async function upload(who: TestUser, content: Buffer, name = 'picture.gif') {
  const boundary = 'edge';
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/desk/notice/put-picture',
    headers: { token: `bearer ${who.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });
  return { status: response.statusCode, body: response.json() };
}
const lifeOf = async (id: string) =>
  (await app.db.pool.query<{ ends: Date | null }>('select expires_at as ends from kernel_file where id = $1', [id]))
    .rows[0]?.ends;

describe('managing notices', () => {
  test.each([
    ['no title', { title: ' ' }, 'title'],
    ['a title too long', { title: 'x'.repeat(256) }, 'title'],
    ['an unknown type', { category: 7 }, 'category'],
    ['no time', { releaseTime: 'tomorrow' }, 'releaseTime'],
    ['no content', { content: '' }, 'content'],
    ['content that shows nothing', { content: '<p> <br></p><script>alert(1)</script>' }, 'content'],
    ['content too long', { content: `<p>${'x'.repeat(100_001)}</p>` }, 'content'],
  ])('refuses %s and names it', async (_what, change, field) => {
    const { status, body } = await editor.post('desk/notice/submit', words(change));
    expect(status).toBe(400);
    expect(body.data.fields).toEqual([expect.objectContaining({ field })]);
  });

  test('adds, finds by title, type and time, changes and removes', async () => {
    const id = await add({ title: 'Spring prices', category: 4, releaseTime: at(-48 * HOUR_MILLIS) });
    const found = await editor.get('desk/notice/list', {
      title: 'pring',
      category: 4,
      releaseTime_datele: at(-24 * HOUR_MILLIS),
    });
    expect(found.body.data).toMatchObject({ total: 1, records: [{ id, title: 'Spring prices', version: 1 }] });
    expect(found.body.data.records[0]).toHaveProperty('content', '<p>Tonight</p>');
    expect((await editor.get('desk/notice/list', { title: 'pring', category: 5 })).body.data.total).toBe(0);

    expect((await editor.post('desk/notice/submit', { id, version: 1, title: 'Summer prices' })).status).toBe(200);
    expect((await editor.post('desk/notice/submit', { id, version: 1, title: 'Late' })).body.bizCode).toBe(
      'STALE_DATA',
    );
    expect((await editor.get('desk/notice/detail', { id })).body.data).toMatchObject({
      title: 'Summer prices',
      content: '<p>Tonight</p>',
      version: 2,
    });
    expect((await editor.post('desk/notice/remove', { ids: id })).status).toBe(200);
    expect((await editor.get('desk/notice/detail', { id })).status).toBe(404);
  });

  test('keeps only safe content', async () => {
    const id = await add({
      content: '<p onclick="x()">Hi <b>all</b><script>alert(1)</script><img src="https://evil.example/p.gif"></p>',
    });
    expect((await agent.get('desk/notice/detail', { id })).body.data.content).toBe('<p>Hi <b>all</b></p>');
  });
});

describe('reading notices', () => {
  test('every signed-in user gets released notices, newest first', async () => {
    const [newer, coming, older] = [
      await add({ title: 'newer', releaseTime: at(-1000) }),
      await add({ title: 'coming', releaseTime: at(HOUR_MILLIS) }),
      await add({ title: 'older', releaseTime: at(-60_000) }),
    ];
    const { data } = (await agent.get('desk/notice/latest', { size: 2 })).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([newer, older]);
    expect(data[0]).not.toHaveProperty('content');
    expect((await support.get('desk/notice/detail', { id: older })).status).toBe(200);
    expect((await support.get('desk/notice/detail', { id: coming })).status).toBe(404);
    expect((await editor.get('desk/notice/detail', { id: coming })).status).toBe(200);
  });
});

describe('pictures', () => {
  const showing = (...ids: string[]) => ({
    content: `<p>See</p>${ids.map((id) => `<img data-file="${id}">`).join('')}`,
  });

  test('are recognised by their content and limited in size', async () => {
    expect((await upload(editor, Buffer.from('<svg xmlns="x"/>'), 'a.png')).body.bizCode).toBe('FILE_KIND');
    expect((await upload(editor, Buffer.from('%PDF-1.7'), 'a.png')).body.bizCode).toBe('FILE_KIND');
    const large = Buffer.concat([PIXEL, Buffer.alloc(2 * 1024 * 1024)]);
    expect((await upload(editor, large)).body.bizCode).toBe('FILE_TOO_LARGE');
  });

  test('are visible only to readers of a notice that shows them', async () => {
    const { id } = (await upload(editor, PIXEL)).body.data;
    expect((await agent.get('desk/notice/picture', { id })).status).toBe(404);
    const notice = await add({ ...showing(id), releaseTime: at(HOUR_MILLIS) });
    expect((await agent.get('desk/notice/picture', { id })).status).toBe(404);
    expect((await editor.get('desk/notice/picture', { id })).raw).toEqual(PIXEL);
    await editor.post('desk/notice/submit', { id: notice, releaseTime: at(-1000) });
    const seen = await agent.get('desk/notice/picture', { id });
    expect(seen.raw).toEqual(PIXEL);
    expect(seen.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
  });

  test('cannot be another kind of stored file', async () => {
    const file = await app.app.files.put(Readable.from([PIXEL]), {
      actor: await editor.actor(),
      name: 'secret.gif',
      maxBytes: 1000,
    });
    expect((await editor.post('desk/notice/submit', words(showing(`${file.id}`)))).body.bizCode).toBe('PICTURE_GONE');
    expect((await editor.get('desk/notice/picture', { id: `${file.id}` })).status).toBe(404);
  });

  test('stay while a notice shows them, and are deleted afterwards', async () => {
    const [a, b] = [(await upload(editor, PIXEL)).body.data.id, (await upload(editor, PIXEL)).body.data.id];
    expect(await lifeOf(a)).toBeInstanceOf(Date);
    const first = await add(showing(a, b));
    const second = await add(showing(b));
    expect([await lifeOf(a), await lifeOf(b)]).toEqual([null, null]);
    await editor.post('desk/notice/submit', { id: first, ...showing(b) });
    expect([await lifeOf(a), await lifeOf(b)]).toEqual([expect.any(Date), null]);
    await editor.post('desk/notice/remove', { ids: first });
    expect(await lifeOf(b)).toBeNull();
    await editor.post('desk/notice/remove', { ids: second });
    expect(await lifeOf(b)).toBeInstanceOf(Date);
  });
});
