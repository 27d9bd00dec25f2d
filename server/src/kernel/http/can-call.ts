import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { type Actor, holds } from '../auth/actor.ts';

/** Whether somebody signed in is all that a call asks for, or nobody. */
export const asksForPermission = ({ access }: Call): boolean => access !== 'public' && access !== 'signed-in';

/** What all tenants share is looked after by the platform's own. */
export const isOfTenant = ({ tenantId }: Pick<Actor, 'tenantId'>, resource: Resource, call: Call): boolean =>
  tenantId === PLATFORM_TENANT || !resource.isPlatformWide || call.access.includes(':');

/** Whether an actor holds what a call asks for. */
export const canCall = (actor: Actor, resource: Resource, call: Call): boolean =>
  !asksForPermission(call) ||
  (holds(actor, permissionCode(resource.name, call.access)) && isOfTenant(actor, resource, call));
