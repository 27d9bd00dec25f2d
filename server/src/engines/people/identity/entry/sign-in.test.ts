import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../../../kernel/auth/actor.ts';
import { attempt as checkSecret } from '../../../../kernel/auth/attempts.ts';
import { digestOf, passwordWork } from '../../../../kernel/auth/password.ts';
import { purgeAuth } from '../../../../kernel/auth/purge.ts';
import { openSessions, type Sessions } from '../../../../kernel/auth/sessions.ts';
import type { Db } from '../../../../kernel/db/index.ts';
import { testDb } from '../../../../kernel/testing/index.ts';
import {
  actorOf,
  assignRoles,
  changeOwnPassword,
  changeStatus,
  DEFAULT_TENANT,
  openAccount,
  roleIdsOfKeys,
  seedIdentity,
  signIn,
} from '../index.ts';

const PASSWORD = 'a good password 1';
const system = systemActor(DEFAULT_TENANT);
let db: Db;
let sessions: Sessions;
/** A second node of the same installation. */
let other: Sessions;

beforeAll(async () => {
  db = await testDb();
  await seedIdentity(db, { adminPassword: PASSWORD });
  const options = { db, actorOf, tokenLifeSeconds: 43_140, refreshLifeSeconds: 604_800 };
  sessions = await openSessions(options);
  other = await openSessions(options);
});
afterEach(async () => {
  await db.drizzle.execute(sql`delete from auth_attempt`);
});
afterAll(async () => {
  await sessions.close();
  await other.close();
  await db.close();
});

const attempt = (account: string, password: string, address = '198.51.100.7') =>
  signIn(db, sessions, { tenantId: DEFAULT_TENANT, account, password, address, userAgent: 'test' });

let opened = 0;
async function staff(...roleKeys: string[]) {
  opened += 1;
  const account = `staff_${opened}`;
  const user = await db.tx(async (tx) =>
    openAccount(tx, system, {
      account,
      password: PASSWORD,
      realName: account,
      userType: 1,
      roleIds: await roleIdsOfKeys(tx, DEFAULT_TENANT, roleKeys),
    }),
  );
  return { account, id: user.id };
}

/** Waits until a notification has taken effect. */
const soon = (check: () => Promise<void>) =>
  expect
    .poll(
      async () =>
        check().then(
          () => true,
          () => false,
        ),
      { interval: 5 },
    )
    .toBe(true);

describe('signing in', () => {
  it('accepts the digest that the console sends, and the account in any case', async () => {
    const tokens = await attempt('ADMIN', digestOf(PASSWORD));
    const actor = await sessions.authenticate(tokens.accessToken);
    expect(actor).toMatchObject({
      account: 'admin',
      userType: 1,
      ownerPath: '/',
      sessionId: tokens.sessionId,
      roleKeys: ['administrator'],
    });
    expect(actor?.permissions).toEqual(new Set(['*']));
  });

  it('stores no token in plain text', async () => {
    const tokens = await attempt('admin', PASSWORD);
    const rows = await db.drizzle.execute<{ hash: string; nonce: string | null }>(
      sql`select hash, nonce from auth_token`,
    );
    const stored = JSON.stringify(rows.rows);
    expect(stored).not.toContain(tokens.accessToken);
    expect(stored).not.toContain(tokens.refreshToken);
  });

  it('answers an unknown account like a wrong password, after the same work', async () => {
    const before = passwordWork.runs;
    await expect(attempt('admin', 'wrong')).rejects.toMatchObject({ code: 'SIGN_IN_FAILED', status: 400 });
    const known = passwordWork.runs - before;
    await expect(attempt('nobody', 'wrong')).rejects.toMatchObject({ code: 'SIGN_IN_FAILED', status: 400 });
    expect(passwordWork.runs - before - known).toBe(known);
    await expect(
      signIn(db, sessions, { tenantId: '999999', account: 'admin', password: PASSWORD, address: '', userAgent: '' }),
    ).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
  });

  it('checks at most five of two hundred parallel guesses', async () => {
    const before = passwordWork.runs;
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => attempt('admin', `guess ${index}`)),
    );
    expect(passwordWork.runs - before).toBeLessThanOrEqual(5);
    const codes = results.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : 'in',
    );
    expect(codes.filter((code) => code === 'SIGN_IN_FAILED')).toHaveLength(5);
    expect(codes.filter((code) => code === 'SIGN_IN_LOCKED')).toHaveLength(195);
  });

  it('accepts twelve parallel correct passwords, even when one more wrong one would lock', async () => {
    for (let wrong = 0; wrong < 4; wrong += 1) await attempt('admin', 'wrong').catch(() => undefined);
    const tokens = await Promise.all(Array.from({ length: 12 }, () => attempt('admin', digestOf(PASSWORD))));
    expect(new Set(tokens.map(({ sessionId }) => sessionId)).size).toBe(12);
  });

  it('stops counting unfinished checks after their time has passed', async () => {
    await db.drizzle.execute(sql`
      insert into auth_attempt (tenant_id, account, address, failures, checking, checking_until, expires_at)
      values (${DEFAULT_TENANT}, 'admin', '198.51.100.7', 4, 5, now(), now() + interval '1 minute')`);
    await expect(attempt('admin', PASSWORD)).resolves.toBeDefined();
  });

  it('forgets wrong attempts in time although other checks with known passwords follow', async () => {
    const key = { tenantId: DEFAULT_TENANT, account: 'admin', address: '198.51.100.7' };
    await checkSecret(db, key, async () => 'wrong');
    await db.drizzle.execute(sql`update auth_attempt set expires_at = now() + interval '1 minute'`);
    await checkSecret(db, key, async () => 'known');
    const { rows } = await db.drizzle.execute(
      sql`select failures from auth_attempt where expires_at <= now() + interval '2 minutes'`,
    );
    expect(rows).toEqual([{ failures: 1 }]);
  });

  it('counts all addresses of an IPv6 network as one, and a mapped IPv4 address as IPv4', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1)
      await attempt('admin', 'wrong', `2001:db8:1:2:${wrong}::${wrong}`).catch(() => undefined);
    await expect(attempt('admin', PASSWORD, '2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
    await expect(attempt('admin', PASSWORD, '2001:db8:1:3::1')).resolves.toBeDefined();
    for (let wrong = 0; wrong < 5; wrong += 1)
      await attempt('admin', 'wrong', '::ffff:198.51.100.9').catch(() => undefined);
    await expect(attempt('admin', PASSWORD, '198.51.100.9')).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
  });

  it('says how long it is locked, also for unknown accounts, and only to that address', async () => {
    for (const account of ['admin', 'nobody']) {
      for (let wrong = 0; wrong < 5; wrong += 1)
        await expect(attempt(account, 'wrong')).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
      await expect(attempt(account, PASSWORD)).rejects.toMatchObject({
        code: 'SIGN_IN_LOCKED',
        params: { minutes: 30 },
        data: { seconds: expect.closeTo(1800, -2) },
      });
    }
    await expect(attempt('admin', PASSWORD, '198.51.100.8')).resolves.toBeDefined();
  });

  it('unlocks after half an hour, which refused attempts do not prolong', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1) await attempt('admin', 'wrong').catch(() => undefined);
    await db.drizzle.execute(sql`update auth_attempt set expires_at = expires_at - interval '29 minutes'`);
    await expect(attempt('admin', PASSWORD)).rejects.toMatchObject({ params: { minutes: 1 } });
    await db.drizzle.execute(sql`update auth_attempt set expires_at = expires_at - interval '1 minute'`);
    await expect(attempt('admin', PASSWORD)).resolves.toBeDefined();
  });

  it('forgets failed attempts after a success', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) await attempt('admin', 'wrong').catch(() => undefined);
      await attempt('admin', PASSWORD);
    }
  });

  it('clears failed attempts only for the address of the successful sign-in', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1) await attempt('admin', 'wrong').catch(() => undefined);
    for (let wrong = 0; wrong < 4; wrong += 1) await attempt('nobody', 'wrong').catch(() => undefined);
    await attempt('admin', PASSWORD, '198.51.100.8');
    await expect(attempt('admin', PASSWORD)).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
    // A sign-in does not clear attempts on another account from the same address either.
    const { account } = await staff();
    await attempt(account, PASSWORD);
    await expect(attempt('nobody', 'wrong')).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    await expect(attempt('nobody', 'wrong')).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
  });

  it('reveals the state of an account only after the right password', async () => {
    const { account, id } = await staff();
    await db.tx((tx) =>
      changeStatus(tx, system, { userId: id, status: 2, reason: 'test', until: new Date(Date.now() + 60_000) }),
    );
    await expect(attempt(account, 'wrong')).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    await expect(attempt(account, PASSWORD)).rejects.toMatchObject({ code: 'ACCOUNT_LOCKED' });
    await db.drizzle.execute(sql`update sys_user set locked_until = now() where id = ${id}`);
    await expect(attempt(account, PASSWORD)).resolves.toBeDefined();
    await db.tx((tx) => changeStatus(tx, system, { userId: id, status: 0, reason: 'test' }));
    await expect(attempt(account, PASSWORD)).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
  });

  it('refuses when the tenant has expired', async () => {
    await db.drizzle.execute(sql`update sys_tenant set expire_time = now()`);
    await expect(attempt('admin', PASSWORD)).rejects.toMatchObject({ code: 'TENANT_CLOSED' });
    await db.drizzle.execute(sql`update sys_tenant set expire_time = null`);
  });
});

describe('refreshing', () => {
  it('issues a new pair and lets running requests finish with the old access token', async () => {
    const first = await attempt('admin', PASSWORD);
    const second = await sessions.refresh(first.refreshToken);
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second).toMatchObject({ sessionId: first.sessionId, expiresIn: 43_140 });
    expect(await other.authenticate(second.accessToken)).not.toBeNull();
    expect(await other.authenticate(first.accessToken)).not.toBeNull();
    await db.drizzle.execute(
      sql`update auth_token set expires_at = expires_at - interval '1 minute' where session_id = ${first.sessionId} and kind = 1`,
    );
    sessions.forget();
    expect(await sessions.authenticate(first.accessToken)).toBeNull();
    expect(await sessions.authenticate(second.accessToken)).not.toBeNull();
  });

  it('gives two tabs that refresh at the same moment the same answer', async () => {
    const { refreshToken } = await attempt('admin', PASSWORD);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, tab) => (tab % 2 ? sessions : other).refresh(refreshToken)),
    );
    expect(new Set(answers.map((answer) => answer.accessToken)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    await expect(sessions.refresh(answers[0]!.refreshToken)).resolves.toBeDefined();
  });

  it('ends the whole family when a used token is presented again later', async () => {
    const first = await attempt('admin', PASSWORD);
    const second = await sessions.refresh(first.refreshToken);
    const bystander = await attempt('admin', PASSWORD);
    await db.drizzle.execute(
      sql`update auth_token set used_at = used_at - interval '11 seconds' where session_id = ${first.sessionId}`,
    );
    await expect(sessions.refresh(first.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_REUSED', status: 401 });
    await expect(sessions.refresh(second.refreshToken)).rejects.toMatchObject({ code: 'SESSION_EXPIRED', status: 401 });
    await soon(async () => expect(await sessions.authenticate(second.accessToken)).toBeNull());
    expect(await sessions.authenticate(bystander.accessToken)).not.toBeNull();
  });

  it('refuses an access token, an invented token and an expired one', async () => {
    const tokens = await attempt('admin', PASSWORD);
    await expect(sessions.refresh(tokens.accessToken)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    await expect(sessions.refresh('made-up')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await sessions.authenticate(tokens.refreshToken)).toBeNull();
    await db.drizzle.execute(sql`update auth_token set expires_at = now() where session_id = ${tokens.sessionId}`);
    await expect(sessions.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });
});

describe('a session', () => {
  it('ends at once on every node when its user signs out', async () => {
    const tokens = await attempt('admin', PASSWORD);
    expect(await other.authenticate(tokens.accessToken)).not.toBeNull();
    const ends: unknown[] = [];
    other.onEnd((end) => ends.push(end));
    await sessions.signOut(tokens.accessToken);
    expect(await sessions.authenticate(tokens.accessToken)).toBeNull();
    await soon(async () => expect(await other.authenticate(tokens.accessToken)).toBeNull());
    await soon(async () => expect(ends).toContainEqual({ sessionId: tokens.sessionId }));
    await expect(sessions.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  it('ends when its user is disabled or locked', async () => {
    const { account, id } = await staff();
    const tokens = await attempt(account, PASSWORD);
    expect(await other.authenticate(tokens.accessToken)).not.toBeNull();
    await db.tx((tx) => changeStatus(tx, system, { userId: id, status: 0, reason: 'test' }));
    await soon(async () => expect(await other.authenticate(tokens.accessToken)).toBeNull());
    await expect(sessions.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  it.each([
    ['disabled', { status: 0 }],
    ['locked', { status: 2, until: new Date(Date.now() + 60_000) }],
  ] as const)('stays ended when its user was %s and may act again', async (_what, change) => {
    const { account, id } = await staff();
    const tokens = await attempt(account, PASSWORD);
    await db.tx((tx) => changeStatus(tx, system, { userId: id, reason: 'test', ...change }));
    await db.tx((tx) => changeStatus(tx, system, { userId: id, status: 1 }));
    await expect(attempt(account, PASSWORD)).resolves.toBeDefined();
    sessions.forget();
    expect(await sessions.authenticate(tokens.accessToken)).toBeNull();
    await expect(sessions.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  it('survives a change of the own password while all other sessions of the account end', async () => {
    const { account } = await staff();
    const [own, elsewhere] = [await attempt(account, PASSWORD), await attempt(account, PASSWORD)];
    const actor = await sessions.authenticate(own.accessToken);
    const newPassword = 'another password 2';
    const change = { oldPassword: PASSWORD, newPassword, newPassword1: newPassword };
    expect(await changeOwnPassword(db, actor!, change)).toBe(1);
    await soon(async () => expect(await other.authenticate(elsewhere.accessToken)).toBeNull());
    expect(await other.authenticate(own.accessToken)).not.toBeNull();
    await expect(attempt(account, PASSWORD)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
  });

  it('has the permissions of its roles from the moment they change', async () => {
    const { account, id } = await staff();
    const { accessToken } = await attempt(account, PASSWORD);
    expect((await other.authenticate(accessToken))?.permissions.size).toBe(0);
    await db.tx(async (tx) =>
      assignRoles(tx, system, { userId: id, roleIds: await roleIdsOfKeys(tx, DEFAULT_TENANT, ['administrator']) }),
    );
    await soon(async () => expect((await other.authenticate(accessToken))?.permissions.has('*')).toBe(true));
    await db.tx((tx) => assignRoles(tx, system, { userId: id, roleIds: [] }));
    await soon(async () => expect((await other.authenticate(accessToken))?.permissions.size).toBe(0));
  });

  it('has no permissions from a role that is disabled, deleted or of another tenant', async () => {
    const { account } = await staff('warehouse');
    const { accessToken } = await attempt(account, PASSWORD);
    const rights = async () => {
      sessions.forget();
      return (await sessions.authenticate(accessToken))?.permissions.size;
    };
    const whole = await rights();
    expect(whole).toBeGreaterThan(0);
    for (const [change, back] of [
      [sql`status = 0`, sql`status = 1`],
      [sql`deleted_at = now()`, sql`deleted_at = null`],
      [sql`tenant_id = '111111'`, sql`tenant_id = ${DEFAULT_TENANT}`],
    ] as const) {
      await db.drizzle.execute(sql`update sys_role set ${change} where role_alias = 'warehouse'`);
      const left = await rights();
      await db.drizzle.execute(sql`update sys_role set ${back} where role_alias = 'warehouse'`);
      expect([left, await rights()]).toEqual([0, whole]);
    }
  });

  it('is refused while its tenant is disabled or expired', async () => {
    const shut = (change: ReturnType<typeof sql>) => db.drizzle.execute(sql`update sys_tenant set ${change}`);
    const isIn = async (accessToken: string) => {
      sessions.forget();
      return (await sessions.authenticate(accessToken)) !== null;
    };
    for (const change of [sql`status = 0`, sql`expire_time = now()`, sql`deleted_at = now()`]) {
      const [tokens, bystander] = [await attempt('admin', PASSWORD), await attempt('admin', PASSWORD)];
      await shut(change);
      const during = await isIn(bystander.accessToken);
      const renewed = await sessions.refresh(tokens.refreshToken).catch(({ code }: { code: string }) => code);
      await shut(sql`status = 1, deleted_at = null, expire_time = now() + interval '20 seconds'`);
      const after = await isIn(bystander.accessToken);
      await shut(sql`expire_time = null`);
      expect([during, renewed, after]).toEqual([false, 'SESSION_EXPIRED', true]);
    }
  });

  it('is deleted a month after its end, and not while it is open', async () => {
    const [open, late, gone] = [
      await attempt('admin', PASSWORD),
      await attempt('admin', PASSWORD),
      await attempt('admin', PASSWORD),
    ];
    for (const [{ accessToken, sessionId }, days] of [
      [late, 29],
      [gone, 31],
    ] as const) {
      await sessions.signOut(accessToken);
      await db.drizzle.execute(
        sql`update auth_session set ended_at = now() - make_interval(days => ${days}) where id = ${sessionId}`,
      );
    }
    await purgeAuth(db, 30);
    const ids = [open, late, gone].map(({ sessionId }) => String(sessionId));
    const { rows } = await db.drizzle.execute<{ id: string }>(
      sql`select id::text from auth_session where id = any(${sql.param(ids)}::bigint[]) order by id`,
    );
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    sessions.forget();
    expect(await sessions.authenticate(open.accessToken)).not.toBeNull();
    await expect(sessions.refresh(open.refreshToken)).resolves.toBeDefined();
  });

  it('deletes the nonces for a second tab when they can no longer be requested', async () => {
    const { refreshToken, sessionId } = await attempt('admin', PASSWORD);
    const second = await sessions.refresh(refreshToken);
    const nonces = async () => {
      await purgeAuth(db, 30);
      const { rows } = await db.drizzle.execute<{ n: number }>(
        sql`select count(nonce)::int as n from auth_token where session_id = ${sessionId}`,
      );
      return rows[0]?.n;
    };
    expect(await nonces()).toBe(1);
    expect((await sessions.refresh(refreshToken)).accessToken).toBe(second.accessToken);
    await db.drizzle.execute(
      sql`update auth_token set used_at = now() - interval '61 seconds' where session_id = ${sessionId} and used_at is not null`,
    );
    expect(await nonces()).toBe(0);
  });

  it('survives a change that is rolled back', async () => {
    const { account, id } = await staff();
    const { accessToken } = await attempt(account, PASSWORD);
    await db
      .tx(async (tx) => {
        await changeStatus(tx, system, { userId: id, status: 0, reason: 'test' });
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    sessions.forget();
    expect(await sessions.authenticate(accessToken)).not.toBeNull();
  });
});
