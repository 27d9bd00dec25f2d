import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { timers } from './view.ts';

const app = await testApp();
const editor = await app.staff('admin');
const compliance = await app.staff('compliance');
const finance = await app.staff('finance');
afterAll(() => app.close());

const notices = { screen: 'desk/notice', resource: 'desk/notice', call: 'list' };
const stock = { screen: 'whatsapp/warehouse', resource: 'whatsapp/warehouse', call: 'page' };
let count = 0;
const named = (more: object = {}) => {
  count += 1;
  return { ...notices, name: `View ${count}`, filters: {}, ...more };
};
async function saved(who: TestUser, more: object = {}): Promise<string> {
  const { status, body } = await who.post('desk/view/save', named(more));
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data.id;
}
const viewsOf = async (who: TestUser, screen = notices.screen) =>
  (await who.get('desk/view/of-screen', { screen })).body.data as { id: string; name: string; dropped: string[] }[];
const roleOf = async (alias: string): Promise<string> =>
  (await app.db.pool.query(`select id::text from sys_role where role_alias = $1 and tenant_id = '000000'`, [alias]))
    .rows[0].id;
const addNotice = async (title: string): Promise<string> => {
  const form = { title, category: 1, releaseTime: formatTime(new Date()), content: '<p>Tonight</p>' };
  return (await editor.post('desk/notice/submit', form)).body.data.id;
};
const check = () => timers[0]?.run(app.app);
const received = async (who: TestUser) =>
  ((await who.get('message/my/list')).body.data.records as { title: string; content: string; route: string }[]).filter(
    ({ route }) => route?.includes('view='),
  );
const problemOf = async (id: string) =>
  (await app.db.pool.query('select alert_problem as problem from desk_view where id = $1', [id])).rows[0].problem;

describe('views of a list', () => {
  test('are kept for their owner alone, with filters, order, columns and density', async () => {
    const look = {
      columns: { order: ['title', 'category'], hidden: ['releaseTime'], shown: [] },
      density: 'small',
      layout: null,
    };
    const id = await saved(editor, { filters: { title: 'x', category: '1' }, sort: '-releaseTime', look });
    expect((await viewsOf(editor)).find((one) => one.id === id)).toMatchObject({
      filters: { title: 'x', category: '1' },
      sort: '-releaseTime',
      look,
      isOwn: 1,
      alert: 0,
      dropped: [],
    });
    expect((await viewsOf(compliance)).map((one) => one.id)).not.toContain(id);
  });

  test('refuse what names no view: a screen, a list, a name, an order', async () => {
    for (const [change, field] of [
      [{ screen: '../etc' }, 'screen'],
      [{ name: ' ' }, 'name'],
      [{ sort: 'title desc' }, 'sort'],
      [{ filters: { 'a b': '1' } }, 'filters.a b'],
    ] as const) {
      const { status, body } = await editor.post('desk/view/save', named(change));
      expect([status, body.data.fields[0].field]).toEqual([400, field]);
    }
    expect((await editor.post('desk/view/save', named({ call: 'submit' }))).status).toBe(403);
    expect((await finance.post('desk/view/save', named())).status).toBe(403);
  });

  test('with a moving period have the days of the present, in place of those that were saved', async () => {
    const filters = { title: 'x', releaseTime_dategt: '2020-01-01 00:00:00' };
    const id = await saved(editor, { filters, period: { field: 'releaseTime', span: 'today' } });
    const shown = async () => (await viewsOf(editor)).find((one) => one.id === id);
    const today = formatTime(new Date()).slice(0, 10);
    expect(await shown()).toMatchObject({
      period: { field: 'releaseTime', span: 'today' },
      filters: { title: 'x', releaseTime_dategt: `${today} 00:00:00`, releaseTime_datelt: expect.any(String) },
    });
    await editor.post('desk/view/save', { id, period: null, filters });
    expect(await shown()).toMatchObject({ period: null, filters });
    const faulty = named({ period: { field: 'title', span: 'today' } });
    expect((await editor.post('desk/view/save', faulty)).body.bizCode).toBe('VIEW_NO_PERIOD');
  });

  test('have names that are unique for their owner and list', async () => {
    await saved(editor, { name: 'Mine' });
    const { status, body } = await editor.post('desk/view/save', named({ name: 'mine' }));
    expect([status, body.bizCode, body.data.fields[0].field]).toEqual([400, 'VIEW_NAME_TAKEN', 'name']);
    await saved(editor, { ...stock, name: 'Mine' });
  });

  test('are renamed, overwritten and removed by their owner alone', async () => {
    const id = await saved(editor, { filters: { title: 'x' } });
    expect((await compliance.post('desk/view/save', { id, name: 'Theirs' })).status).toBe(404);
    expect((await compliance.post('desk/view/remove', { ids: id })).status).toBe(404);
    expect((await editor.post('desk/view/save', { id, name: 'Renamed' })).status).toBe(200);
    expect((await editor.post('desk/view/save', { id, filters: { category: '1' } })).status).toBe(200);
    expect((await viewsOf(editor)).find((one) => one.id === id)).toMatchObject({
      name: 'Renamed',
      filters: { category: '1' },
    });
    expect((await editor.post('desk/view/remove', { ids: id })).status).toBe(200);
    expect((await viewsOf(editor)).map((one) => one.id)).not.toContain(id);
  });

  test('are at most a hundred of a person', async () => {
    const owner = await app.staff('admin');
    await app.db.pool.query(
      `insert into desk_view (tenant_id, owner_id, owner_name, screen, resource, call, name, zone)
       select '000000', $1, 'Owner', 'desk/notice', 'desk/notice', 'list', 'Many ' || n, 'UTC' from generate_series(1, 100) n`,
      [String(owner.id)],
    );
    expect((await owner.post('desk/view/save', named())).body.bizCode).toBe('TOO_MANY_VIEWS');
  });
});

describe('shared views', () => {
  test('need the permission, and a role of the tenant', async () => {
    const roleIds = [await roleOf('compliance')];
    const refused = await compliance.post('desk/view/save', named({ ...stock, roleIds }));
    expect(refused.status).toBe(403);
    expect((await compliance.get('desk/view/roles')).status).toBe(403);
    expect((await editor.post('desk/view/save', named({ roleIds: ['999999999'] }))).status).toBe(404);
    const offered = (await editor.get('desk/view/roles')).body.data as { value: string }[];
    expect(offered.map(({ value }) => value)).toContain(roleIds[0]);
  });

  test('are read by users of the role without the filters those may not use', async () => {
    const filters = { supplierId: '1', countryCode: 'CA' };
    const roleIds = [await roleOf('compliance'), await roleOf('finance')];
    const id = await saved(editor, { ...stock, filters, roleIds });
    expect((await viewsOf(compliance, stock.screen)).find((one) => one.id === id)).toMatchObject({
      filters: { countryCode: 'CA' },
      dropped: ['supplierId'],
      isOwn: 0,
      roleIds: [],
    });
    // Finance has the role, and not the list.
    expect(await viewsOf(finance, stock.screen)).toEqual([]);
    const pins = async (who: TestUser) => (await who.get('desk/view/named', { ids: id })).body.data;
    expect(await pins(compliance)).toEqual([expect.objectContaining({ id, screen: stock.screen })]);
    expect(await pins(finance)).toEqual([]);
    const stranger = await app.agent();
    expect(await pins(stranger)).toEqual([]);
    expect((await editor.post('desk/view/save', { id, roleIds: [] })).status).toBe(200);
    expect(await pins(compliance)).toEqual([]);
  });

  test('lose filters that the list no longer accepts', async () => {
    const id = await saved(editor, { filters: { gone: '1', category: 'x', title: 'y' }, sort: 'content' });
    expect((await viewsOf(editor)).find((one) => one.id === id)).toMatchObject({
      filters: { title: 'y' },
      sort: '',
      dropped: ['gone', 'category', 'ascs'],
    });
  });
});

describe('alerts', () => {
  test('send one message each time the view turns from empty to not empty', async () => {
    const owner = await app.staff('admin');
    const id = await saved(owner, { filters: { title: 'Alerted' }, alert: 1 });
    await check();
    expect(await received(owner)).toEqual([]);
    const first = await addNotice('Alerted once');
    await check();
    await check();
    const [message, another] = await received(owner);
    expect([message?.route, another]).toEqual([`/desk/notice/index?view=${id}`, undefined]);
    await editor.post('desk/notice/remove', { ids: first });
    await check();
    await addNotice('Alerted twice');
    await check();
    expect(await received(owner)).toHaveLength(2);
  });

  test('send none for rows that are there already', async () => {
    const owner = await app.staff('admin');
    await addNotice('Present');
    await saved(owner, { filters: { title: 'Present' }, alert: 1 });
    await check();
    expect(await received(owner)).toEqual([]);
  });

  test('are at most ten of a person', async () => {
    const owner = await app.staff('admin');
    for (let n = 0; n < 10; n += 1) await saved(owner, { alert: 1 });
    expect((await owner.post('desk/view/save', named({ alert: 1 }))).body.bizCode).toBe('TOO_MANY_ALERTS');
  });

  test('pause while the owner is disabled, and see afterwards what came meanwhile', async () => {
    const owner = await app.staff('admin');
    const id = await saved(owner, { filters: { title: 'Holiday' }, alert: 1 });
    const setStatus = (status: number) =>
      app.db.pool.query('update sys_user set status = $2 where id = $1', [String(owner.id), status]);
    await setStatus(0);
    await addNotice('Holiday');
    await check();
    expect(await problemOf(id)).toBe('owner');
    await setStatus(1);
    await check();
    expect([await problemOf(id), (await received(owner)).length]).toEqual([null, 1]);
  });

  test('pause with a message when the owner loses the right to the list', async () => {
    const owner = await app.staff('admin');
    const id = await saved(owner, { filters: { title: 'Right' }, alert: 1 });
    await app.db.pool.query('delete from sys_user_role where user_id = $1', [String(owner.id)]);
    await addNotice('Right');
    await check();
    await check();
    expect(await problemOf(id)).toBe('right');
    expect((await received(owner)).map(({ title }) => title)).toHaveLength(1);
  });

  test('are refused for a list that is too slow, and pause after three slow checks', async () => {
    const owner = await app.staff('admin');
    const id = await saved(owner, { filters: { title: 'Slow' }, alert: 1 });
    await app.db.pool.query('update desk_view set failures = 2 where id = $1', [id]);
    await app.db.pool.query('update desk_view set alert = 0 where id <> $1', [id]);
    await app.db.tx(async (tx) => {
      await tx.execute('lock table desk_notice in access exclusive mode');
      const refused = await owner.post('desk/view/save', named({ filters: { title: 'Slow too' }, alert: 1 }));
      expect(refused.body.bizCode).toBe('VIEW_TOO_SLOW');
      await check();
    });
    expect(await problemOf(id)).toBe('slow');
    await check();
    expect(await received(owner)).toHaveLength(1);
    expect((await owner.post('desk/view/save', { id, alert: 1 })).status).toBe(200);
    expect(await problemOf(id)).toBe(null);
  });
});
