import { permissionsOf } from '@trade-assistant/contract/kit/permission.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';

const shared = (registry as readonly Resource[]).filter(({ isPlatformWide }) => isPlatformWide);

/** Codes of the menus and buttons that manage what all tenants share. */
const PLATFORM_CODES: ReadonlySet<string> = new Set(
  shared.flatMap((resource) => [resource.name, ...permissionsOf(resource).map(({ code }) => code)]),
);

/** Whether a menu or button is available to a tenant; calls behind the others are refused. */
export const isForTenant = (tenantId: string, code: string): boolean =>
  tenantId === PLATFORM_TENANT || !PLATFORM_CODES.has(code);
