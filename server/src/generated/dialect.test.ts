import { afterAll, expect, it } from 'vitest';
import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { ADMIN_PASSWORD } from '../kernel/testing/index.ts';
import { testApp } from '../testing/app.ts';
import { type Screen, screens } from '../testing/dialect/requests.ts';

const known: Record<string, string> = {};
let n = 0;
const product = await testApp();
const first = async (name: string, call: string) => {
  const { records } = (await product.admin.get(call)).body.data;
  known[name] = records[0].id;
};
await first('dept', 'system/dept/list');
const added = async (call: string, body: object) => (await product.admin.post(call, body)).body.data.id;
known['post'] = await added('system/post/submit', { postCode: 'of-all', postName: '岗位', category: 3 });
known['agent'] = String((await product.agent()).id);
const sent = { type: 1, title: '消息', content: '内容', userIds: String(product.admin.id) };
expect((await product.admin.post('message/save', sent)).status).toBe(200);
await first('message', 'message/my/list');
const picture = multipart({}, { name: 'saber.txt', content: 'Saber' });
known['attach'] = (
  await product.admin.post('resource/oss/endpoint/put-file-attach', picture.body, picture.headers)
).body.data.attachId;
const log = { level: 'info', id: 'saber', data: {}, actor: await product.admin.actor() } as const;
product.app.audit.usual(log);
product.app.audit.error({ error: new Error('saber'), actor: log.actor });
await product.app.audit.flush();
known['role'] = await added('system/role/submit', { roleAlias: 'of_all', roleName: '角色' });
afterAll(() => product.close());

/** Returns a recorded value with its placeholders filled in. */
const filled = <T>(value: T, count: number): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'n' ? String(count) : (known[name] ?? ''))),
  );
const rowsOf = (data: unknown): { id: string }[] =>
  Array.isArray(data) ? data : ((data as { records?: { id: string }[] })?.records ?? []);
const isDone = ({ status, body }: { status: number; body: { msg?: string; data?: unknown } }, what: string) =>
  expect([status, body?.msg, status === 200 ? '' : body?.data], what).toEqual([200, expect.any(String), '']);

/** Returns the row that a screen has added, or an existing one. */
async function rowOf({ add, known: there }: Pick<Screen, 'add' | 'known'>) {
  if (there) return { id: there.id, detail: there.call };
  if (!add) return undefined;
  const added = await product.admin.post(add.call, add.body);
  isDone(added, add.call);
  return { id: added.body.data.id as string, detail: add.call.replace(/submit$/, 'detail') };
}

it('signs in with all values in the address', async () => {
  const query = {
    tenantId: '000000',
    username: 'admin',
    password: ADMIN_PASSWORD,
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  };
  const url = `auth/oauth/token?${new URLSearchParams(query)}`;
  const { status, body } = await product.guest.post(url, undefined, {
    'tenant-id': '000000',
    'dept-id': '',
    'role-id': '',
  });
  expect([status, body.error_description, typeof body.access_token]).toEqual([200, undefined, 'string']);
});

it.each(screens)('$list works with the recorded requests of another console of the family', async (screen: Screen) => {
  const { admin } = product;
  n += 1;
  isDone(await admin.get(screen.list, { current: 1, size: 10, ...screen.asked }), screen.list);
  for (const call of screen.reads ?? []) isDone(await admin.get(encodeURI(call)), call);
  if (screen.rows) {
    const rows = rowsOf((await admin.get(screen.list, { current: 1, size: 3 })).body.data);
    expect(rows.length, screen.list).toBeGreaterThan(0);
    for (const { id } of rows) isDone(await admin.get(screen.rows, { id }), screen.rows);
  }
  const found = await rowOf(filled(screen, n));
  if (!found) return;
  const { id, detail } = found;
  const read = await admin.get(detail, { id });
  isDone(read, detail);
  if (screen.edit) {
    const { call: edit, change } = filled(screen.edit, n);
    isDone(await admin.post(edit, { ...read.body.data, ...change, $index: 0, $cellEdit: false }), edit);
    const after = (await admin.get(detail, { id })).body.data;
    expect(after, edit).toMatchObject('phone' in change ? { ...change, phone: '13800000000' } : change);
  }
  known['id'] = id;
  for (const call of filled(screen.does ?? [], n)) isDone(await admin.post(call, undefined), call);
  if (screen.remove) isDone(await admin.post(`${screen.remove}?ids=${id}`, undefined), screen.remove);
  expect(rowsOf((await admin.get(screen.list, { current: 1, size: 10 })).body.data)).toBeInstanceOf(Array);
});
