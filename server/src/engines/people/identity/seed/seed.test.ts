import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { permissionsOf } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, systemActor } from '../../../../kernel/auth/actor.ts';
import type { Db } from '../../../../kernel/db/index.ts';
import { testDb } from '../../../../kernel/testing/index.ts';
import {
  actorOf,
  buttonsOf,
  DEFAULT_TENANT,
  grantRoles,
  menuTreeOf,
  openAccount,
  roleIdsOfKeys,
  seedIdentity,
  tenantOfDomain,
} from '../index.ts';
import { menuSeeds } from './menus.ts';
import { patternMatches, patternsAllow, roleSeeds } from './roles.ts';

const system = systemActor(DEFAULT_TENANT);
const permissions = (registry as readonly Resource[]).flatMap((resource) =>
  permissionsOf(resource).map(({ code }) => code),
);
let db: Db;
let generatedPassword: string | undefined;

beforeAll(async () => {
  db = await testDb();
  const results = await Promise.all([seedIdentity(db), seedIdentity(db)]);
  generatedPassword = results.map((result) => result.generatedPassword).find(Boolean);
});
afterAll(() => db.close());

const snapshot = async () =>
  (
    await db.drizzle.execute(sql`
      select (select count(*) from sys_menu)::int as menus, (select count(*) from sys_role)::int as roles,
        (select count(*) from sys_role_menu)::int as grants, (select count(*) from sys_user)::int as users, (select count(*) from sys_dept)::int as depts`)
  ).rows[0];

async function idOf(query: SQL): Promise<bigint> {
  const found = await db.drizzle.execute<{ id: bigint }>(query);
  return BigInt(found.rows[0]!.id);
}

const userOf = async (account: string): Promise<Actor> =>
  (await actorOf(db.drizzle, await idOf(sql`select id from sys_user where account = ${account}`)))!;

async function holderOf(key: string) {
  const account = `of_${key}`;
  const user = await db.tx(async (tx) => {
    if (key === 'agent_sub') {
      const agent = await openAccount(tx, system, {
        account: `above_${key}`,
        password: 'good password 1',
        realName: key,
        userType: 2,
      });
      return openAccount(tx, system, {
        account,
        password: 'good password 1',
        realName: key,
        userType: 3,
        parentId: agent.id,
      });
    }
    if (key === 'agent' || key === 'app_user') {
      const type = key === 'agent' ? userType.is.agent : userType.is.appUser;
      return openAccount(tx, system, { account, password: 'good password 1', realName: key, userType: type });
    }
    return openAccount(tx, system, {
      account,
      password: 'good password 1',
      realName: key,
      userType: 1,
      roleIds: await roleIdsOfKeys(tx, DEFAULT_TENANT, [key]),
    });
  });
  return (await actorOf(db.drizzle, user.id))!;
}

describe('the first start', () => {
  it('creates one administrator with a random password, although two nodes start at once', async () => {
    expect(generatedPassword).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(await snapshot()).toMatchObject({ users: 1, roles: roleSeeds.length });
  });

  it('changes nothing when repeated, and keeps changes of administrators', async () => {
    await db.drizzle.execute(
      sql`update sys_menu set name = '我的首页', deleted_at = case when code = 'desk/task' then now() end where code in ('wel', 'desk/task')`,
    );
    await db.drizzle.execute(
      sql`delete from sys_role_menu using sys_menu m, sys_role r where m.id = menu_id and r.id = role_id and m.code = 'wel' and r.role_alias = 'support'`,
    );
    const before = await snapshot();
    expect(await seedIdentity(db)).toEqual({ isAdministratorNew: false });
    expect(await snapshot()).toEqual(before);
    const names = await db.drizzle.execute<{ name: string }>(sql`select name from sys_menu where code = 'wel'`);
    expect(names.rows).toEqual([{ name: '我的首页' }]);
    await db.drizzle.execute(sql`update sys_menu set deleted_at = null where code = 'desk/task'`);
  });

  it('adds the entries of a new version together with their grants', async () => {
    const code = permissions.find((permission) => permission === 'user/country:view')!;
    await db.drizzle.execute(sql`delete from sys_menu where code = ${code}`);
    await seedIdentity(db);
    const roles = await db.drizzle.execute<{ role_alias: string }>(sql`
      select r.role_alias from sys_role r join sys_role_menu rm on rm.role_id = r.id join sys_menu m on m.id = rm.menu_id where m.code = ${code} order by 1`);
    expect(roles.rows.map((row) => row.role_alias)).toEqual(
      roleSeeds
        .filter((role) => patternsAllow(role.permissions, code))
        .map((role) => role.key)
        .sort(),
    );
  });

  it('makes a carrier of buttons a menu entry when its resource gets a screen, and keeps a deleted one deleted', async () => {
    const carriers = (deleted: boolean) =>
      db.drizzle.execute(sql`
        update sys_menu set visible = 0, path = null, source = null, parent_id = (select id from sys_menu where code = 'other'),
          deleted_at = case when ${deleted} then now() end where code = 'desk/notice'`);
    const entry = async () =>
      (
        await db.drizzle.execute(sql`
          select m.visible, m.path, m.deleted_at is not null as gone, above.code as above, array(select r.role_alias from sys_role_menu rm
            join sys_role r on r.id = rm.role_id where rm.menu_id = m.id order by 1) as held_by
          from sys_menu m left join sys_menu above on above.id = m.parent_id where m.code = 'desk/notice'`)
      ).rows[0];
    const before = await entry();
    await carriers(true);
    await seedIdentity(db);
    expect(await entry()).toMatchObject({ visible: 0, path: null, gone: true });
    await carriers(false);
    await db.drizzle.execute(
      sql`delete from sys_role_menu where menu_id = (select id from sys_menu where code = 'desk/notice')`,
    );
    await seedIdentity(db);
    expect(await entry()).toEqual(before);
    expect(before).toMatchObject({ visible: 1, path: '/desk/notice', above: 'work/content', held_by: ['admin'] });
  });

  it('has a button for every permission and a known screen behind every menu', async () => {
    const rows = await db.drizzle.execute<{ code: string }>(sql`select code from sys_menu where category = 2`);
    expect(rows.rows.map((row) => row.code).sort()).toEqual([...permissions].sort());
    const names = new Set((registry as readonly Resource[]).map((resource) => resource.name as string));
    expect(menuSeeds.filter((menu) => !menu.title && !names.has(menu.code)).map((menu) => menu.code)).toEqual([]);
    expect(
      menuSeeds.filter((menu) => menu.opens && !permissions.includes(menu.opens)).map((menu) => menu.opens),
    ).toEqual([]);
  });

  it('has no role pattern that matches no permission', () => {
    for (const role of roleSeeds) {
      for (const pattern of role.permissions) {
        expect(
          permissions.some((permission) => patternMatches(pattern.replace(/^!/, ''), permission)),
          `${role.key}: ${pattern}`,
        ).toBe(true);
      }
    }
  });
});

describe('the permissions of a role', () => {
  it('are those its patterns include and no others', async () => {
    for (const role of roleSeeds.filter((candidate) => candidate.key !== 'administrator')) {
      const actor = await holderOf(role.key);
      expect([...actor.permissions].sort(), role.key).toEqual(
        permissions.filter((permission) => patternsAllow(role.permissions, permission)).sort(),
      );
    }
  });

  it('never include unmasked numbers or money for stock keepers and agents', () => {
    for (const key of ['warehouse', 'agent', 'agent_sub', 'support']) {
      const { permissions: patterns } = roleSeeds.find((role) => role.key === key)!;
      const given = permissions.filter((permission) => patternsAllow(patterns, permission));
      expect(
        given.filter(
          (permission) =>
            /:(plain|adjust|cost|below-cost)$/.test(permission) &&
            !(key === 'warehouse' && permission.endsWith(':cost')),
        ),
        key,
      ).toEqual([]);
    }
  });

  it('decide the menu: a group appears only with entries in it', async () => {
    const actor = await userOf('of_agent');
    const routes = await db.tx((tx) => menuTreeOf(tx, actor, {}));
    const paths = routes.flatMap((node) => [node.path, ...(node.children ?? []).map((child) => child.path)]);
    expect(paths).toContain('/wel');
    expect(paths).toContain('/agent/product');
    expect(paths).toContain('/whatsapp/outbound');
    expect(paths).not.toContain('/whatsapp/pre-warehouse');
    expect(paths).not.toContain('/log');
    const all = await db.tx((tx) => menuTreeOf(tx, system, {}));
    expect(all.map((node) => node.code)).not.toContain('other');
    expect(await db.tx((tx) => menuTreeOf(tx, actor, { topMenuId: 1n }))).toEqual([]);
  });

  it('decide the buttons, each below its menu', async () => {
    const actor = await userOf('of_warehouse');
    const forest = await db.tx((tx) => buttonsOf(tx, actor));
    expect(forest.flatMap((menu) => (menu.children ?? []).map((button) => button.code)).sort()).toEqual(
      [...actor.permissions].sort(),
    );
    expect(
      forest.every((menu) => (menu.children ?? []).every((button) => button.code.startsWith(`${menu.code}:`))),
    ).toBe(true);
  });

  it('can be granted by their holders only', async () => {
    const clerk = await userOf('of_admin');
    const [support, administrator] = await db.tx((tx) =>
      roleIdsOfKeys(tx, DEFAULT_TENANT, ['support', 'administrator']),
    );
    const cache = await idOf(sql`select id from sys_menu where code = 'auth/oauth:clear-cache'`);
    const grant = (actor: Actor, roleId: bigint) =>
      db.tx((tx) => grantRoles(tx, actor, [roleId], { menuIds: [cache] }));
    await expect(grant(clerk, support!)).rejects.toMatchObject({ code: 'ROLE_NOT_ASSIGNABLE' });
    await expect(grant(system, administrator!)).rejects.toMatchObject({ code: 'ROLE_NOT_ASSIGNABLE' });
    await expect(grant(systemActor('111111'), support!)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await grant(system, support!);
    expect((await userOf('of_support')).permissions).toEqual(new Set(['auth/oauth:clear-cache']));
  });
});

describe('the tenant of a host', () => {
  it('is the only tenant, else the one bound to the host, else none', async () => {
    expect(await tenantOfDomain(db.drizzle, 'https://anything.example:8080')).toMatchObject({
      tenantId: DEFAULT_TENANT,
    });
    await db.drizzle.execute(
      sql`insert into sys_tenant (tenant_id, tenant_name, linkman, domain) values ('123456', 'Second', 'Ann', 'second.example')`,
    );
    expect(await tenantOfDomain(db.drizzle, 'https://Second.example:8080/login')).toMatchObject({
      tenantId: '123456',
      tenantName: 'Second',
    });
    expect(await tenantOfDomain(db.drizzle, 'other.example')).toBeNull();
    // A disabled or expired tenant does not count.
    for (const shut of [sql`status = 0`, sql`status = 1, expire_time = now()`]) {
      await db.drizzle.execute(sql`update sys_tenant set ${shut} where tenant_id = '123456'`);
      expect(await tenantOfDomain(db.drizzle, 'second.example')).toMatchObject({ tenantId: DEFAULT_TENANT });
    }
  });
});
