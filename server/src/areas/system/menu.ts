import { type MenuMeta, menu, menuCategory } from '@trade-assistant/contract/areas/system/menu.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import {
  assertAgentMenu,
  assertOwnMenus,
  buildMenuTree,
  buttonsOf,
  type GrantableScope,
  grantableMenus,
  grantableScopes,
  grantedToRoles,
  grantsDigest,
  type MenuNode,
  menuArrangement,
  menuChoices,
  menuForest,
  menuPreview,
  menus,
  menusBoundToAll,
  menuToWrite,
  menuTreeOf,
  moveMenu,
  takeOverMenu,
  topMenusOf,
  undoTakeover,
} from '../../engines/people/identity/index.ts';
import { rightsChanged } from '../../kernel/auth/changes.ts';
import type { Context } from '../../kernel/http/context.ts';
import { framingOf } from '../../kernel/http/framing.ts';
import { announceChangeToAll } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { inLevel, type Parts, parentsAmong } from '../../kernel/resource/tree.ts';
import { menuChoicesOf } from './menu/choices.ts';

export default resourceRoutes(menu, menus, {
  scope: 'platform',
  usedBy: [
    {
      what: { zh: '角色', en: 'roles', one: 'role' },
      from: sql`sys_role_menu g join sys_role r on r.id = g.role_id`,
      column: sql`g.menu_id`,
      called: sql`r.role_name`,
      where: () => sql`r.deleted_at is null`,
    },
    {
      what: { zh: '顶部菜单', en: 'top menus', one: 'top menu' },
      from: sql`sys_top_menu_menu b join sys_top_menu t on t.id = b.top_menu_id`,
      column: sql`b.menu_id`,
      called: sql`t.name`,
      where: () => sql`t.deleted_at is null`,
    },
  ],
  beforeSave: (_c, tx, input, existing) => menuToWrite(tx, input, existing),
  afterSave: async (_c, tx) => {
    await assertAgentMenu(tx);
    await rightsChanged(tx);
  },
  beforeRemove: async (_c, tx, rows) => {
    assertOwnMenus(rows);
    await rightsChanged(tx);
  },
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
      // The caller names an entry of the own menu, never an address: the server must not fetch a caller's address.
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
    'grant-top-tree': (c) => c.app.db.tx(async (tx) => ({ menu: await menuChoices(tx, c.actor, 'shown') })),
    'top-tree-keys': (c, { topMenuIds }) =>
      c.app.db.tx(async (tx) => ({ menu: (await menusBoundToAll(tx, c.actor, topMenuIds)).chosen })),
    'top-menu': (c) => c.app.db.tx((tx) => topMenusOf(tx, c.actor)),
    'lazy-list': (c, { parentId, ...sought }) => level(c, parentId, sought),
    'lazy-menu-list': (c, { parentId, ...sought }) =>
      level(c, parentId, sought, eq(menus.category, menuCategory.is.menu)),
    'menu-list': (c, { side }) => c.app.db.tx(async (tx) => (await menuForest(tx, c.actor, side)).map(entryOf)),
    arrangement: (c) =>
      c.app.db.tx(async (tx) => {
        const { before, after, ...rest } = await menuArrangement(tx);
        return { ...rest, before: entriesOf(before), after: entriesOf(after) };
      }),
    'take-over': (c, { digest }) =>
      c.tx(async (tx) => {
        const result = await takeOverMenu(tx, c.actor, digest);
        await announceChangeToAll(tx, menu);
        return result;
      }),
    'undo-take-over': (c, { digest }) =>
      c.tx(async (tx) => {
        const result = await undoTakeover(tx, c.actor, digest);
        await announceChangeToAll(tx, menu);
        return result;
      }),
    move: (c, input) =>
      c.tx(async (tx) => {
        await moveMenu(tx, c.actor, input);
        await announceChangeToAll(tx, menu);
      }),
    preview: (c, { roleId }) =>
      c.app.db.tx(async (tx) => {
        const { roles, menus: seen } = await menuPreview(tx, c.actor, roleId);
        return { roles, menus: seen.map(entryOf) };
      }),
  },
});

/** Returns the entries directly below one; without a parent or with 0 the roots, or search results on every level. */
async function level(c: Context, parentId = 0n, sought: Parts = {}, which?: SQL) {
  const shown = and(visible(c.actor, menus, 'platform'), which);
  const rows = await c.app.db.drizzle
    .select()
    .from(menus)
    .where(and(shown, inLevel(menus, parentId, sought)))
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

const entriesOf = ({
  staff,
  agents,
}: {
  readonly staff: readonly MenuNode[];
  readonly agents: readonly MenuNode[];
}) => ({
  staff: staff.map(entryOf),
  agents: agents.map(entryOf),
});

/** Returns scopes below the menus of their resources; without such a menu, below a node of their own. */
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
