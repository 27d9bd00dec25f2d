import { tenantPackage } from '@trade-assistant/contract/areas/system/tenant-package.ts';
import { sql } from 'drizzle-orm';
import {
  buildMenuTree,
  fillPackage,
  packageCounts,
  packageMenus,
  tenantPackages,
} from '../../engines/people/identity/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { menuChoicesOf } from './menu/choices.ts';

export default resourceRoutes(tenantPackage, tenantPackages, {
  scope: 'tenant',
  usedBy: [
    {
      what: { zh: '租户', en: 'tenants', one: 'tenant' },
      from: sql`sys_tenant t`,
      column: sql`t.package_id`,
      called: sql`t.tenant_name`,
      where: () => sql`t.deleted_at is null`,
    },
  ],
  computed: {
    fields: ['menuCount', 'tenantCount'],
    fill: async (c, rows) => {
      const counts = await packageCounts(
        c.app.db.drizzle,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => counts.get(id) ?? { menuCount: 0, tenantCount: 0 });
    },
  },
  actions: {
    'grant-tree': (c, { packageId }) =>
      c.app.db.tx(async (tx) => {
        const { menus, ...found } = await packageMenus(tx, c.actor, packageId);
        return { menus: menuChoicesOf(buildMenuTree(menus)), ...found };
      }),
    grant: (c, input) =>
      c.tx(async (tx) => {
        await fillPackage(tx, c.actor, input);
        announceChange(tx, c.actor.tenantId, tenantPackage);
      }),
  },
});
