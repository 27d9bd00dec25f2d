import { type LookField, lookFields } from '@trade-assistant/contract/areas/system/tenant.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';
import { isOpenTenant } from '../rights/actor.ts';

/** The only tenant until an administrator creates another. */
export const DEFAULT_TENANT = PLATFORM_TENANT;

const LOOK = sql.raw(lookFields.map((name) => `'${name}', t.${snake(name)}`).join(', '));

/** A tenant for its sign-in page; an empty field means the default. */
export interface TenantInfo extends Readonly<Record<LookField, string>> {
  readonly tenantId: string;
  readonly domain: string;
  readonly tenantName: string;
}

/**
 * Returns the open tenant of a host: the one bound to it, else the only one. Null if there are several and none is
 * bound; the sign-in page then asks. `domain` may be an origin or a host, with or without a port.
 */
export async function tenantOfDomain(executor: Pick<Tx, 'execute'>, domain: string): Promise<TenantInfo | null> {
  const host = hostOf(domain);
  const found = await executor.execute<
    Record<string, unknown> & {
      tenant_id: string;
      domain: string | null;
      tenant_name: string;
      look: Readonly<Record<LookField, string | null>>;
      matches: boolean;
    }
  >(sql`
    select t.tenant_id, t.domain, t.tenant_name, json_build_object(${LOOK}) as look, coalesce(lower(t.domain) in (${host}, ${domain.toLowerCase()}), false) as matches
    from sys_tenant t where ${isOpenTenant}
    order by matches desc, t.id limit 2`);
  const [first, second] = found.rows;
  if (!first || (!first.matches && second)) return null;
  return {
    tenantId: first.tenant_id,
    domain: first.domain ?? '',
    tenantName: first.tenant_name,
    ...(Object.fromEntries(lookFields.map((name) => [name, first.look[name] ?? ''])) as Record<LookField, string>),
  };
}

/** Returns the logo and name above the menu: those of the tenant's sign-in page; empty if it has no look of its own. */
export async function brandOf(
  executor: Pick<Tx, 'execute'>,
  tenantId: string,
): Promise<{ readonly logoUrl: string; readonly name: string; readonly nameEn: string }> {
  const { rows } = await executor.execute<{
    logo: string | null;
    zh: string | null;
    en: string | null;
    name: string;
  }>(sql`
    select logo_url as logo, login_title as zh, login_title_en as en, tenant_name as name from sys_tenant
    where tenant_id = ${tenantId} and deleted_at is null`);
  const [row] = rows;
  const { logo, zh, en } = row ?? {};
  if (!row || !(logo || zh || en)) return { logoUrl: '', name: '', nameEn: '' };
  return { logoUrl: logo ?? '', name: zh || en || row.name, nameEn: en || zh || row.name };
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const hostOf = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/:\d+$/, '');
