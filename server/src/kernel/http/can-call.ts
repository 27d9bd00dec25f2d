import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { type Actor, holds } from '../auth/actor.ts';

/** Whether the call needs a permission, not only a session or nothing. */
export const asksForPermission = ({ access }: Call): boolean => access !== 'public' && access !== 'signed-in';

/** Returns whether a call is open to the actor's tenant: only the platform's own changes shared rows. */
export const isOfTenant = ({ tenantId }: Pick<Actor, 'tenantId'>, resource: Resource, call: Call): boolean =>
  tenantId === PLATFORM_TENANT || !resource.isPlatformWide || call.access.includes(':');

/** The permissions of which any one allows the call; the kit's `submit` adds or edits, depending on its input. */
export const permissionsOf = (resource: Resource, call: Call): readonly string[] =>
  (call.standard === 'submit' ? [call.access, 'add'] : [call.access]).map((access) =>
    permissionCode(resource.name, access),
  );

/** The permission that a call needs; undefined if a session is enough. */
export const permissionOf = (resource: Resource, call: Call): string | undefined =>
  asksForPermission(call) ? permissionCode(resource.name, call.access) : undefined;

/** Returns the permission of a `submit` once it is known whether it adds; undefined for other calls. */
export const permissionOfSubmit = (resource: Resource, call: Call, wire: unknown): string | undefined =>
  call.standard === 'submit'
    ? permissionCode(resource.name, (wire as { readonly id?: unknown }).id === undefined ? 'add' : call.access)
    : undefined;

/** Whether the actor may make the call. */
export const canCall = (actor: Actor, resource: Resource, call: Call): boolean =>
  !asksForPermission(call) ||
  (permissionsOf(resource, call).some((permission) => holds(actor, permission)) && isOfTenant(actor, resource, call));
