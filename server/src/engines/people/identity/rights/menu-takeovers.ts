import { createHash } from 'node:crypto';
import type { KeptMenu, MenuSide } from '@trade-assistant/contract/areas/system/menu-arrangement.ts';
import { desc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { lockTree } from '../../../../kernel/resource/tree.ts';
import { identityErrors } from '../errors.ts';
import { menus, menuTakeovers } from '../tables.ts';
import { formerPlan, type MenuPlan, workPlan } from './menu-arrangement.ts';
import { isDeliveredGroup, placed, seenBy, withoutEmptyGroups } from './menu-places.ts';
import { buildMenuTree, type MenuNode, type MenuRow, withAncestors } from './menu-rows.ts';

/** Roles whose holders see the menu of agents on every installation. */
export const AGENT_ROLES: readonly string[] = ['agent', 'agent_sub', 'app_user'];

interface TakeoverResult {
  readonly changed: number;
  readonly kept: KeptMenu[];
}

/** Whether the menu by work is in use. */
export async function isByWork(tx: Tx): Promise<boolean> {
  return (await currentTakeover(tx)) !== undefined;
}

/** Notes that the installation begins with the menu by work: there is nothing to return to. */
export async function rememberBeginning(tx: Tx): Promise<void> {
  await tx.insert(menuTakeovers).values({});
}

async function currentTakeover(tx: Tx) {
  const [current] = await tx
    .select()
    .from(menuTakeovers)
    .where(isNull(menuTakeovers.undoneTime))
    .orderBy(desc(menuTakeovers.id));
  return current;
}

const liveMenus = (tx: Tx): Promise<MenuRow[]> => tx.select().from(menus).where(isNull(menus.deletedAt));

/** Returns the arrangement in use and the next step: taking over the menu by work, or undoing that. */
export async function menuArrangement(tx: Tx) {
  const [taken, rows] = [await currentTakeover(tx), await liveMenus(tx)];
  const state = !taken ? 'available' : taken.places ? 'taken' : 'delivered';
  const plan: MenuPlan = !taken
    ? workPlan(rows)
    : taken.places
      ? formerPlan(rows, taken.places, taken.createTime)
      : { changes: [], kept: [] };
  const next = placed(rows, new Map(plan.changes.map(({ id, after }) => [id, after])));
  const granted = await agentMenuIds(tx);
  const forests = (all: readonly MenuRow[]) => ({
    staff: forestOf('staff', all),
    agents: forestOf('agents', all, granted),
  });
  return {
    state,
    takenTime: taken?.places ? taken.createTime : null,
    takenBy: taken?.createUser ? await nameOf(tx, taken.createUser) : '',
    before: forests(rows),
    after: forests(next),
    moved: (['staff', 'agents'] as const).flatMap((side) =>
      movedOf(side, rows, next, side === 'agents' ? granted : null),
    ),
    kept: plan.kept,
    digest: digestOf(plan),
  } as const;
}

/**
 * Arranges the menu by work.
 * @throws MENU_TAKEN_OVER when it is, SET_CHANGED when the menu is no longer as the caller saw it
 */
export async function takeOverMenu(tx: Tx, actor: Actor, digest?: string): Promise<TakeoverResult> {
  await lockTree(tx, menus, actor.tenantId);
  if (await currentTakeover(tx)) throw identityErrors.MENU_TAKEN_OVER();
  const plan = workPlan(await liveMenus(tx));
  if (digest !== undefined && digest !== digestOf(plan)) throw identityErrors.SET_CHANGED();
  await tx.insert(menuTakeovers).values({ places: plan.changes, createUser: actor.userId });
  return apply(tx, actor, plan);
}

/**
 * Restores the arrangement before the takeover.
 * @throws MENU_NOT_TAKEN_OVER when none is in use that could be undone, SET_CHANGED as above
 */
export async function undoTakeover(tx: Tx, actor: Actor, digest?: string): Promise<TakeoverResult> {
  await lockTree(tx, menus, actor.tenantId);
  const taken = await currentTakeover(tx);
  if (!taken?.places) throw identityErrors.MENU_NOT_TAKEN_OVER();
  const plan = formerPlan(await liveMenus(tx), taken.places, taken.createTime);
  if (digest !== undefined && digest !== digestOf(plan)) throw identityErrors.SET_CHANGED();
  await tx
    .update(menuTakeovers)
    .set({ undoneTime: sql`now()`, undoneUser: actor.userId })
    .where(eq(menuTakeovers.id, taken.id));
  return apply(tx, actor, plan);
}

async function apply(tx: Tx, actor: Actor, { changes, kept }: MenuPlan): Promise<TakeoverResult> {
  const places = JSON.stringify(changes.map(({ id, after }) => ({ id, ...after })));
  await tx.execute(sql`
    update sys_menu m set parent_id = p."parentId", sort = p.sort, visible = p.visible, name = p.name, name_en = p."nameEn",
      source = p.source, agent_place = p."agentPlace", agent_parent_id = p."agentParentId", agent_sort = p."agentSort",
      agent_name = p."agentName", agent_name_en = p."agentNameEn", version = m.version + 1, update_user = ${actor.userId}, update_time = now()
    from jsonb_to_recordset(${places}::jsonb) as p (id bigint, "parentId" bigint, sort integer, visible integer, name text,
      "nameEn" text, source text, "agentPlace" integer, "agentParentId" bigint, "agentSort" integer, "agentName" text, "agentNameEn" text)
    where m.id = p.id`);
  await rightsChanged(tx);
  return { changed: changes.length, kept };
}

const digestOf = ({ changes }: MenuPlan): string =>
  createHash('sha256')
    .update(JSON.stringify(changes.toSorted((one, other) => Number(one.id) - Number(other.id))))
    .digest('hex');

async function nameOf(tx: Tx, userId: bigint): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`select real_name as name from sys_user where id = ${userId}`);
  return rows[0]?.name ?? '';
}

/** Returns ids of the menus that roles of agents open. */
async function agentMenuIds(tx: Tx): Promise<ReadonlySet<bigint>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct g.menu_id::text as id from sys_role_menu g join sys_role r on r.id = g.role_id
    where r.deleted_at is null and r.role_alias = any(${sql.param(AGENT_ROLES)}::text[])`);
  return new Set(rows.map(({ id }) => BigInt(id)));
}

const shownTo = (side: MenuSide, rows: readonly MenuRow[], granted: ReadonlySet<bigint> | null = null): MenuRow[] => {
  const shown = seenBy(
    side,
    rows.filter(({ category, visible }) => category === 1 && visible === 1),
  );
  return granted === null
    ? shown
    : withAncestors(
        shown,
        shown.filter(({ id }) => granted.has(id)),
      );
};

const forestOf = (side: MenuSide, rows: readonly MenuRow[], granted?: ReadonlySet<bigint> | null): MenuNode[] =>
  withoutEmptyGroups(buildMenuTree(shownTo(side, rows, granted)));

/** Returns the screens whose group on a side is another one afterwards. */
function movedOf(
  side: MenuSide,
  before: readonly MenuRow[],
  after: readonly MenuRow[],
  granted: ReadonlySet<bigint> | null,
) {
  const [from, to] = [groupsOf(shownTo(side, before, granted)), groupsOf(shownTo(side, after, granted))];
  return inMenuOrder(buildMenuTree(shownTo(side, after, granted))).flatMap(({ id, code, name, nameEn }) => {
    const [old, own] = [from.get(id), to.get(id)];
    if (isDeliveredGroup(code) || !old || !own || old.zh === own.zh) return [];
    return [{ id, side, name, nameEn, from: old.zh, fromEn: old.en, to: own.zh, toEn: own.en }];
  });
}

const inMenuOrder = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...inMenuOrder(node.children ?? [])]);

/** Returns the names of the groups above each row, joined. */
function groupsOf(rows: readonly MenuRow[]): ReadonlyMap<bigint, { zh: string; en: string }> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const above = ({ parentId }: MenuRow): MenuRow[] => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? [...above(parent), parent] : [];
  };
  return new Map(
    rows.map((row) => {
      const groups = above(row);
      return [
        row.id,
        {
          zh: groups.map(({ name }) => name).join(' › '),
          en: groups.map(({ name, nameEn }) => nameEn || name).join(' › '),
        },
      ];
    }),
  );
}
