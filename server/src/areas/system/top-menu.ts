import { topMenu } from '@trade-assistant/contract/areas/system/top-menu.ts';
import { bindMenus, menuChoices, menusBoundToAll, topMenus } from '../../engines/people/identity/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(topMenu, topMenus, {
  scope: 'tenant',
  actions: {
    'grant-tree': (c, { topMenuIds }) =>
      c.app.db.tx(async (tx) => ({
        menus: await menuChoices(tx, c.actor, 'shown'),
        ...(await menusBoundToAll(tx, c.actor, topMenuIds)),
      })),
    grant: (c, input) => c.tx((tx) => bindMenus(tx, c.actor, input)),
  },
});
