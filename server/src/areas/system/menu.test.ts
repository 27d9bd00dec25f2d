import { afterAll, describe, expect, it } from 'vitest';
import { seedIdentity } from '../../engines/people/identity/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { useFormerMenu } from '../../testing/former-menu.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const product = await testApp();
const { admin } = product;
afterAll(() => product.close());

interface Entry {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Entry[];
}
const codes = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ code, children = [] }) => [code, ...codes(children)]);
const routes = async (who: TestUser) => codes((await who.get('system/menu/routes')).body.data);
const entryOf = async (code: string) =>
  (await admin.get('system/menu/list', { code_equal: code })).body.data.records[0];
const page = (more: object = {}) => ({
  code: 'handbook',
  name: '手册',
  nameEn: 'Handbook',
  path: 'https://handbook.example/',
  category: 1,
  isOpen: 2,
  visible: 1,
  sort: 1,
  ...more,
});

describe('built-in menus', () => {
  it('can be renamed, moved and hidden, at once and also after the next start', async () => {
    const { id } = await entryOf('system/post');
    const changed = await admin.post('system/menu/submit', { id, name: '职务', nameEn: 'Jobs', visible: 0, sort: 77 });
    expect(changed.body.msg).toBeTypeOf('string');
    expect(await routes(admin)).not.toContain('system/post');
    await seedIdentity(product.db);
    expect(await entryOf('system/post')).toMatchObject({ name: '职务', visible: 0, sort: 77, isBuiltIn: 1 });
    await admin.post('system/menu/submit', { id, visible: 1 });
    expect(await routes(admin)).toContain('system/post');
  });

  it('keep code and address, and can only be hidden', async () => {
    const { id } = await entryOf('system/dept');
    expect((await admin.post('system/menu/submit', { id, path: '/elsewhere' })).body.bizCode).toBe('MENU_FIXED');
    expect((await admin.post('system/menu/submit', { id, code: 'other/dept' })).status).toBe(400);
    const { id: buttonless } = await entryOf('system/region');
    const unused = await admin.post('system/menu/remove', { ids: buttonless });
    expect(['MENU_BUILT_IN', 'IN_USE']).toContain(unused.body.bizCode);
    const { id: carrier } = await entryOf('other');
    expect((await admin.post('system/menu/submit', { id: carrier, visible: 1 })).body.bizCode).toBe('MENU_NO_SCREEN');
  });
});

describe('an operator’s menu entry', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'https://a@evil.example',
    'ftp://x',
  ])('does not lead to %s', async (path) => {
    const { status, body } = await admin.post('system/menu/submit', page({ code: 'bad', path }));
    expect([status, body.data?.fields?.[0]?.field]).toEqual([400, 'path']);
  });

  it('opens in its own window only outside the console, and is below a menu', async () => {
    const inside = await admin.post('system/menu/submit', page({ code: 'inside', path: '/help/x.html' }));
    expect(inside.body.bizCode).toBe('MENU_WINDOW');
    const { records } = (await admin.get('system/menu/list', { code_equal: 'system/post:view' })).body.data;
    const below = await admin.post('system/menu/submit', page({ parentId: records[0].id }));
    expect(below.body.bizCode).toBe('MENU_PARENT');
  });

  it('is visible to its holders at once, and while it is granted', async () => {
    const { id } = (await admin.post('system/menu/submit', page())).body.data;
    const clerk = await product.staff('support');
    expect(await routes(clerk)).not.toContain('handbook');
    await product.db.pool.query(
      "insert into sys_role_menu (role_id, menu_id) select id, $1 from sys_role where role_alias = 'support'",
      [id],
    );
    expect(await routes(clerk)).toContain('handbook');
    const { body } = await admin.post('system/menu/remove', { ids: id });
    expect([body.bizCode, body.msg]).toEqual(['IN_USE', expect.stringMatching(/角色|roles/)]);
  });
});

it('a level can be sorted, and an entry moved to another level', async () => {
  const forest: Entry[] = (await admin.get('system/menu/menu-list')).body.data;
  const desk = forest.find(({ code }) => code === 'work/stock');
  const [first, second] = desk?.children ?? [];
  await admin.post('system/menu/move', { id: second?.id, parentId: desk?.id, beforeId: first?.id });
  const level = async (parentId?: string) =>
    (await admin.get('system/menu/lazy-menu-list', { parentId })).body.data.map(({ id }: Entry) => id);
  expect((await level(desk?.id)).slice(0, 2)).toEqual([second?.id, first?.id]);
  await admin.post('system/menu/move', { id: first?.id });
  expect((await level('0')).at(-1)).toBe(first?.id);
  expect(await level(desk?.id)).not.toContain(first?.id);
  expect((await admin.post('system/menu/move', { id: desk?.id, parentId: second?.id })).body.bizCode).toBe(
    'TREE_CYCLE',
  );
});

it('levels contain buttons too, unless only menus are requested', async () => {
  const { id } = await entryOf('system/post');
  const below = (await admin.get('system/menu/lazy-list', { parentId: id, code: ':view' })).body.data;
  expect(below.map(({ code }: Entry) => code)).toEqual(['system/post:view']);
  expect((await admin.get('system/menu/lazy-menu-list', { parentId: id })).body.data).toEqual([]);
});

it('a preview shows the menu of a role’s holders', async () => {
  const { roles, menus } = (await admin.get('system/menu/preview')).body.data;
  expect(menus).toEqual([]);
  const support = roles.find(({ nameEn }: { nameEn: string }) => /support/i.test(nameEn));
  const seen = codes((await admin.get('system/menu/preview', { roleId: support.id })).body.data.menus);
  expect(seen).toEqual(await routes(await product.staff('support')));
  expect((await admin.get('system/menu/preview', { roleId: '999' })).status).toBe(404);
});

it('other tenants neither manage menus nor see the menus for it', async () => {
  const second = await secondTenantOf(product);
  expect((await second.admin.get('system/menu/list')).status).toBe(403);
  expect(await routes(second.admin)).not.toContain('system/menu');
  const { data } = (await second.admin.get('system/menu/buttons')).body;
  expect(codes(data).filter((code) => code.startsWith('system/menu'))).toEqual([]);
  expect(await routes(second.admin)).toContain('system/post');
});

it('versions start from 1, whatever version a new row contains', async () => {
  const form = page({ code: 'versioned', path: '/versioned', isOpen: 1, version: 2_147_483_647 });
  const { id } = (await admin.post('system/menu/submit', form)).body.data;
  expect((await admin.get('system/menu/detail', { id })).body.data.version).toBe(1);
  expect((await admin.post('system/menu/submit', { id, version: 1, remark: 'Changed' })).status).toBe(200);
});

describe('the menu of agents', async () => {
  const agent = await product.agent();
  const entries = async (who: TestUser): Promise<Entry[]> => (await who.get('system/menu/routes')).body.data;
  const pathTo = (
    nodes: readonly Entry[],
    code: string,
    above: readonly string[] = [],
  ): readonly string[] | undefined => {
    for (const { code: own, name, children = [] } of nodes) {
      const found = own === code ? [...above, name] : pathTo(children, code, [...above, name]);
      if (found) return found;
    }
    return undefined;
  };

  it('has places of its own for the same screens', async () => {
    expect(pathTo(await entries(admin), 'agent/product')).toEqual(['销售', '代理商品']);
    expect(pathTo(await entries(agent), 'agent/product')).toEqual(['号码商城', '购买号码']);
    expect(codes(await entries(agent))).not.toContain('desk/message');
    // The rights behind an entry are the same in every place.
    expect((await agent.get('message/my/list')).status).toBe(200);
  });

  it('is edited in the form of an entry: another group, order and name, or none', async () => {
    const { id } = await entryOf('whatsapp/outbound');
    const { id: account } = await entryOf('work/account');
    const change = (values: object) => admin.post('system/menu/submit', { id, ...values });
    await change({ agentPlace: 1, agentParentId: account, agentName: '提货', agentNameEn: 'Deliveries' });
    expect(pathTo(await entries(agent), 'whatsapp/outbound')).toEqual(['账户', '提货']);
    expect(pathTo(await entries(admin), 'whatsapp/outbound')).toEqual(['库存', '出库单']);
    await change({ agentPlace: 1, agentParentId: '0' });
    expect(pathTo(await entries(agent), 'whatsapp/outbound')).toEqual(['提货']);
    await change({ agentPlace: 2 });
    expect(pathTo(await entries(agent), 'whatsapp/outbound')).toBeUndefined();
    await change({ agentPlace: 0 });
    expect(await entryOf('whatsapp/outbound')).toMatchObject({ agentParentId: null, agentName: null });
    // Its place is then that of staff, together with its group.
    expect(pathTo(await entries(agent), 'whatsapp/outbound')).toEqual(['库存', '出库单']);
    const missing = await change({ agentPlace: 1, agentParentId: '999999' });
    expect(missing.body.data?.fields?.[0]?.field).toBe('agentParentId');
  });

  it('is sorted level by level, without a change for staff', async () => {
    const before = await entries(admin);
    const forest: Entry[] = (await admin.get('system/menu/menu-list', { side: 'agents' })).body.data;
    const shop = forest.find(({ code }) => code === 'work/shop');
    const [first, second] = shop?.children ?? [];
    const move = (body: object) => admin.post('system/menu/move', { side: 'agents', ...body });
    await move({ id: second?.id, parentId: shop?.id, beforeId: first?.id });
    const shown = (await entries(agent)).find(({ code }) => code === 'work/shop');
    expect(shown?.children?.map(({ id }) => id).slice(0, 2)).toEqual([second?.id, first?.id]);
    expect(await entries(admin)).toEqual(before);
    const { id: finance } = await entryOf('work/finance');
    expect((await move({ id: finance, parentId: first?.id })).status).toBe(200);
    // Now finance is below an entry of the shop: the shop cannot come below finance, on either side.
    const circle = await move({ id: shop?.id, parentId: finance });
    expect(circle.body.bizCode).toBe('TREE_CYCLE');
    await move({ id: finance });
  });
});

describe('the new arrangement', () => {
  const arrangement = async () => (await admin.get('system/menu/arrangement')).body.data;

  it('is previewed for both sides, taken over and undone by those who may edit menus', async () => {
    expect(await arrangement()).toMatchObject({ state: 'delivered', moved: [] });
    await useFormerMenu(product.db);
    const { state, before, after, moved, digest } = await arrangement();
    expect(state).toBe('available');
    expect(codes(before.staff)).toContain('whatsapp');
    expect(codes(after.staff)).not.toContain('whatsapp');
    expect(codes(after.agents)).not.toContain('system/user');
    expect(moved).toContainEqual(
      expect.objectContaining({ side: 'agents', fromEn: 'Agents', toEn: 'Shop', nameEn: 'Buy numbers' }),
    );
    const clerk = await product.staff('admin');
    expect((await clerk.get('system/menu/arrangement')).status).toBe(200);
    expect((await clerk.post('system/menu/take-over', { digest })).status).toBe(403);
    const taken = await admin.post('system/menu/take-over', { digest });
    expect(taken.body.data.changed).toBeGreaterThan(100);
    expect(await arrangement()).toMatchObject({ state: 'taken', takenBy: expect.stringMatching(/./) });
    expect(codes((await arrangement()).before.staff)).toEqual(codes(after.staff));
    expect((await admin.post('system/menu/take-over', {})).body.bizCode).toBe('MENU_TAKEN_OVER');
    // Each changed row is in the trail, with the values before and after.
    const { rows } = await product.db.pool.query(
      `select after from audit_log where object_type = 'system/menu' and action like '%take-over' order by id desc limit 1`,
    );
    expect(JSON.stringify(rows[0]?.after)).toContain('agent_place');
    await admin.post('system/menu/undo-take-over', {});
    expect(codes((await arrangement()).before.staff)).toEqual(codes(before.staff));
    expect((await admin.post('system/menu/undo-take-over', {})).body.bizCode).toBe('MENU_NOT_TAKEN_OVER');
  });
});
