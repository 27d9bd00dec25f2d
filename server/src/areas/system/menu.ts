import { type MenuMeta, menu } from '@trade-assistant/contract/areas/system/menu.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import {
  buildMenuTree,
  buttonsOf,
  grantableMenus,
  grantedToRoles,
  type MenuNode,
  menuChoices,
  menuTreeOf,
  topMenusOf,
} from '../../engines/identity/index.ts';
import { framingOf } from '../../kernel/http/framing.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(menu, {
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
    if (!entry || !/^https?:\/\//i.test(entry.path)) throw commonErrors.NOT_FOUND();
    return { framing: await framingOf(entry.path, `${c.request.protocol}://${c.request.host}`) };
  },
  tree: (c) => c.app.db.tx((tx) => menuChoices(tx)),
  'grant-tree': (c) =>
    c.app.db.tx(async (tx) => ({ menu: buildMenuTree(await grantableMenus(tx, c.actor)).map(choiceOf) })),
  'role-tree-keys': (c, { roleIds }) =>
    c.app.db.tx(async (tx) => ({ menu: [...(await grantedToRoles(tx, c.actor, roleIds))] })),
  'top-menu': (c) => c.app.db.tx((tx) => topMenusOf(tx, c.actor)),
});

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
  path: node.path,
  source: node.source,
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

interface Choice {
  id: bigint;
  parentId: bigint;
  title: string;
  titleEn: string;
  key: bigint;
  value: bigint;
  category: number;
  children?: Choice[] | undefined;
}

const choiceOf = ({ id, parentId, name, nameEn, category, children = [] }: MenuNode): Choice => ({
  id,
  parentId: parentId ?? 0n,
  title: name,
  titleEn: nameEn,
  key: id,
  value: id,
  category,
  ...(children.length > 0 ? { children: children.map(choiceOf) } : {}),
});
