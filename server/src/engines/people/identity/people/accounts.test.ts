import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, systemActor } from '../../../../kernel/auth/actor.ts';
import { digestOf } from '../../../../kernel/auth/password.ts';
import type { Db } from '../../../../kernel/db/index.ts';
import { testDb } from '../../../../kernel/testing/index.ts';
import {
  actorOf,
  agentChildren,
  assignRoles,
  changeStatus,
  DEFAULT_TENANT,
  forgetAttempts,
  isInScope,
  openAccount,
  resetTwoFactor,
  roleIdsOfKeys,
  seedIdentity,
  serviceAddressFor,
  type UserRow,
} from '../index.ts';
import type { NewAccount } from './accounts.ts';
import { assertUplineActive } from './agent-tree.ts';

const system = systemActor(DEFAULT_TENANT);
let db: Db;

beforeAll(async () => {
  db = await testDb();
  await seedIdentity(db, { adminPassword: 'a good password 1' });
});
afterAll(() => db.close());

let count = 0;
async function open(actor: Actor, input: Partial<NewAccount> = {}): Promise<{ user: UserRow; actor: Actor }> {
  count += 1;
  const account = `person_${count}`;
  const user = await db.tx((tx) =>
    openAccount(tx, actor, { account, password: 'good password 1', realName: account, userType: 2, ...input }),
  );
  const own = await actorOf(db.drizzle, user.id);
  return { user, actor: own! };
}
const roleId = async (key: string) => (await db.tx((tx) => roleIdsOfKeys(tx, DEFAULT_TENANT, [key])))[0]!;

describe('opening an account', () => {
  it('gives an agent a path that ends in its own id, and the role of agents', async () => {
    const top = await open(system);
    const below = await open(top.actor);
    expect(top.user).toMatchObject({ ownerPath: `/${top.user.id}/`, depth: 1, parentId: null });
    expect(below.user).toMatchObject({
      ownerPath: `/${top.user.id}/${below.user.id}/`,
      depth: 2,
      parentId: top.user.id,
    });
    expect(below.actor.roleKeys).toEqual(['agent']);
    expect(below.user.mustChangePassword).toBe(1);
    const sub = await open(below.actor, { userType: 3 });
    expect(sub.actor.roleKeys).toEqual(['agent_sub']);
    await expect(open(sub.actor)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  });

  it('refuses a taken account in any case, also in parallel requests', async () => {
    const results = await Promise.allSettled(
      ['Twice_Asked', 'twice_asked'].map((account) => open(system, { account })),
    );
    expect(
      results
        .map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'opened'))
        .sort(),
    ).toEqual(['ACCOUNT_EXISTS', 'opened']);
  });

  it('refuses invalid accounts and weak passwords', async () => {
    await expect(open(system, { account: 'a b' })).rejects.toMatchObject({ code: 'ACCOUNT_INVALID' });
    await expect(open(system, { password: 'short' })).rejects.toMatchObject({ code: 'PASSWORD_WEAK' });
    for (const password of ['Liverpool1', digestOf('Liverpool1'), digestOf('letmein')])
      await expect(open(system, { password }), password).rejects.toMatchObject({ code: 'PASSWORD_COMMON' });
  });

  it('refuses a sixth level', async () => {
    let at = await open(system);
    for (let depth = 2; depth <= 5; depth += 1) at = await open(at.actor);
    await expect(open(at.actor)).rejects.toMatchObject({ code: 'DEPTH_LIMIT' });
  });

  it('refuses the fifty-first sub-user, also in parallel requests', async () => {
    const agent = await open(system);
    await db.drizzle.execute(sql`
      insert into sys_user (tenant_id, account, password_hash, user_type, real_name, parent_id, owner_path, depth, invite_code)
      select '000000', 'bulk_' || n, 'x', 3, 'bulk', ${agent.user.id}, ${agent.user.ownerPath} || n || '/', 2, 'B' || n from generate_series(1, 48) n`);
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => open(agent.actor, { userType: 3 })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
  });

  it('refuses a parent that is a sub-user, a disabled agent or staff', async () => {
    const agent = await open(system);
    const subUser = await open(agent.actor, { userType: 3 });
    const staff = await open(system, { userType: 1 });
    const disabled = await open(system);
    await db.tx((tx) => changeStatus(tx, system, { userId: disabled.user.id, status: 0, reason: 'test' }));
    for (const { user } of [subUser, staff, disabled])
      await expect(open(system, { parentId: user.id })).rejects.toMatchObject({ code: 'PARENT_INVALID' });
  });

  it('refuses an agent a level above its own and users outside its subtree', async () => {
    const [agent, stranger] = [await open(system, { agentLevel: 2 }), await open(system)];
    await expect(open(agent.actor, { agentLevel: 3 })).rejects.toMatchObject({ code: 'LEVEL_TOO_HIGH' });
    await expect(open(agent.actor, { parentId: stranger.user.id })).rejects.toMatchObject({ code: 'OUT_OF_SCOPE' });
    await expect(open(agent.actor, { userType: 1 })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    await expect(open(agent.actor, { roleIds: [await roleId('finance')] })).rejects.toMatchObject({
      code: 'ROLE_NOT_ASSIGNABLE',
    });
    await expect(open(system, { userType: 3 })).rejects.toMatchObject({ code: 'PARENT_INVALID' });
  });

  it('keeps the roles of agents and of staff apart for every actor', async () => {
    const agent = await open(system);
    const staff = await open(system, { userType: 1 });
    for (const [{ user }, key] of [
      [agent, 'finance'],
      [agent, 'agent_sub'],
      [staff, 'agent'],
    ] as const) {
      const given = db.tx(async (tx) => assignRoles(tx, system, { userId: user.id, roleIds: [await roleId(key)] }));
      await expect(given).rejects.toMatchObject({ code: 'ROLE_NOT_ASSIGNABLE' });
    }
  });

  it('refuses a role of another tenant and a deleted one', async () => {
    const role = async (tenant: string, deleted: boolean) => {
      const { rows } = await db.drizzle.execute<{ id: string }>(sql`
        insert into sys_role (tenant_id, role_name, role_name_en, role_alias, deleted_at)
        values (${tenant}, 'x', 'x', 'harmless', case when ${deleted} then now() end) returning id::text`);
      return BigInt(rows[0]?.id ?? 0);
    };
    for (const id of [await role('111111', false), await role(DEFAULT_TENANT, true)])
      await expect(open(system, { userType: 1, roleIds: [id] })).rejects.toMatchObject({ code: 'ROLE_NOT_ASSIGNABLE' });
    await open(system, { userType: 1, roleIds: [await role(DEFAULT_TENANT, false)] });
  });

  it('refuses a role that allows more than the actor', async () => {
    const clerk = await open(system, { userType: 1, roleIds: [await roleId('support')] });
    for (const key of ['administrator', 'agent']) {
      await expect(open(clerk.actor, { userType: 1, roleIds: [await roleId(key)] })).rejects.toMatchObject({
        code: 'ROLE_NOT_ASSIGNABLE',
      });
    }
    await expect(
      db.tx(async (tx) =>
        assignRoles(tx, clerk.actor, { userId: clerk.user.id, roleIds: [await roleId('administrator')] }),
      ),
    ).rejects.toMatchObject({
      code: 'ROLE_NOT_ASSIGNABLE',
    });
  });
});

describe('the agent tree', () => {
  it('shows staff the whole tenant, agents their subtree, sub-users themselves', async () => {
    const top = await open(system);
    const middle = await open(top.actor);
    const leaf = await open(middle.actor, { userType: 3 });
    const stranger = await open(system);
    const sees = (actor: Actor, user: UserRow) => db.tx((tx) => isInScope(tx, actor, user.id));
    for (const { user } of [top, middle, leaf, stranger]) expect(await sees(system, user)).toBe(true);
    expect(await Promise.all([top, middle, leaf, stranger].map(({ user }) => sees(top.actor, user)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(await Promise.all([top, middle, leaf, stranger].map(({ user }) => sees(middle.actor, user)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(await Promise.all([top, middle, leaf, stranger].map(({ user }) => sees(leaf.actor, user)))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    const level = (actor: Actor, parentId?: bigint) => db.tx((tx) => agentChildren(tx, actor, { parentId }));
    expect(await level(top.actor)).toEqual([expect.objectContaining({ id: middle.user.id, hasChildren: 1 })]);
    expect(await level(system, middle.user.id)).toEqual([
      expect.objectContaining({ id: leaf.user.id, hasChildren: 0 }),
    ]);
    expect(await level(stranger.actor, middle.user.id)).toEqual([]);
    expect(await db.tx((tx) => isInScope(tx, systemActor('111111'), top.user.id))).toBe(false);
  });

  it('shows the nearest contact above, never the user’s own, else the platform’s', async () => {
    const contact = (actor: Actor) => db.tx((tx) => serviceAddressFor(tx, actor, '@platform'));
    const top = await open(system, { serviceAddress: '@top' });
    const middle = await open(top.actor, { serviceAddress: '@middle' });
    const silent = await open(middle.actor);
    const leaf = await open(silent.actor, { userType: 3, serviceAddress: '@leaf' });
    const all = [top, middle, silent, leaf];
    expect(await Promise.all(all.map(({ actor }) => contact(actor)))).toEqual([
      '@platform',
      '@top',
      '@middle',
      '@middle',
    ]);
    expect(await contact(system)).toBe('@platform');
    await db.drizzle.execute(sql`update sys_user set deleted_at = now() where id = ${middle.user.id}`);
    expect(await contact(leaf.actor)).toBe('@top');
    await db.drizzle.execute(sql`update sys_user set service_address = '' where id = ${top.user.id}`);
    expect(await contact(leaf.actor)).toBe('@platform');
  });

  it('pauses orders below an agent who is pending or deleted, and not below a locked one', async () => {
    const top = await open(system);
    const below = await open((await open(top.actor)).actor);
    const above = (change: ReturnType<typeof sql>) =>
      db.drizzle.execute(sql`update sys_user set ${change} where id = ${top.user.id}`);
    const orders = () => db.tx((tx) => assertUplineActive(tx, below.actor));
    for (const idle of [sql`status = 3, locked_until = null`, sql`status = 1, deleted_at = now()`]) {
      await above(idle);
      await expect(orders()).rejects.toMatchObject({ code: 'UPLINE_DISABLED' });
    }
    await above(sql`status = 2, locked_until = now() + interval '20 seconds', deleted_at = null`);
    await orders();
    await above(sql`status = 1, locked_until = null`);
    await orders();
  });

  it.each([false, true])(
    'pauses orders below a disabled agent; closing the accounts below as well: %s',
    async (closesBelow) => {
      const top = await open(system);
      const below = await open(top.actor);
      await db.tx((tx) => assertUplineActive(tx, below.actor));
      await db.tx((tx) => changeStatus(tx, system, { userId: top.user.id, status: 0, reason: 'test', closesBelow }));
      await expect(db.tx((tx) => assertUplineActive(tx, below.actor))).rejects.toMatchObject({
        code: 'UPLINE_DISABLED',
      });
      expect((await actorOf(db.drizzle, below.user.id)) === null).toBe(closesBelow);
      expect(await actorOf(db.drizzle, top.user.id)).toBeNull();
      await db.tx((tx) => changeStatus(tx, system, { userId: top.user.id, status: 1 }));
      expect(await actorOf(db.drizzle, below.user.id)).not.toBeNull();
      await db.tx((tx) => assertUplineActive(tx, below.actor));
    },
  );
});

describe('the state of an account', () => {
  it('follows the allowed transitions and requires a reason to disable or lock', async () => {
    const { user } = await open(system, { status: 3 });
    const to = (status: 0 | 1 | 2, reason = 'test') =>
      db.tx((tx) => changeStatus(tx, system, { userId: user.id, status, reason, until: new Date(Date.now() + 1000) }));
    await expect(to(2)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect(await to(1)).toMatchObject({ status: 1 });
    await expect(to(1)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(to(0, ' ')).rejects.toMatchObject({ code: 'REASON_REQUIRED' });
    expect(await to(2)).toMatchObject({ status: 2 });
    expect(await to(0)).toMatchObject({ status: 0, lockedUntil: null });
  });

  it('is changed only by actors whose scope includes the user', async () => {
    const [top, stranger] = [await open(system), await open(system)];
    const below = await open(top.actor);
    const leaf = await open(top.actor, { userType: 3 });
    const change = { userId: below.user.id, status: 0, reason: 'test' } as const;
    for (const actor of [stranger.actor, leaf.actor, systemActor('111111')]) {
      const userId = below.user.id;
      for (const work of [
        () => db.tx((tx) => changeStatus(tx, actor, change)),
        () => db.tx((tx) => forgetAttempts(tx, actor, userId)),
        () => db.tx((tx) => resetTwoFactor(tx, actor, { userId })),
      ])
        await expect(work()).rejects.toMatchObject({ code: 'OUT_OF_SCOPE' });
    }
    expect(await actorOf(db.drizzle, below.user.id)).not.toBeNull();
    expect(await db.tx((tx) => changeStatus(tx, top.actor, change))).toMatchObject({ status: 0 });
  });

  it('cannot be taken from oneself or from the last administrator', async () => {
    const admin = (await db.drizzle.execute<{ id: bigint }>(sql`select id from sys_user where account = 'admin'`))
      .rows[0]!;
    const id = BigInt(admin.id);
    const actor = await actorOf(db.drizzle, id);
    await expect(
      db.tx((tx) => changeStatus(tx, actor!, { userId: id, status: 0, reason: 'test' })),
    ).rejects.toMatchObject({ code: 'SELF_CHANGE' });
    await expect(
      db.tx((tx) => changeStatus(tx, system, { userId: id, status: 0, reason: 'test' })),
    ).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' });
    const second = await open(system, { userType: 1, roleIds: [await roleId('administrator')] });
    await db.tx((tx) => changeStatus(tx, system, { userId: id, status: 0, reason: 'test' }));
    // A deleted administrator does not count.
    const third = await open(system, { userType: 1, roleIds: [await roleId('administrator')] });
    await db.drizzle.execute(sql`update sys_user set deleted_at = now() where id = ${third.user.id}`);
    await expect(
      db.tx((tx) => changeStatus(tx, system, { userId: second.user.id, status: 0, reason: 'test' })),
    ).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' });
  });
});
