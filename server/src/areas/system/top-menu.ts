import { topMenu } from '@trade-assistant/contract/areas/system/top-menu.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { bindMenus, menuChoices, menusBoundToAll, topMenus } from '../../engines/identity/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const errors = defineErrors({
  TOP_MENU_CODE_TAKEN: { status: 400, zh: '编号已被使用', en: 'The code is already used' },
});

export default resourceRoutes(topMenu, topMenus, {
  scope: 'tenant',
  unique: { sys_top_menu_code_unique: errors.TOP_MENU_CODE_TAKEN },
  actions: {
    'grant-tree': (c, { topMenuIds }) =>
      c.app.db.tx(async (tx) => ({
        menus: await menuChoices(tx, 'shown'),
        chosen: await menusBoundToAll(tx, c.actor, topMenuIds),
      })),
    grant: (c, input) => c.tx((tx) => bindMenus(tx, c.actor, input)),
  },
});
