import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, type InferSelectModel, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import { menus, topMenuMenus, topMenus } from '../tables.ts';
import { grantedIds } from './granted-menus.ts';
import { assertSetIs, digestOfSet } from './set-digest.ts';

type TopMenuRow = InferSelectModel<typeof topMenus>;
const MENU = 1;

/** Returns the top menus of the actor's tenant through which the actor can open at least one page, in order. */
export async function topMenusOf(tx: Tx, actor: Actor): Promise<TopMenuRow[]> {
  const all = await tx
    .select()
    .from(topMenus)
    .where(and(eq(topMenus.tenantId, actor.tenantId), isNull(topMenus.deletedAt)))
    .orderBy(asc(topMenus.sort), asc(topMenus.id));
  if (all.length === 0) return [];
  const granted = await grantedIds(tx, actor);
  const bound = await bindings(
    tx,
    all.map(({ id }) => id),
  );
  return all.filter(({ id }) =>
    bound.some(({ topMenuId, menuId }) => topMenuId === id && (granted === null || granted.has(menuId))),
  );
}

/** Returns ids of the menus bound to any of some top menus of the actor's tenant. */
export async function boundMenuIds(tx: Tx, actor: Actor, topMenuIds: readonly bigint[]): Promise<Set<bigint>> {
  const own = await ownIds(tx, actor, topMenuIds);
  return new Set((await bindings(tx, own)).map(({ menuId }) => menuId));
}

/**
 * Returns ids of the menus bound to every one of some top menus, and the digest of all bindings.
 * @throws NOT_FOUND when a top menu is not the tenant's
 */
export async function menusBoundToAll(tx: Tx, actor: Actor, topMenuIds: readonly bigint[]) {
  const wanted = [...new Set(topMenuIds)];
  const own = await ownIds(tx, actor, wanted, visible(actor, topMenus, 'tenant'));
  if (own.length !== wanted.length) throw commonErrors.NOT_FOUND();
  const counts = new Map<bigint, number>();
  for (const { menuId } of await bindings(tx, own)) counts.set(menuId, (counts.get(menuId) ?? 0) + 1);
  const chosen = [...counts].filter(([, count]) => count === own.length).map(([menuId]) => menuId);
  return { chosen, digest: await digestOfSet(tx, entriesOf(own)) };
}

const entriesOf = (topMenuIds: readonly bigint[]) => sql`
  select concat_ws(':', top_menu_id, menu_id) from sys_top_menu_menu
  where top_menu_id = any(${sql.param(topMenuIds.map(String))}::bigint[])`;

/**
 * Replaces the menus of top menus. It changes the display only; permissions come from roles alone.
 * @throws NOT_FOUND when a top menu is not the tenant's or a menu is unknown or a button; SET_CHANGED when the
 * bindings changed since the caller read them
 */
export async function bindMenus(
  tx: Tx,
  actor: Actor,
  input: { topMenuIds: readonly bigint[]; menuIds: readonly bigint[]; digest?: string | undefined },
): Promise<void> {
  const topMenuIds = [...new Set(input.topMenuIds)];
  const menuIds = [...new Set(input.menuIds)];
  const locked = await tx
    .select({ id: topMenus.id })
    .from(topMenus)
    .where(and(inArray(topMenus.id, topMenuIds), visible(actor, topMenus, 'tenant')))
    .orderBy(asc(topMenus.id))
    .for('update');
  if (locked.length !== topMenuIds.length) throw commonErrors.NOT_FOUND();
  await assertSetIs(tx, entriesOf(topMenuIds), input.digest);
  if (menuIds.length > 0) {
    const known = await tx
      .select({ id: menus.id })
      .from(menus)
      .where(and(inArray(menus.id, menuIds), eq(menus.category, MENU), isNull(menus.deletedAt)));
    if (known.length !== menuIds.length) throw commonErrors.NOT_FOUND();
  }
  await tx.delete(topMenuMenus).where(inArray(topMenuMenus.topMenuId, topMenuIds));
  const rows = topMenuIds.flatMap((topMenuId) => menuIds.map((menuId) => ({ topMenuId, menuId })));
  if (rows.length > 0) await tx.insert(topMenuMenus).values(rows);
}

const bindings = (tx: Tx, topMenuIds: readonly bigint[]) =>
  topMenuIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(topMenuMenus)
        .where(inArray(topMenuMenus.topMenuId, [...topMenuIds]));

async function ownIds(
  tx: Tx,
  { tenantId }: Actor,
  topMenuIds: readonly bigint[],
  reached = and(eq(topMenus.tenantId, tenantId), isNull(topMenus.deletedAt)),
): Promise<bigint[]> {
  const rows = await tx
    .select({ id: topMenus.id })
    .from(topMenus)
    .where(and(inArray(topMenus.id, [...topMenuIds]), reached));
  return rows.map(({ id }) => id);
}
