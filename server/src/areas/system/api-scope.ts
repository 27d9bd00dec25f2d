import { apiScope, apiScopeMethod, apiScopeType } from '@trade-assistant/contract/areas/system/api-scope.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { sql } from 'drizzle-orm';
import { apiScopes, routeOf } from '../../engines/people/identity/index.ts';
import { rightsChanged } from '../../kernel/auth/changes.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const ROUTE = { zh: '没有这个接口，或它不需要登录权限', en: 'No such endpoint, or it needs no permission' };
const { ROUTE_UNKNOWN } = defineErrors({ ROUTE_UNKNOWN: { status: 400, ...ROUTE } });

const SYSTEM = ['auth', 'system', 'resource', 'log'];

export default resourceRoutes(apiScope, apiScopes, {
  scope: 'tenant',
  usedBy: [
    {
      what: { zh: '角色', en: 'roles', one: 'role' },
      from: sql`sys_role_api_scope rs join sys_role r on r.id = rs.role_id`,
      column: sql`rs.api_scope_id`,
      called: sql`r.role_name`,
      where: () => sql`r.deleted_at is null`,
    },
  ],
  beforeSave: async (_c, _tx, input, existing) => {
    if (existing) return input;
    const resource = resourceOf(String(input.scopePath), Number(input.scopeMethod));
    if (!resource) throw ROUTE_UNKNOWN({}, { fields: [{ field: 'scopePath', message: ROUTE }] });
    const isSystem = SYSTEM.includes(resource.split('/')[0] ?? '');
    return {
      ...input,
      resourceCode: resource,
      scopeType: isSystem ? apiScopeType.is.system : apiScopeType.is.business,
    };
  },
  afterSave: async (_c, tx) => rightsChanged(tx),
  beforeRemove: async (c, tx, rows) => {
    // Without the scope every holder of the button could call the route.
    if (rows.some((row) => c.actor.deniedRoutes?.has(routeOf(row)))) throw commonErrors.NO_PERMISSION();
    await rightsChanged(tx);
  },
});

/** Returns the resource of exactly this route; undefined if there is none, or its access cannot be limited. */
function resourceOf(path: string, method: number): string | undefined {
  const verb = method === apiScopeMethod.is.get ? 'GET' : 'POST';
  for (const { name, calls } of registry as readonly Resource[])
    for (const [key, call] of Object.entries(calls))
      if (`/api/${name}/${key}` === path && call.methods.includes(verb) && !FREE.has(call.access)) return name;
  return undefined;
}

/** Calls for sign-in and the user's own account cannot be limited. */
const FREE: ReadonlySet<string> = new Set(['public', 'signed-in']);
