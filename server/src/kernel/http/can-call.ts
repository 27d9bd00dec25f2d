import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { type Actor, holds } from '../auth/actor.ts';

/** Whether somebody signed in is all that a call asks for, or nobody. */
export const asksForPermission = ({ access }: Call): boolean => access !== 'public' && access !== 'signed-in';

/** Returns whether a call is open to the actor's tenant: only the platform's own changes shared rows. */
export const isOfTenant = ({ tenantId }: Pick<Actor, 'tenantId'>, resource: Resource, call: Call): boolean =>
  tenantId === PLATFORM_TENANT || !resource.isPlatformWide || call.access.includes(':');

/** The permissions any of which admits to a call; a `submit` of the kit adds or edits, by what it is sent. */
export const permissionsOf = (resource: Resource, call: Call): readonly string[] =>
  (call.standard === 'submit' ? [call.access, 'add'] : [call.access]).map((access) =>
    permissionCode(resource.name, access),
  );

/** The permission a call asks for; undefined where signed in is enough. */
export const permissionOf = (resource: Resource, call: Call): string | undefined =>
  asksForPermission(call) ? permissionCode(resource.name, call.access) : undefined;

/** Returns the permission of a `submit` once it is known whether it adds; undefined for other calls. */
export const permissionOfSubmit = (resource: Resource, call: Call, wire: unknown): string | undefined =>
  call.standard === 'submit'
    ? permissionCode(resource.name, (wire as { readonly id?: unknown }).id === undefined ? 'add' : call.access)
    : undefined;

/** Whether an actor holds what a call asks for. */
export const canCall = (actor: Actor, resource: Resource, call: Call): boolean =>
  !asksForPermission(call) ||
  (permissionsOf(resource, call).some((permission) => holds(actor, permission)) && isOfTenant(actor, resource, call));
