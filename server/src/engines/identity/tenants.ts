import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';
import { isOpenTenant } from './actor.ts';

/** The tenant everything belongs to until an administrator creates another. */
export const DEFAULT_TENANT = PLATFORM_TENANT;

export interface TenantInfo {
  readonly tenantId: string;
  readonly domain: string;
  readonly backgroundUrl: string;
  readonly tenantName: string;
}

/**
 * The open tenant a host belongs to: the one bound to it, else the only one there is. Null when several exist and none
 * is bound, so that the sign-in asks. `domain` may be an origin or a host, with or without a port.
 */
export async function tenantOfDomain(executor: Pick<Tx, 'execute'>, domain: string): Promise<TenantInfo | null> {
  const host = hostOf(domain);
  const found = await executor.execute<
    Record<string, unknown> & {
      tenant_id: string;
      domain: string | null;
      background_url: string | null;
      tenant_name: string;
      matches: boolean;
    }
  >(sql`
    select t.tenant_id, t.domain, t.background_url, t.tenant_name, coalesce(lower(t.domain) in (${host}, ${domain.toLowerCase()}), false) as matches
    from sys_tenant t where ${isOpenTenant}
    order by matches desc, t.id limit 2`);
  const [first, second] = found.rows;
  if (!first || (!first.matches && second)) return null;
  return {
    tenantId: first.tenant_id,
    domain: first.domain ?? '',
    backgroundUrl: first.background_url ?? '',
    tenantName: first.tenant_name,
  };
}

const hostOf = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/:\d+$/, '');
