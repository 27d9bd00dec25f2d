import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import { buttonsOf, type MenuNode, menuChoices, routesOf, topMenusOf } from '../../engines/identity/index.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(menu, {
  routes: (c, input) => c.app.db.tx(async (tx) => (await routesOf(tx, c.actor, input)).map(entryOf)),
  buttons: (c) =>
    c.app.db.tx(async (tx) =>
      (await buttonsOf(tx, c.actor)).map((node) => ({
        ...fieldsOf(node),
        children: (node.children ?? []).map(fieldsOf),
      })),
    ),
  tree: (c) => c.app.db.tx((tx) => menuChoices(tx)),
  'top-menu': (c) => c.app.db.tx((tx) => topMenusOf(tx, c.actor)),
});

interface Entry extends ReturnType<typeof fieldsOf> {
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

const entryOf = (node: MenuNode): Entry => ({
  ...fieldsOf(node),
  ...(node.children?.length ? { children: node.children.map(entryOf) } : {}),
});
