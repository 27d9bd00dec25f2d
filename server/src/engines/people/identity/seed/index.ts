import { orgCategory } from '@trade-assistant/contract/areas/system/dept.ts';
import { menuAgentPlace } from '@trade-assistant/contract/areas/system/menu.ts';
import { UNLIMITED } from '@trade-assistant/contract/areas/system/tenant.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { permissionsOf } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { eq, sql } from 'drizzle-orm';
import { systemActor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import { digestOf, generatePassword } from '../../../../kernel/auth/password.ts';
import type { Db, Tx } from '../../../../kernel/db/index.ts';
import { seedConsoleClient } from '../entry/clients.ts';
import { openAccount } from '../people/accounts.ts';
import { ADMINISTRATOR } from '../rights/actor.ts';
import { isByWork, rememberBeginning } from '../rights/menu-takeovers.ts';
import { isForTenant } from '../rights/platform.ts';
import { roleIdsOfKeys } from '../rights/roles.ts';
import { depts, menus, roles, tenants } from '../tables.ts';
import { DEFAULT_TENANT } from '../tenants/tenants.ts';
import { groupSeeds, menuSeeds, openingOf, otherButtons } from './menus.ts';
import { seedPosts } from './posts.ts';
import { patternsAllow, roleSeeds } from './roles.ts';
import { agentPlaceOf, staffPlaceOf, UNUSED_SORT, type WorkGroupSeed, workGroupSeeds } from './work-menu.ts';

/** Two nodes may start at once; the second waits and finds everything in place. */
const SEED_LOCK = 7_211_003;
const ADMIN_ACCOUNT = 'admin';

export interface SeedResult {
  /** Whether this start created the first administrator. */
  readonly isAdministratorNew: boolean;
  /** The new administrator's random password; undefined if the operator chose one. */
  readonly generatedPassword?: string;
}

/**
 * Adds the tenant, roles, departments, posts, menus, buttons and first administrator that this version needs.
 * Everything is keyed by code: missing rows are added with their grants; existing rows stay, also if an administrator
 * renamed, regranted or deleted them. Runs at every start.
 */
export async function seedIdentity(db: Db, options: { adminPassword?: string | undefined } = {}): Promise<SeedResult> {
  return db.tx(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    await seedPlatform(tx);
    await seedConsoleClient(tx);
    await seedPosts(tx, DEFAULT_TENANT);
    const newRoles = await seedRoles(tx, DEFAULT_TENANT);
    const newMenus = await seedMenus(tx);
    await seedGrants(tx, newRoles, newMenus);
    const result = await seedAdministrator(tx, options.adminPassword);
    await rightsChanged(tx);
    return result;
  });
}

/** Adds the initial data of a new tenant: roles with their grants, a root department with the tenant's name, posts. */
export async function seedTenant(
  tx: Tx,
  { tenantId, name }: { readonly tenantId: string; readonly name: string },
): Promise<void> {
  await seedRoot(tx, tenantId, { zh: name, en: name });
  await seedPosts(tx, tenantId);
  await seedGrants(tx, await seedRoles(tx, tenantId), new Set(), tenantId);
}

async function seedPlatform(tx: Tx): Promise<void> {
  const known = await tx.execute(sql`select 1 from sys_tenant where tenant_id = ${DEFAULT_TENANT}`);
  if (known.rows.length === 0)
    await tx.insert(tenants).values({
      tenantId: DEFAULT_TENANT,
      tenantName: '外贸助手',
      linkman: '',
      accountNumber: UNLIMITED,
      status: enableStatus.is.enabled,
    });
  await seedRoot(tx, DEFAULT_TENANT, { zh: '总部', en: 'Headquarters' });
}

async function seedRoot(tx: Tx, tenantId: string, { zh, en }: Text): Promise<void> {
  const rooted = await tx.execute(sql`select 1 from sys_dept where tenant_id = ${tenantId} and code = 'headquarters'`);
  if (rooted.rows.length > 0) return;
  const [root] = await tx
    .insert(depts)
    .values({
      tenantId,
      code: 'headquarters',
      deptCategory: orgCategory.is.company,
      deptName: zh,
      deptNameEn: en,
      fullName: zh,
      sort: 1,
    })
    .returning({ id: depts.id });
  if (root) await tx.execute(sql`update sys_dept set path = '/' || id || '/' where id = ${root.id}`);
}

/** @returns the keys of the added roles */
async function seedRoles(tx: Tx, tenantId: string): Promise<Set<string>> {
  const known = await tx.execute<{ role_alias: string }>(
    sql`select role_alias from sys_role where tenant_id = ${tenantId}`,
  );
  const keys = new Set(known.rows.map((row) => row.role_alias));
  const added = roleSeeds.map((role, index) => ({ ...role, sort: index + 1 })).filter((role) => !keys.has(role.key));
  for (const role of added) {
    await tx.insert(roles).values({
      tenantId,
      roleName: role.zh,
      roleNameEn: role.en,
      roleAlias: role.key,
      sort: role.sort,
      status: enableStatus.is.enabled,
    });
  }
  return new Set(added.map((role) => role.key));
}

/** The groups of both arrangements, and whether they are in use. */
const groupsOf = (byWork: boolean): readonly (readonly [isUsed: boolean, seeds: readonly WorkGroupSeed[]])[] => [
  [!byWork, groupSeeds],
  [byWork, workGroupSeeds],
];

/**
 * Adds what is missing, in the arrangement in use: a new installation begins with the menu by work, an older one keeps its
 * groups until an administrator takes that over. The groups of the other arrangement are hidden.
 * @returns the ids of the added menus and buttons
 */
async function seedMenus(tx: Tx): Promise<Set<bigint>> {
  const known = await tx.execute<{ id: bigint; code: string; carries: boolean }>(sql`
    select id, code, deleted_at is null and visible = 0 and path is null as carries from sys_menu order by deleted_at nulls last`);
  // A code that an administrator deleted stays known, so it is not added again; a live row of the same code wins.
  const ids = new Map(known.rows.map((row) => [row.code, BigInt(row.id)] as const));
  // Rows that only carried the buttons of a resource without a screen.
  const carriers = new Set(known.rows.filter((row) => row.carries).map((row) => row.code));
  if (known.rows.length === 0) await rememberBeginning(tx);
  const byWork = await isByWork(tx);
  const added = new Set<bigint>();
  const add = async (values: Omit<typeof menus.$inferInsert, 'id'>): Promise<bigint> => {
    const present = ids.get(values.code);
    if (present !== undefined) return present;
    const [row] = await tx
      .insert(menus)
      .values({ ...values, isBuiltIn: 1 })
      .returning({ id: menus.id });
    const id = row?.id ?? 0n;
    ids.set(values.code, id);
    added.add(id);
    return id;
  };
  type Place = Pick<typeof menus.$inferInsert, 'sort' | 'visible'> & Partial<typeof menus.$inferInsert>;
  const group = (seed: typeof otherButtons, place: Place) =>
    add({ code: seed.code, name: seed.zh, nameEn: seed.en, source: seed.icon, category: 1, ...place });

  const groups = new Map<string, bigint>();
  for (const [isUsed, seeds] of groupsOf(byWork))
    for (const [index, seed] of seeds.entries()) {
      const parentId = (seed.within && groups.get(seed.within)) || null;
      const shown = isUsed
        ? { sort: index + 2, visible: 1 as const }
        : { sort: index + 2 + UNUSED_SORT, visible: 0 as const };
      groups.set(seed.code, await group(seed, { parentId, path: `/${seed.code}`, ...shown }));
    }
  const placeOf = (seed: (typeof menuSeeds)[number], sort: number, title: Text) => {
    const entry = { path: `/${seed.code}`, source: seed.icon, name: title.zh, nameEn: title.en };
    const [staff, agents] = [staffPlaceOf(seed.code), agentPlaceOf(seed.code)];
    if (!byWork || !staff) return { ...entry, parentId: groups.get(seed.group) ?? null, sort };
    return {
      ...entry,
      ...{ parentId: groups.get(staff.group) ?? null, sort: staff.sort, source: staff.icon ?? seed.icon },
      ...(staff.title ? { name: staff.title.zh, nameEn: staff.title.en } : {}),
      ...(agents === null ? { agentPlace: menuAgentPlace.is.none } : {}),
      ...(agents
        ? {
            agentPlace: menuAgentPlace.is.own,
            agentParentId: groups.get(agents.group) ?? null,
            agentSort: agents.sort,
            agentName: agents.title?.zh ?? null,
            agentNameEn: agents.title?.en ?? null,
          }
        : {}),
    };
  };

  const byName = new Map<string, Resource>(
    (registry as readonly Resource[]).map((resource) => [resource.name, resource]),
  );
  const buttonsOf = async (resource: Resource, parentId: bigint) => {
    for (const [index, permission] of permissionsOf(resource).entries()) {
      const { code, action, label } = permission;
      await add({
        parentId,
        code,
        name: label.zh,
        nameEn: label.en,
        category: 2,
        alias: action,
        action: 3,
        sort: index + 1,
      });
    }
  };
  const shown = new Set<string>();
  for (const [index, seed] of menuSeeds.entries()) {
    const resource = byName.get(seed.code);
    const title = seed.title ?? resource?.title;
    if (!title) continue;
    const { name, nameEn, ...entry } = placeOf(seed, index + 1, title);
    const id = await add({ ...entry, code: seed.code, name, nameEn, category: 1 });
    if (carriers.has(seed.code)) {
      // The resource got a screen in this version: the row becomes a menu entry for all roles that may open it.
      await tx
        .update(menus)
        .set({ ...entry, visible: 1 })
        .where(eq(menus.id, id));
      added.add(id);
    }
    if (!resource) continue;
    shown.add(resource.name);
    await buttonsOf(resource, id);
  }
  const rest = [...byName.values()].filter(
    (resource) => !shown.has(resource.name) && permissionsOf(resource).length > 0,
  );
  const hidden = rest.length > 0 ? await group(otherButtons, { path: null, sort: 999, visible: 0 }) : null;
  for (const [index, resource] of rest.entries()) {
    const { zh, en } = resource.title;
    const id = await add({
      parentId: hidden,
      code: resource.name,
      name: zh,
      nameEn: en,
      category: 1,
      sort: index + 1,
      visible: 0,
    });
    await buttonsOf(resource, id);
  }
  return added;
}

/**
 * Grants new entries, in every tenant or one: all of them to a new role, new ones to the roles that should have them.
 */
async function seedGrants(
  tx: Tx,
  newRoles: ReadonlySet<string>,
  newMenus: ReadonlySet<bigint>,
  tenantId?: string,
): Promise<void> {
  const all = await tx.execute<{ id: bigint; code: string; category: number }>(
    sql`select id, code, category from sys_menu where deleted_at is null`,
  );
  const live = await tx.execute<{ id: bigint; role_alias: string; tenant_id: string }>(
    sql`select id, role_alias, tenant_id from sys_role
      where deleted_at is null and ${tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`}`,
  );
  for (const role of live.rows) {
    const seed = roleSeeds.find((candidate) => candidate.key === role.role_alias);
    if (!seed || seed.key === ADMINISTRATOR) continue;
    const granted = all.rows.filter(({ id, code, category }) => {
      if (!newRoles.has(seed.key) && !newMenus.has(BigInt(id))) return false;
      if (!isForTenant(role.tenant_id, code)) return false;
      const needs = category === 2 ? code : openingOf(code);
      return needs === null || (needs !== undefined && patternsAllow(seed.permissions, needs));
    });
    if (granted.length === 0) continue;
    const ids = granted.map(({ id }) => id);
    await tx.execute(sql`
      insert into sys_role_menu (role_id, menu_id) select ${role.id}::bigint, unnest(${sql.param(ids)}::bigint[]) on conflict do nothing`);
  }
}

async function seedAdministrator(tx: Tx, adminPassword: string | undefined): Promise<SeedResult> {
  const present = await tx.execute(sql`
    select 1 from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
    where u.tenant_id = ${DEFAULT_TENANT} and u.deleted_at is null and r.role_alias = ${ADMINISTRATOR} and r.deleted_at is null limit 1`);
  if (present.rows.length > 0) return { isAdministratorNew: false };
  const chosen = adminPassword || undefined;
  const password = chosen ?? generatePassword();
  const actor = systemActor(DEFAULT_TENANT);
  const user = await openAccount(tx, actor, {
    account: ADMIN_ACCOUNT,
    // As a digest, because the rules for typed passwords do not apply to the operator's choice.
    password: digestOf(password),
    realName: '超级管理员',
    userType: userType.is.staff,
    roleIds: await roleIdsOfKeys(tx, DEFAULT_TENANT, [ADMINISTRATOR]),
    mustChangePassword: chosen === undefined,
  });
  // No other user could issue a new password to the first administrator, so this one does not expire.
  await tx.execute(sql`update sys_user set password_given_at = 'infinity' where id = ${user.id}`);
  await tx.execute(sql`
    insert into sys_user_dept (user_id, dept_id) select ${user.id}::bigint, id from sys_dept
    where tenant_id = ${DEFAULT_TENANT} and code = 'headquarters' and deleted_at is null`);
  return { isAdministratorNew: true, ...(chosen === undefined ? { generatedPassword: password } : {}) };
}
