import { menuCategory, menuOpening } from '@trade-assistant/contract/areas/system/menu.ts';
import { type AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, type InferInsertModel, isNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../kernel/auth/changes.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { assertParent, lockTree } from '../../../kernel/resource/tree.ts';
import { identityErrors } from '../errors.ts';
import { menus, roleMenus, roles } from '../tables.ts';
import { ADMINISTRATOR } from './actor.ts';
import { type MenuNode, type MenuRow, menuTreeOf } from './menus.ts';

type Written = Partial<InferInsertModel<typeof menus>>;

/**
 * Completes the values of a menu entry. Each error names its field.
 * @throws MENU_PARENT for a parent that is a button, MENU_FIXED for the address of a built-in entry, MENU_NO_SCREEN,
 * MENU_WINDOW
 */
export async function menuToWrite(tx: Tx, input: Written, existing: MenuRow | null): Promise<Written> {
  const written: Written = { ...input };
  if (written.parentId === 0n) written.parentId = null;
  if (written.path === '') written.path = null;
  if (!existing) written.alias = written.category === menuCategory.is.button ? lastPart(written.code ?? '') : 'menu';
  const next = { ...existing, ...written };
  const isButton = next.category === menuCategory.is.button;
  if (existing?.isBuiltIn && next.path !== existing.path) throw at('path', 'MENU_FIXED');
  if (isButton && next.path) throw at('path', 'MENU_FIXED');
  if (existing?.isBuiltIn && !isButton && !next.path && next.visible === 1) throw at('visible', 'MENU_NO_SCREEN');
  if (next.isOpen === menuOpening.is.window && !/^https?:/i.test(next.path ?? '')) throw at('isOpen', 'MENU_WINDOW');
  await assertMenuAbove(tx, next.parentId ?? null, isButton);
  return written;
}

/** Refuses to remove built-in entries; they can only be hidden. @throws MENU_BUILT_IN */
export function assertOwnMenus(rows: readonly MenuRow[]): void {
  const builtIn = rows.find(({ isBuiltIn }) => isBuiltIn === 1);
  if (builtIn) throw identityErrors.MENU_BUILT_IN({ code: builtIn.code });
}

/**
 * Moves an entry before another of a level, or to its end, and renumbers the level from 1.
 * @throws NOT_FOUND, and the errors of a change of parent
 */
export async function moveMenu(
  tx: Tx,
  actor: Actor,
  { id, parentId = 0n, beforeId }: { id: bigint; parentId?: bigint | undefined; beforeId?: bigint | undefined },
): Promise<void> {
  await lockTree(tx, menus, actor.tenantId);
  const [entry] = await tx
    .select()
    .from(menus)
    .where(and(eq(menus.id, id), isNull(menus.deletedAt)));
  if (!entry) throw commonErrors.NOT_FOUND();
  const above = parentId === 0n ? null : parentId;
  await assertMenuAbove(tx, above, entry.category === menuCategory.is.button);
  if (above !== null)
    await assertParent(tx, menus, { tenantId: actor.tenantId, id, parentId: above, parentField: 'parentId' });
  const level = await tx
    .select({ id: menus.id })
    .from(menus)
    .where(
      and(
        above === null ? isNull(menus.parentId) : eq(menus.parentId, above),
        isNull(menus.deletedAt),
        ne(menus.id, id),
      ),
    )
    .orderBy(asc(menus.sort), asc(menus.id));
  const place = beforeId === undefined ? level.length : level.findIndex((other) => other.id === beforeId);
  if (place < 0) throw commonErrors.NOT_FOUND();
  const order = level.toSpliced(place, 0, { id }).map((one) => String(one.id));
  await tx.execute(sql`
    update sys_menu m set sort = o.place, parent_id = ${above}, version = m.version + 1, update_user = ${actor.userId}, update_time = now()
    from unnest(${sql.param(order)}::bigint[]) with ordinality as o (id, place)
    where m.id = o.id and (m.sort <> o.place or m.id = ${id})`);
  await rightsChanged(tx);
}

/** Returns the side menu of one role's holders, and the list of roles. @throws NOT_FOUND */
export async function menuPreview(
  tx: Tx,
  actor: Actor,
  roleId: bigint | undefined,
): Promise<{ roles: { id: bigint; name: string; nameEn: string }[]; menus: MenuNode[] }> {
  const all = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.tenantId, actor.tenantId), isNull(roles.deletedAt)))
    .orderBy(asc(roles.sort), asc(roles.id));
  const chosen = all.find(({ id }) => id === roleId);
  if (roleId !== undefined && !chosen) throw commonErrors.NOT_FOUND();
  const named = all.map(({ id, roleName, roleNameEn }) => ({ id, name: roleName, nameEn: roleNameEn }));
  if (!chosen) return { roles: named, menus: [] };
  const isAll = chosen.roleAlias === ADMINISTRATOR;
  const granted = await tx.select({ id: roleMenus.menuId }).from(roleMenus).where(eq(roleMenus.roleId, chosen.id));
  const holder = { ...actor, roleKeys: [chosen.roleAlias] };
  return { roles: named, menus: await menuTreeOf(tx, holder, {}, isAll ? null : new Set(granted.map(({ id }) => id))) };
}

async function assertMenuAbove(tx: Tx, parentId: bigint | null, isButton: boolean): Promise<void> {
  if (parentId === null) {
    if (isButton) throw at('parentId', 'MENU_PARENT');
    return;
  }
  const [above] = await tx.select({ category: menus.category }).from(menus).where(eq(menus.id, parentId));
  if (above?.category === menuCategory.is.button) throw at('parentId', 'MENU_PARENT');
}

const lastPart = (code: string): string => code.split(/[/:.]/).at(-1) ?? code;

function at(field: string, code: 'MENU_PARENT' | 'MENU_FIXED' | 'MENU_NO_SCREEN' | 'MENU_WINDOW'): AppError {
  const { zh, en } = identityErrors.declarations[code];
  return identityErrors[code]({}, { fields: [{ field, message: { zh, en } }] });
}
