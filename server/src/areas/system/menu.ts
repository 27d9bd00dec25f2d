import { type MenuMeta, menu, menuCategory } from '@trade-assistant/contract/areas/system/menu.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm';
import {
  assertOwnMenus,
  buildMenuTree,
  buttonsOf,
  type GrantableScope,
  grantableMenus,
  grantableScopes,
  grantedToRoles,
  grantsDigest,
  type MenuNode,
  menuChoices,
  menuForest,
  menuPreview,
  menus,
  menuToWrite,
  menuTreeOf,
  moveMenu,
  topMenusOf,
} from '../../engines/identity/index.ts';
import { rightsChanged } from '../../kernel/auth/changes.ts';
import type { Context } from '../../kernel/http/context.ts';
import { framingOf } from '../../kernel/http/framing.ts';
import { announceChangeToAll } from '../../kernel/realtime/index.ts';
import { literal } from '../../kernel/resource/filters.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { parentsAmong } from '../../kernel/resource/tree.ts';
import { menuChoicesOf } from './menu/choices.ts';

export default resourceRoutes(menu, menus, {
  scope: 'platform',
  usedBy: [
    {
      what: { zh: '角色', en: 'roles' },
      from: sql`sys_role_menu g join sys_role r on r.id = g.role_id`,
      column: sql`g.menu_id`,
      called: sql`r.role_name`,
      where: () => sql`r.deleted_at is null`,
    },
    {
      what: { zh: '顶部菜单', en: 'top menus' },
      from: sql`sys_top_menu_menu b join sys_top_menu t on t.id = b.top_menu_id`,
      column: sql`b.menu_id`,
      called: sql`t.name`,
      where: () => sql`t.deleted_at is null`,
    },
  ],
  beforeSave: (_c, tx, input, existing) => menuToWrite(tx, input, existing),
  afterSave: (_c, tx) => rightsChanged(tx),
  beforeRemove: async (_c, tx, rows) => {
    assertOwnMenus(rows);
    await rightsChanged(tx);
  },
  alsoChanges: ['system/top-menu'],
  actions: {
    routes: (c, input) => c.app.db.tx(async (tx) => (await menuTreeOf(tx, c.actor, input)).map(entryOf)),
    buttons: (c) =>
      c.app.db.tx(async (tx) =>
        (await buttonsOf(tx, c.actor)).map((node) => ({
          ...fieldsOf(node),
          children: (node.children ?? []).map(fieldsOf),
        })),
      ),
    framing: async (c, { id }) => {
      // Whoever asks names an entry of their own menu, never an address: the server fetches nothing at a caller's word.
      const entry = find(await c.app.db.tx((tx) => menuTreeOf(tx, c.actor, {})), id);
      if (!entry?.path || !/^https?:\/\//i.test(entry.path)) throw commonErrors.NOT_FOUND();
      return { framing: await framingOf(entry.path, `${c.request.protocol}://${c.request.host}`) };
    },
    tree: (c) => c.app.db.tx((tx) => menuChoices(tx, c.actor)),
    'grant-tree': (c) =>
      c.app.db.tx(async (tx) => {
        const all = await grantableMenus(tx, c.actor);
        const { dataScope, apiScope } = await grantableScopes(tx, c.actor);
        return {
          menu: menuChoicesOf(buildMenuTree(all)),
          dataScope: scopeChoices(all, dataScope),
          apiScope: scopeChoices(all, apiScope),
        };
      }),
    'role-tree-keys': (c, { roleIds }) =>
      c.app.db.tx(async (tx) => {
        const { menu: granted, dataScope, apiScope } = await grantedToRoles(tx, c.actor, roleIds);
        const digest = await grantsDigest(tx, roleIds);
        return { menu: [...granted], dataScope: [...dataScope], apiScope: [...apiScope], digest };
      }),
    'top-menu': (c) => c.app.db.tx((tx) => topMenusOf(tx, c.actor)),
    'lazy-list': (c, input) => level(c, input),
    'lazy-menu-list': (c, input) => level(c, input, eq(menus.category, menuCategory.is.menu)),
    'menu-list': (c) => c.app.db.tx(async (tx) => (await menuForest(tx, c.actor)).map(entryOf)),
    move: (c, input) =>
      c.tx(async (tx) => {
        await moveMenu(tx, c.actor, input);
        await announceChangeToAll(tx, [menu.name]);
      }),
    preview: (c, { roleId }) =>
      c.app.db.tx(async (tx) => {
        const { roles, menus: seen } = await menuPreview(tx, c.actor, roleId);
        return { roles, menus: seen.map(entryOf) };
      }),
  },
});

interface Level {
  readonly parentId?: bigint | undefined;
  readonly name?: string | undefined;
  readonly code?: string | undefined;
  readonly alias?: string | undefined;
}

/** The entries right below one; without it or with 0 the roots. */
async function level(c: Context, { parentId = 0n, name, code, alias }: Level, which?: SQL) {
  const shown = and(visible(c.actor, menus, 'platform'), which);
  const holds = (column: typeof menus.name, part: string | undefined) =>
    part ? ilike(column, `%${literal(part)}%`) : undefined;
  const rows = await c.app.db.drizzle
    .select()
    .from(menus)
    .where(
      and(
        shown,
        parentId === 0n ? isNull(menus.parentId) : eq(menus.parentId, parentId),
        holds(menus.name, name),
        holds(menus.code as never, code),
        holds(menus.alias as never, alias),
      ),
    )
    .orderBy(asc(menus.sort), asc(menus.id));
  const parents = await parentsAmong(c.app.db, { table: menus, parent: menus.parentId, visible: shown }, rows);
  return rows.map((row) => ({ ...row, hasChildren: parents.has(row.id) ? (1 as const) : (0 as const) }));
}

interface Entry extends ReturnType<typeof fieldsOf> {
  meta: MenuMeta;
  children?: Entry[] | undefined;
}

const fieldsOf = (node: MenuNode) => ({
  id: node.id,
  parentId: node.parentId ?? 0n,
  code: node.code,
  name: node.name,
  nameEn: node.nameEn,
  path: node.path ?? '',
  source: node.source ?? '',
  category: node.category,
  isOpen: node.isOpen,
  sort: node.sort,
});

const find = (nodes: readonly MenuNode[], id: bigint): MenuNode | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
};

const entryOf = (node: MenuNode): Entry => ({
  ...fieldsOf(node),
  meta: node.meta,
  ...(node.children?.length ? { children: node.children.map(entryOf) } : {}),
});

/** Scopes below the menus of the resources they are about; of one without a menu below a node of its own. */
function scopeChoices(all: readonly Omit<MenuNode, 'children'>[], scopes: readonly GrantableScope[]) {
  const resources = [...new Set(scopes.map(({ resource }) => resource))];
  return resources.map((resource) => {
    const above = all.find(({ code }) => code === resource);
    const id = above?.id ?? 0n;
    const children = scopes
      .filter((scope) => scope.resource === resource)
      .map((scope) => ({
        ...{ id: scope.id, key: scope.id, value: scope.id, parentId: id },
        ...{ title: scope.title, titleEn: scope.titleEn },
      }));
    const title = above?.name ?? resource;
    return { id, parentId: 0n, title, titleEn: above?.nameEn || title, key: id, value: id, children };
  });
}
