import { tenant } from '@trade-assistant/contract/areas/system/tenant.ts';
import { copyBusinessDictionaries } from '../../engines/office/dictionaries/index.ts';
import {
  assertNotPlatform,
  closeTenants,
  furnishTenant,
  limitTenants,
  notifyPackage,
  renewAdministrator,
  tenantErrors,
  tenantOfDomain,
  tenants,
  tenantToWrite,
} from '../../engines/people/identity/index.ts';
import { hasClosedDays } from '../../engines/reporting/closing/index.ts';
import { seedCountries, seedWarehouse } from '../../engines/stock/inventory/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

/** The only data source. */
const SHARED = ['', '0'];

export default resourceRoutes(tenant, tenants, {
  scope: 'platform',
  beforeSave: async (_c, tx, input, existing) => {
    const isMoved = existing !== null && input.timeZone !== undefined && input.timeZone !== existing.timeZone;
    if (isMoved && (await hasClosedDays(tx, existing.tenantId))) throw tenantErrors.TENANT_ZONE_FIXED();
    return tenantToWrite(tx, input, existing);
  },
  afterSave: async (_c, tx, row) => {
    // Version 1 means that the row was just added.
    if (row.version !== 1) return notifyPackage(tx, row);
    await furnishTenant(tx, row);
    await copyBusinessDictionaries(tx, row.tenantId);
    await seedCountries(tx, row.tenantId);
    await seedWarehouse(tx, row.tenantId);
  },
  beforeRemove: (_c, tx, rows) => closeTenants(tx, rows, 'archive'),
  onTransition: async (_c, tx, rows, { name }) => {
    assertNotPlatform(rows);
    if (name === 'disable') await closeTenants(tx, rows, 'disable');
  },
  actions: {
    setting: (c, input) =>
      c.tx(async (tx) => {
        await limitTenants(tx, c.actor, input);
        announceChange(tx, c.actor.tenantId, tenant);
      }),
    datasource: async (_c, { datasourceId }) => {
      if (!SHARED.includes(datasourceId)) throw tenantErrors.TENANT_DATASOURCE();
    },
    administrator: (c, { id }) => c.tx((tx) => renewAdministrator(tx, id)),
    info: async (c, input) => (await tenantOfDomain(c.app.db.drizzle, input.domain)) ?? {},
  },
});
