import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

let next = 0;
let id: string;
const form = (code: string) => ({ code, name: '海运', nameEn: 'Shipping', source: 'ShopOutlined', sort: 5 });
const restore = (ids: string, who = app.admin) => who.post('system/top-menu/restore', { ids });
const listed = async () => {
  const { body } = await app.admin.get('system/top-menu/list', { size: 200 });
  return body.data.records.find((row: { id: string }) => row.id === id);
};
const app = await testApp();
const keeper = await app.staff('warehouse');
afterAll(() => app.close());
beforeEach(async () => {
  next += 1;
  const saved = await app.admin.post('system/top-menu/save', form(`sea-${next}`));
  expect(saved.status, saved.body.msg).toBe(200);
  id = saved.body.data.id;
});

describe('a removal is undone', () => {
  test('needs the permission to remove: the row is as before, under a later version', async () => {
    expect((await app.admin.post('system/top-menu/remove', { ids: id })).status).toBe(200);
    expect(await listed()).toBeUndefined();
    expect((await restore(id, keeper)).status).toBe(403);
    expect((await app.guest.post('system/top-menu/restore', { ids: id })).status).toBe(401);
    expect((await restore('x')).status).toBe(400);
    expect((await restore(id)).status).toBe(200);
    expect(await listed()).toMatchObject({ code: `sea-${next}`, version: 2 });
  });

  test('once, and only where there was one', async () => {
    expect((await restore(id)).status).toBe(404);
    await app.admin.post('system/top-menu/remove', { ids: id });
    expect((await restore(id)).status).toBe(200);
    expect((await restore(id)).status).toBe(404);
    expect((await restore('999999999')).status).toBe(404);
  });

  test('not after the time limit, nor rows removed by another user', async () => {
    await app.admin.post('system/top-menu/remove', { ids: id });
    const change = (set: ReturnType<typeof sql>) =>
      app.db.drizzle.execute(sql`update sys_top_menu set ${set} where id = ${id}::bigint`);
    await change(sql`update_user = ${keeper.id}`);
    expect((await restore(id)).status).toBe(404);
    await change(sql`update_user = ${app.admin.id}, deleted_at = now() - interval '6 minutes'`);
    expect((await restore(id)).status).toBe(404);
    expect(await listed()).toBeUndefined();
  });

  test('not if another row has taken its place', async () => {
    await app.admin.post('system/top-menu/remove', { ids: id });
    expect((await app.admin.post('system/top-menu/save', form(`sea-${next}`))).status).toBe(200);
    const refused = await restore(id);
    expect([refused.status, refused.body.bizCode]).toEqual([400, 'DUPLICATE']);
    expect(await listed()).toBeUndefined();
  });
});

describe('the states of a list', () => {
  const counts = async (query: Record<string, unknown> = {}, who = app.admin) => {
    const { status, body } = await who.get('system/user/counts', query);
    expect(status, body.msg).toBe(200);
    return Object.fromEntries(
      body.data.states.map(({ value, count }: { value: number; count: number }) => [value, count]),
    );
  };
  const total = async (query: Record<string, unknown>) =>
    (await app.admin.get('system/user/page', query)).body.data.total;

  test('are counted like the list, with the same filters except the state', async () => {
    const all = await counts();
    for (const [value, count] of Object.entries(all)) expect(count, value).toBe(await total({ status: value }));
    const some = { account: app.admin.account };
    expect(await counts({ ...some, status: 2 })).toEqual(await counts(some));
    expect((await counts(some))[1]).toBe(await total({ ...some, status: 1 }));
    const unknown = await app.admin.get('system/user/counts', { nobody: 1 });
    expect(unknown.status).toBe(400);
  });

  test('are only those of rows the caller may see', async () => {
    expect((await app.guest.get('system/user/counts')).status).toBe(401);
    const agent = await app.agent();
    const { status } = await agent.get('system/user/counts');
    expect(status).toBe(403);
  });
});
