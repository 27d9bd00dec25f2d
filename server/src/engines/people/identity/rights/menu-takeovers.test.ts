import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../../../kernel/auth/actor.ts';
import { type TestDb, testDb } from '../../../../kernel/testing/index.ts';
import { useFormerMenu } from '../../../../testing/former-menu.ts';
import { DEFAULT_TENANT, menuArrangement, menuTreeOf, seedIdentity, takeOverMenu, undoTakeover } from '../index.ts';

const actor = systemActor(DEFAULT_TENANT);
let db: TestDb;
beforeEach(async () => {
  db = await testDb({ seeded: true });
  await useFormerMenu(db);
});
afterEach(() => db.close());

const takeOver = (digest?: string) => db.tx((tx) => takeOverMenu(tx, actor, digest));
const undo = (digest?: string) => db.tx((tx) => undoTakeover(tx, actor, digest));
const sqlRows = async <T>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await db.pool.query(query, values)).rows as T[];
/** Everything an arrangement decides, by code. */
const places = async () =>
  sqlRows<Record<string, unknown>>(`
    select m.code, above.code as above, m.sort, m.visible, m.name, m.name_en, m.source, m.agent_place, m.agent_sort, m.agent_name,
      m.agent_name_en, agent.code as agents_above
    from sys_menu m left join sys_menu above on above.id = m.parent_id left join sys_menu agent on agent.id = m.agent_parent_id
    where m.deleted_at is null and m.category = 1 order by m.code`);
const placeOf = async (code: string) => (await places()).find((row) => row.code === code);
const roots = async () => (await db.tx((tx) => menuTreeOf(tx, actor, {}))).map(({ code }) => code);
const add = async (code: string, above: string) => {
  const [row] = await sqlRows<{ id: string }>(
    `insert into sys_menu (code, name, name_en, path, parent_id, category, sort)
      values ($1, '自建', 'Own', '/' || $1, (select id from sys_menu where code = $2), 1, 1) returning id::text`,
    [code, above],
  );
  return row?.id;
};
const move = (code: string, above: string) =>
  db.pool.query(
    `update sys_menu set parent_id = (select id from sys_menu where code = $2 and deleted_at is null) where code = $1`,
    [code, above],
  );

describe('an installation from before the menu by work', () => {
  it('keeps its menu at every start, until it is taken over', async () => {
    const before = await places();
    expect(await roots()).toContain('whatsapp');
    await seedIdentity(db);
    expect(await places()).toEqual(before);
    expect(await roots()).toContain('whatsapp');
    expect((await db.tx((tx) => menuArrangement(tx))).state).toBe('available');
  });

  it('has the menu of a new one after the takeover, and its own after the undoing, also at a start of either', async () => {
    const before = await places();
    await takeOver();
    const fresh = await testDb({ seeded: true });
    const wanted = db;
    const taken = await places();
    db = fresh;
    const delivered = await places();
    db = wanted;
    await fresh.close();
    expect(taken).toEqual(delivered);
    await seedIdentity(db);
    expect(await places()).toEqual(taken);
    await undo();
    expect(await places()).toEqual(before);
    await seedIdentity(db);
    expect(await places()).toEqual(before);
  });

  it('takes over once and undoes once, also when two administrators do it at once', async () => {
    const both = await Promise.allSettled([takeOver(), takeOver()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(takeOver()).rejects.toMatchObject({ code: 'MENU_TAKEN_OVER' });
    const back = await Promise.allSettled([undo(), undo()]);
    expect(back.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(undo()).rejects.toMatchObject({ code: 'MENU_NOT_TAKEN_OVER' });
    await takeOver();
    expect(await roots()).toContain('work/stock');
  });

  it('changes nothing when the menu is no longer as it was previewed', async () => {
    const { digest } = await db.tx((tx) => menuArrangement(tx));
    await move('whatsapp/supplier', 'finance');
    await expect(takeOver(digest)).rejects.toMatchObject({ code: 'SET_CHANGED' });
    expect(await roots()).not.toContain('work/stock');
    await takeOver((await db.tx((tx) => menuArrangement(tx))).digest);
  });

  it('keeps own entries, own names, own icons and hidden entries', async () => {
    await add('handbook', 'whatsapp');
    await add('lonely', 'none');
    await db.pool.query(`update sys_menu set name = '发货单', name_en = 'Shipments' where code = 'whatsapp/outbound'`);
    await db.pool.query(`update sys_menu set name = '群发', name_en = 'Mailings' where code = 'whatsapp/order'`);
    await db.pool.query(`update sys_menu set source = 'StarOutlined' where code = 'sms/sms-task'`);
    await db.pool.query(`update sys_menu set visible = 0 where code = 'whatsapp/template'`);
    const before = await places();
    const { kept } = await takeOver();
    expect(kept.map(({ name, reason }) => [name, reason])).toEqual(
      expect.arrayContaining([
        ['自建', 'own'],
        ['发货单', 'renamed'],
        ['群发', 'renamed'],
      ]),
    );
    expect(await placeOf('handbook')).toMatchObject({ above: 'whatsapp' });
    // Its group stays, behind the new ones; it has nothing else.
    expect(await placeOf('whatsapp')).toMatchObject({ visible: 1, above: null });
    expect((await roots()).slice(-2)).toEqual(['work/settings', 'whatsapp']);
    expect(await placeOf('whatsapp/outbound')).toMatchObject({ name: '发货单', above: 'work/stock' });
    expect(await placeOf('whatsapp/order')).toMatchObject({ name: '群发', agent_name: null });
    expect(await placeOf('sms/sms-task')).toMatchObject({ source: 'StarOutlined' });
    expect(await placeOf('whatsapp/template')).toMatchObject({ visible: 0 });
    await undo();
    expect(await places()).toEqual(before);
  });

  it('leaves screens where they are whose new group an administrator deleted', async () => {
    await db.pool.query(`update sys_menu set deleted_at = now() where code = 'work/stock'`);
    const { kept } = await takeOver();
    expect(kept.map(({ reason }) => reason)).toContain('groupMissing');
    expect(await placeOf('whatsapp/supplier')).toMatchObject({ above: 'whatsapp' });
    expect(await roots()).toContain('whatsapp');
  });
});

describe('undoing', () => {
  beforeEach(() => takeOver());

  it('keeps what was moved, renamed or hidden since, and says so', async () => {
    await move('whatsapp/supplier', 'work/finance');
    await db.pool.query(`update sys_menu set name = '消息群发' where code = 'whatsapp/order'`);
    await db.pool.query(`update sys_menu set visible = 0 where code = 'log/trace'`);
    await db.pool.query(`update sys_menu set sort = sort + 7 where code = 'log/audit'`);
    const { kept } = await undo();
    expect(kept.map(({ name, reason }) => [name, reason]).toSorted()).toEqual(
      [
        ['供应商', 'changed'],
        ['消息群发', 'changed'],
        ['请求链路', 'changed'],
      ].toSorted(),
    );
    expect(await placeOf('whatsapp/supplier')).toMatchObject({ above: 'work/finance' });
    expect(await placeOf('work/finance')).toMatchObject({ visible: 1 });
    expect(await placeOf('work/stock')).toMatchObject({ visible: 0 });
    expect(await placeOf('whatsapp/order')).toMatchObject({ name: '消息群发', above: 'whatsapp' });
    expect(await placeOf('log/trace')).toMatchObject({ visible: 0, above: 'log' });
    expect(await placeOf('log/audit')).toMatchObject({ above: 'log' });
  });

  it('keeps entries that were added since; screens of a later release get their former place', async () => {
    await add('handbook', 'work/logs');
    await db.pool.query(`
      delete from sys_menu where parent_id = (select id from sys_menu where code = 'log/trace')`);
    await db.pool.query(`delete from sys_menu where code = 'log/trace'`);
    await seedIdentity(db);
    expect(await placeOf('log/trace')).toMatchObject({ above: 'work/logs' });
    const { kept } = await undo();
    expect(kept.map(({ name, reason }) => [name, reason]).toSorted()).toEqual(
      [
        ['自建', 'added'],
        ['请求链路', 'added'],
      ].toSorted(),
    );
    expect(await placeOf('log/trace')).toMatchObject({ above: 'log' });
    expect(await placeOf('handbook')).toMatchObject({ above: 'work/logs' });
    // Its heading stays with the group around it.
    expect([await placeOf('work/logs'), await placeOf('work/settings')]).toMatchObject([
      { visible: 1 },
      { visible: 1 },
    ]);
  });

  it('leaves a screen where it is whose former group was deleted since', async () => {
    await db.pool.query(`update sys_menu set deleted_at = now() where code = 'telegram'`);
    const { kept } = await undo();
    expect(kept).toEqual([expect.objectContaining({ name: 'Telegram 订单', reason: 'groupMissing' })]);
    expect(await placeOf('telegram/order')).toMatchObject({ above: 'work/sending' });
    expect(await roots()).toContain('work/sending');
  });

  it('is not possible where the installation began with the menu by work', async () => {
    const fresh = await testDb({ seeded: true });
    await expect(fresh.tx((tx) => undoTakeover(tx, actor))).rejects.toMatchObject({ code: 'MENU_NOT_TAKEN_OVER' });
    await expect(fresh.tx((tx) => takeOverMenu(tx, actor))).rejects.toMatchObject({ code: 'MENU_TAKEN_OVER' });
    expect((await fresh.tx((tx) => menuArrangement(tx))).state).toBe('delivered');
    await fresh.close();
  });
});
