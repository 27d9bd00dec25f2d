import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { flag, id, ids } from '../../kit/schema.ts';
import { treeNodes } from '../../kit/tree.ts';

/** A menu (`category` 1) or a button (2). Roots have `parentId` 0; `isOpen` 2 opens a new window. */
const entry = {
  id: id(),
  parentId: id(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  path: z.string(),
  /** An icon's name. */
  source: z.string(),
  category: z.int(),
  isOpen: z.int(),
  sort: z.int(),
};

/** What opening a menu does beside showing its page. */
export const menuMeta = z.object({
  /** The key of a name the console has in its own languages, instead of the menu's. */
  i18n: z.string().max(64).optional(),
  /** Keys of the roles it is for; nobody else is shown it. None: everybody it is granted to. */
  roles: z.array(z.string().max(64)).max(100).optional(),
  /** 0: it is shown without a tab, and forgotten when it is left. */
  isTab: flag().optional(),
  /** Opens in a new window: the address in `query.url`, else its own. */
  target: z.literal('_blank').optional(),
  /** Parameters its address is opened with: `name` and `i18n` name the tab. */
  query: z.record(z.string().max(64), z.string().max(2000)).optional(),
});
export type MenuMeta = z.output<typeof menuMeta>;

/** Whether a foreign page may be shown inside the console, as its server says; `unknown` when it did not answer us. */
const framing = z.enum(['allowed', 'refused', 'unknown']);

const button = z.object(entry);
const menuNode = button.extend({
  meta: menuMeta,
  get children() {
    return z.array(menuNode).optional();
  },
});

/** A menu (`category` 1) or button (2) that may be handed on. */
const grantNode = z.object({
  id: id(),
  parentId: id(),
  title: z.string(),
  titleEn: z.string(),
  key: id(),
  value: id(),
  category: z.int(),
  get children() {
    return z.array(grantNode).optional();
  },
});

/** What leads where: the menu a user sees, the buttons they may press, the choices above them. */
export const menu = resource('system/menu', {
  title: { zh: '菜单管理', en: 'Menus' },
  fields: {},
  calls: {
    routes: get({
      title: { zh: '我的菜单', en: 'My menu' },
      access: 'signed-in',
      input: z.object({ topMenuId: id().optional() }),
      data: z.array(menuNode),
    }),
    buttons: get({
      title: { zh: '我的按钮', en: 'My buttons' },
      access: 'signed-in',
      data: z.array(z.object({ ...entry, children: z.array(button) })),
    }),
    framing: get({
      title: { zh: '能否嵌入', en: 'May be embedded' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      data: z.object({ framing }),
    }),
    tree: get({ title: { zh: '菜单树', en: 'Menu tree' }, access: 'view', data: treeNodes }),
    /** What the caller may grant to a role: what they hold themselves, with the groups above. */
    'grant-tree': get({
      title: { zh: '可授予的权限', en: 'What may be granted' },
      access: 'system/role:grant',
      data: z.object({ menu: z.array(grantNode) }),
    }),
    /** What any of some roles is granted. */
    'role-tree-keys': get({
      title: { zh: '角色的权限', en: 'What roles are granted' },
      access: 'system/role:view',
      input: z.object({ roleIds: ids() }),
      data: z.object({ menu: z.array(id()) }),
    }),
    'top-menu': get({
      title: { zh: '顶部菜单', en: 'Top menus' },
      access: 'signed-in',
      data: z.array(
        z.object({
          id: id(),
          code: z.string(),
          name: z.string(),
          nameEn: z.string(),
          source: z.string(),
          sort: z.int(),
        }),
      ),
    }),
  },
});
