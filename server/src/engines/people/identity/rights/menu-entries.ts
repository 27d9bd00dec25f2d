import { menuAgentPlace, menuCategory, menuOpening } from '@trade-assistant/contract/areas/system/menu.ts';
import type { MenuSide } from '@trade-assistant/contract/areas/system/menu-arrangement.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { type AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, type InferInsertModel, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { assertParent, lockTree, treeErrors } from '../../../../kernel/resource/tree.ts';
import { identityErrors } from '../errors.ts';
import { menus, roleMenus, roles } from '../tables.ts';
import { ADMINISTRATOR } from './actor.ts';
import { hasAgentCycle, seenBy } from './menu-places.ts';
import type { MenuNode, MenuRow } from './menu-rows.ts';
import { AGENT_ROLES } from './menu-takeovers.ts';
import { menuTreeOf } from './menus.ts';

type Written = Partial<InferInsertModel<typeof menus>>;

/**
 * Completes the values of a menu entry. Each error names its field.
 * @throws MENU_PARENT for a parent that is a button, MENU_FIXED for the address of a built-in entry, MENU_NO_SCREEN,
 * MENU_WINDOW
 */
export async function menuToWrite(tx: Tx, input: Written, existing: MenuRow | null): Promise<Written> {
  const written: Written = { ...input };
  if (written.parentId === 0n) written.parentId = null;
  if (written.agentParentId === 0n) written.agentParentId = null;
  if (written.path === '') written.path = null;
  if (!existing) written.alias = written.category === menuCategory.is.button ? lastPart(written.code ?? '') : 'menu';
  const next = { ...existing, ...written };
  const isButton = next.category === menuCategory.is.button;
  if (existing?.isBuiltIn && next.path !== existing.path) throw at('path', 'MENU_FIXED');
  if (isButton && next.path) throw at('path', 'MENU_FIXED');
  if (existing?.isBuiltIn && !isButton && !next.path && next.visible === 1) throw at('visible', 'MENU_NO_SCREEN');
  if (next.isOpen === menuOpening.is.window && !/^https?:/i.test(next.path ?? '')) throw at('isOpen', 'MENU_WINDOW');
  await assertMenuAbove(tx, next.parentId ?? null, isButton);
  if (next.agentPlace === menuAgentPlace.is.own)
    await assertMenuAbove(tx, next.agentParentId ?? null, isButton, 'agentParentId');
  return written;
}

/** Refuses a change after which an entry would be above itself in the menu of agents. @throws TREE_CYCLE */
export async function assertAgentMenu(tx: Tx, field: 'parentId' | 'agentParentId' = 'agentParentId'): Promise<void> {
  if (!hasAgentCycle(await tx.select().from(menus).where(isNull(menus.deletedAt)))) return;
  const { zh, en } = treeErrors.declarations.TREE_CYCLE;
  throw treeErrors.TREE_CYCLE({}, { fields: [{ field, message: { zh, en } }] });
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
  { id, parentId = 0n, beforeId, side = 'staff' }: MenuMove,
): Promise<void> {
  await lockTree(tx, menus, actor.tenantId);
  const [entry] = await tx
    .select()
    .from(menus)
    .where(and(eq(menus.id, id), isNull(menus.deletedAt)));
  if (!entry) throw commonErrors.NOT_FOUND();
  const above = parentId === 0n ? null : parentId;
  await assertMenuAbove(tx, above, entry.category === menuCategory.is.button);
  const all = await tx.select().from(menus).where(isNull(menus.deletedAt));
  if (above !== null && side === 'agents' && !all.some((row) => row.id === above)) throw commonErrors.NOT_FOUND();
  if (above !== null && side === 'staff')
    await assertParent(tx, menus, { tenantId: actor.tenantId, id, parentId: above, parentField: 'parentId' });
  const level = seenBy(side, all).filter((row) => row.parentId === above && row.id !== id);
  const place = beforeId === undefined ? level.length : level.findIndex((other) => other.id === beforeId);
  if (place < 0) throw commonErrors.NOT_FOUND();
  const order = level.toSpliced(place, 0, entry).map((one) => String(one.id));
  const numbered = sql`unnest(${sql.param(order)}::bigint[]) with ordinality as o (id, place)`;
  const noted = sql`version = m.version + 1, update_user = ${actor.userId}, update_time = now()`;
  await tx.execute(
    side === 'staff'
      ? sql`update sys_menu m set sort = o.place, parent_id = ${above}, ${noted} from ${numbered}
          where m.id = o.id and (m.sort <> o.place or m.id = ${id})`
      : sql`update sys_menu m set agent_place = ${menuAgentPlace.is.own}, agent_sort = o.place, agent_parent_id = ${above}, ${noted} from ${numbered}
          where m.id = o.id and (m.agent_place <> ${menuAgentPlace.is.own} or m.agent_sort is distinct from o.place or m.id = ${id})`,
  );
  await assertAgentMenu(tx, 'parentId');
  await rightsChanged(tx);
}

interface MenuMove {
  readonly id: bigint;
  readonly parentId?: bigint | undefined;
  readonly beforeId?: bigint | undefined;
  /** Whose menu is arranged; default: that of staff. */
  readonly side?: MenuSide | undefined;
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
  const type = AGENT_ROLES.includes(chosen.roleAlias) ? userType.is.agent : await typeOfHolders(tx, chosen.id);
  const holder = { ...actor, userType: type, roleKeys: [chosen.roleAlias] };
  return { roles: named, menus: await menuTreeOf(tx, holder, {}, isAll ? null : new Set(granted.map(({ id }) => id))) };
}

/** Returns the type of the users with a role: agents if no staff is among them, otherwise staff. */
async function typeOfHolders(tx: Tx, roleId: bigint) {
  const { rows } = await tx.execute<{ is_staff: boolean | null }>(sql`
    select bool_or(u.user_type = ${userType.is.staff}) as is_staff from sys_user_role h join sys_user u on u.id = h.user_id
    where h.role_id = ${roleId} and u.deleted_at is null`);
  return rows[0]?.is_staff === false ? userType.is.agent : userType.is.staff;
}

async function assertMenuAbove(
  tx: Tx,
  parentId: bigint | null,
  isButton: boolean,
  field: 'parentId' | 'agentParentId' = 'parentId',
): Promise<void> {
  if (parentId === null) {
    if (isButton && field === 'parentId') throw at(field, 'MENU_PARENT');
    return;
  }
  const [above] = await tx
    .select({ category: menus.category })
    .from(menus)
    .where(and(eq(menus.id, parentId), isNull(menus.deletedAt)));
  // The kernel checks that the parent exists; nobody else does for that of agents.
  if (above ? above.category === menuCategory.is.button : field === 'agentParentId') throw at(field, 'MENU_PARENT');
}

const lastPart = (code: string): string => code.split(/[/:.]/).at(-1) ?? code;

function at(field: string, code: 'MENU_PARENT' | 'MENU_FIXED' | 'MENU_NO_SCREEN' | 'MENU_WINDOW'): AppError {
  const { zh, en } = identityErrors.declarations[code];
  return identityErrors[code]({}, { fields: [{ field, message: { zh, en } }] });
}
