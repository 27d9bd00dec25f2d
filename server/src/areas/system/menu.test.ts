import { afterAll, describe, expect, it } from 'vitest';
import { seedIdentity } from '../../engines/identity/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
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
  const desk = forest.find(({ code }) => code === 'desk');
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
