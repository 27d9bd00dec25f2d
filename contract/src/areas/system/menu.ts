import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';

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

const button = z.object(entry);
const menuNode = button.extend({
  get children() {
    return z.array(menuNode).optional();
  },
});
const treeNode = z.object({
  id: id(),
  parentId: id(),
  title: z.string(),
  titleEn: z.string(),
  key: id(),
  value: id(),
  get children() {
    return z.array(treeNode).optional();
  },
});

/** Every menu without its buttons, as selectors show a tree. */
export const menuTree = z.array(treeNode);

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
    tree: get({ title: { zh: '菜单树', en: 'Menu tree' }, access: 'view', data: menuTree }),
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
