import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { push, rooms } from '../../../../kernel/realtime/index.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import { type MenuRow, withAncestors } from '../rights/menu-rows.ts';
import { isForTenant } from '../rights/platform.ts';
import { assertSetIs, digestOfSet } from '../rights/set-digest.ts';
import { menus, tenantPackageMenus, tenantPackages } from '../tables.ts';

/** Any tenant but the platform's. */
const CUSTOMER = '';

/**
 * Returns the menus and buttons available to tenants, in order, with the ids in a package and their digest. @throws
 * NOT_FOUND
 */
export async function packageMenus(
  tx: Tx,
  actor: Actor,
  packageId: bigint,
): Promise<{ menus: MenuRow[]; chosen: bigint[]; digest: string }> {
  await lockPackage(tx, actor, packageId);
  const chosen = await tx
    .select({ id: tenantPackageMenus.menuId })
    .from(tenantPackageMenus)
    .where(eq(tenantPackageMenus.packageId, packageId));
  const digest = await digestOfSet(tx, entriesOf(packageId));
  return { menus: await menusForTenants(tx), chosen: chosen.map(({ id }) => id), digest };
}

const entriesOf = (packageId: bigint) =>
  sql`select menu_id::text from sys_tenant_package_menu where package_id = ${packageId}`;

/**
 * Replaces the contents of a package. Roles keep their grants, but only those in the package take effect; one that
 * returns to the package takes effect again. Takes effect at once in all open sessions of its tenants.
 * @throws NOT_FOUND; SET_CHANGED when the contents changed since the caller read them
 */
export async function fillPackage(
  tx: Tx,
  actor: Actor,
  { packageId, menuIds, digest }: { packageId: bigint; menuIds: readonly bigint[]; digest?: string | undefined },
): Promise<void> {
  await lockPackage(tx, actor, packageId);
  await assertSetIs(tx, entriesOf(packageId), digest);
  const ids = [...new Set(menuIds)];
  const known = new Set((await menusForTenants(tx)).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw commonErrors.NOT_FOUND();
  const wanted = sql.param(ids.map(String));
  await tx.execute(sql`
    delete from sys_tenant_package_menu where package_id = ${packageId} and menu_id <> all(${wanted}::bigint[])`);
  await tx.execute(sql`
    insert into sys_tenant_package_menu (package_id, menu_id) select ${packageId}, one from unnest(${wanted}::bigint[]) one
    on conflict do nothing`);
  await notifyTenants(tx, sql`package_id = ${packageId}`);
}

/** Notifies tenants whose package, or its contents, changed. */
export async function notifyTenants(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  await rightsChanged(tx);
  const { rows } = await tx.execute<{ tenant_id: string }>(sql`
    select tenant_id from sys_tenant where ${which} and deleted_at is null`);
  if (rows.length === 0) return;
  const to = rows.map(({ tenant_id: tenantId }) => rooms.tenant(tenantId));
  await push(tx, { rooms: to, event: 'changed', payload: { resource: 'system/menu' } });
}

/** Returns how many entries each of some packages has, and how many tenants use it. */
export async function packageCounts(
  executor: Pick<Tx, 'execute'>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, { menuCount: number; tenantCount: number }>> {
  const { rows } = await executor.execute<{ id: string; menus: number; tenants: number }>(sql`
    select p.id::text,
      (select count(*)::int from sys_tenant_package_menu k join sys_menu m on m.id = k.menu_id and m.deleted_at is null
        where k.package_id = p.id) as menus,
      (select count(*)::int from sys_tenant t where t.package_id = p.id and t.deleted_at is null) as tenants
    from sys_tenant_package p where p.id = any(${sql.param(ids.map(String))}::bigint[])`);
  return new Map(
    rows.map(({ id, menus: menuCount, tenants: tenantCount }) => [BigInt(id), { menuCount, tenantCount }]),
  );
}

async function lockPackage(tx: Tx, actor: Actor, packageId: bigint): Promise<void> {
  const [row] = await tx
    .select({ id: tenantPackages.id })
    .from(tenantPackages)
    .where(and(eq(tenantPackages.id, packageId), visible(actor, tenantPackages, 'platform')))
    .for('update');
  if (!row) throw commonErrors.NOT_FOUND();
}

/** Leaves out groups without entries for tenants. */
async function menusForTenants(tx: Tx): Promise<MenuRow[]> {
  const rows = await tx.select().from(menus).where(isNull(menus.deletedAt)).orderBy(asc(menus.sort), asc(menus.id));
  const own = rows.filter(({ code }) => isForTenant(CUSTOMER, code));
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return withAncestors(
    own,
    own.filter(({ id }) => !parents.has(id)),
  );
}
