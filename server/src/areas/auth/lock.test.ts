import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { actorOf, DEFAULT_TENANT, signIn } from '../../engines/people/identity/index.ts';
import { openSessions, type Sessions } from '../../kernel/auth/index.ts';
import { digestOf } from '../../kernel/auth/password.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';

const SIGN_IN_PASSWORD = 'Test-password-1';
const LOCK_PASSWORD = 'tea break';
let product: TestApp;
/** A second node of the same installation. */
let other: Sessions;

beforeAll(async () => {
  product = await testApp();
  other = await openSessions({ db: product.db, actorOf, tokenLifeSeconds: 3600, refreshLifeSeconds: 7200 });
});
afterEach(async () => {
  await product.db.drizzle.execute(sql`delete from auth_attempt`);
});
afterAll(async () => {
  await other.close();
  await product.close();
});

const setPassword = (who: TestUser, password: string, current?: string) =>
  who.post('auth/lock/set-password', {
    password: digestOf(password),
    ...(current === undefined ? {} : { current: digestOf(current) }),
  });
const unlock = (who: TestUser, password: string) => who.post('auth/lock/unlock', { password: digestOf(password) });
async function locked(role = 'warehouse'): Promise<TestUser> {
  const who = await product.staff(role);
  expect((await setPassword(who, LOCK_PASSWORD)).status).toBe(200);
  expect((await who.post('auth/lock/lock')).status).toBe(200);
  return who;
}

describe('locking', () => {
  it('needs a lock password, which is never empty and never stored in plain text', async () => {
    const who = await product.staff('warehouse');
    expect((await who.get('auth/lock/state')).body.data).toEqual({ isLocked: 0, hasPassword: 0 });
    expect((await who.post('auth/lock/lock')).body).toMatchObject({ code: 400, bizCode: 'LOCK_PASSWORD_NEEDED' });
    for (const password of ['', '   ', digestOf(''), digestOf('   '), digestOf(' '.repeat(128))]) {
      expect((await who.post('auth/lock/set-password', { password })).body).toMatchObject({
        code: 400,
        bizCode: 'LOCK_PASSWORD_EMPTY',
        msg: '锁屏密码不能为空',
      });
    }
    expect((await setPassword(who, LOCK_PASSWORD)).status).toBe(200);
    const stored = await product.db.pool.query<{ hash: string }>(
      'select lock_password_hash as hash from sys_user where id = $1',
      [who.id.toString()],
    );
    expect(stored.rows[0]?.hash).toMatch(/^\$argon2id\$/);
    expect(stored.rows[0]?.hash).not.toContain(digestOf(LOCK_PASSWORD));
    expect((await who.post('auth/lock/lock')).status).toBe(200);
    expect((await who.get('auth/lock/state')).body.data).toEqual({ isLocked: 1, hasPassword: 1 });
  });

  it('replaces a lock password only with it or with the sign-in password', async () => {
    const who = await product.staff('warehouse');
    await setPassword(who, LOCK_PASSWORD);
    expect((await setPassword(who, 'another')).body.bizCode).toBe('LOCK_PASSWORD_WRONG');
    expect((await setPassword(who, 'another', '')).body.bizCode).toBe('LOCK_PASSWORD_EMPTY');
    expect((await setPassword(who, 'another', 'a guess')).body.bizCode).toBe('LOCK_PASSWORD_WRONG');
    expect((await setPassword(who, 'another', LOCK_PASSWORD)).status).toBe(200);
    expect((await setPassword(who, 'a third', SIGN_IN_PASSWORD)).status).toBe(200);
    await who.post('auth/lock/lock');
    expect((await unlock(who, 'another')).body.bizCode).toBe('LOCK_PASSWORD_WRONG');
    expect((await unlock(who, 'a third')).status).toBe(200);
  });

  it('can be repeated after a lost answer', async () => {
    const who = await product.staff('warehouse');
    for (const _try of [1, 2]) expect((await setPassword(who, LOCK_PASSWORD)).status).toBe(200);
    for (const _try of [1, 2]) expect((await setPassword(who, 'another', LOCK_PASSWORD)).status).toBe(200);
    await who.post('auth/lock/lock');
    expect((await unlock(who, 'another')).status).toBe(200);
  });
});

describe('a locked session', () => {
  it('answers 423 to every call except those its page needs', async () => {
    const who = await locked('administrator');
    const open: string[] = [];
    let refused = 0;
    for (const resource of registry as readonly Resource[]) {
      for (const [name, call] of Object.entries<Call>(resource.calls)) {
        const path = `${resource.name}/${name}`;
        if (call.whileLocked) {
          open.push(path);
          continue;
        }
        const answer = call.methods[0] === 'GET' ? await who.get(path) : await who.post(path);
        expect(answer.status, path).toBe(423);
        expect(answer.body.bizCode ?? answer.body.error_code, path).toBe('SESSION_LOCKED');
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(40);
    expect(open.sort()).toEqual([
      'auth/lock/state',
      'auth/lock/unlock',
      'auth/oauth/captcha',
      'auth/oauth/logout',
      'auth/oauth/token',
      'system/tenant/info',
    ]);
    expect((await who.get('auth/lock/state')).status).toBe(200);
    expect((await who.get('auth/oauth/user-info', {}, { 'accept-language': 'en' })).body).toMatchObject({
      code: 423,
      msg: 'The screen is locked, unlock it first',
    });
  });

  it('is locked on every node, while other sessions of the user are not', async () => {
    const who = await product.staff('warehouse');
    await setPassword(who, LOCK_PASSWORD);
    const elsewhere = await signIn(product.db, product.app.sessions, {
      tenantId: DEFAULT_TENANT,
      account: who.account,
      password: SIGN_IN_PASSWORD,
      address: '198.51.100.9',
      userAgent: 'test',
    });
    expect(await other.authenticate(who.token)).toMatchObject({ isLocked: false });
    const notified: (bigint | null)[] = [];
    other.onLock((sessionId) => notified.push(sessionId));
    const { sessionId } = await who.actor();
    await who.post('auth/lock/lock');
    await expect.poll(async () => (await other.authenticate(who.token))?.isLocked, { interval: 5 }).toBe(true);
    expect(await other.authenticate(elsewhere.accessToken)).toMatchObject({ isLocked: false });
    expect(notified).toEqual([sessionId]);
    await unlock(who, LOCK_PASSWORD);
    await expect.poll(async () => (await other.authenticate(who.token))?.isLocked, { interval: 5 }).toBe(false);
  });

  it('is unlocked by the lock password and by the sign-in password', async () => {
    for (const password of [LOCK_PASSWORD, SIGN_IN_PASSWORD]) {
      const who = await locked();
      expect((await who.get('auth/oauth/user-info')).status).toBe(423);
      expect((await unlock(who, password)).status).toBe(200);
      expect((await who.get('auth/oauth/user-info')).status).toBe(200);
    }
  });

  it('stays locked when its tokens are refreshed', async () => {
    const who = await product.staff('warehouse');
    const signedIn = await product.guest.post('auth/oauth/token', {
      grant_type: 'password',
      username: who.account,
      password: digestOf(SIGN_IN_PASSWORD),
    });
    expect(signedIn.body.locked).toBe(0);
    const own = { token: `bearer ${signedIn.body.access_token}` };
    await product.guest.post('auth/lock/set-password', { password: digestOf(LOCK_PASSWORD) }, own);
    await product.guest.post('auth/lock/lock', {}, own);
    // As another client might: with its access token beside the refresh token.
    const renewed = await product.guest.post(
      'auth/oauth/token',
      { grant_type: 'refresh_token', refresh_token: signedIn.body.refresh_token },
      own,
    );
    expect(renewed).toMatchObject({ status: 200, body: { locked: 1 } });
    const fresh = { token: `bearer ${renewed.body.access_token}` };
    expect((await product.guest.get('auth/oauth/user-info', {}, fresh)).status).toBe(423);
    const opened = await product.guest.post('auth/lock/unlock', { password: digestOf(LOCK_PASSWORD) }, fresh);
    expect(opened.status).toBe(200);
    expect((await product.guest.get('auth/oauth/user-info', {}, fresh)).status).toBe(200);
  });

  it('can sign out, and is refused afterwards', async () => {
    const who = await locked();
    expect((await who.post('auth/oauth/logout')).status).toBe(200);
    expect((await who.get('auth/lock/state')).status).toBe(401);
    expect((await unlock(who, LOCK_PASSWORD)).status).toBe(401);
  });
});

describe('guesses at a locked screen', () => {
  it('are blocked after five wrong ones, also with the right password and for sign-in', async () => {
    const who = await locked();
    for (let turn = 0; turn < 5; turn += 1)
      expect((await unlock(who, `guess ${turn}`)).body.bizCode).toBe('LOCK_PASSWORD_WRONG');
    expect((await unlock(who, LOCK_PASSWORD)).body).toMatchObject({ code: 400, bizCode: 'LOCK_RESTS' });
    const entered = await product.guest.post('auth/oauth/token', {
      grant_type: 'password',
      username: who.account,
      password: digestOf(SIGN_IN_PASSWORD),
    });
    expect(entered.body.error_code).toBe('SIGN_IN_LOCKED');
    expect((await who.get('auth/oauth/user-info')).status).toBe(423);
  });

  it('are not cleared by the lock password, so that it permits no more guesses of the other one', async () => {
    const who = await locked();
    for (let turn = 0; turn < 4; turn += 1) await unlock(who, `guess ${turn}`);
    expect((await unlock(who, LOCK_PASSWORD)).status).toBe(200);
    await who.post('auth/lock/lock');
    expect((await unlock(who, 'guess 4')).body.bizCode).toBe('LOCK_PASSWORD_WRONG');
    expect((await unlock(who, LOCK_PASSWORD)).body.bizCode).toBe('LOCK_RESTS');
  });

  it('are cleared by the sign-in password', async () => {
    const who = await locked();
    for (let turn = 0; turn < 4; turn += 1) await unlock(who, `guess ${turn}`);
    expect((await unlock(who, SIGN_IN_PASSWORD)).status).toBe(200);
    await who.post('auth/lock/lock');
    for (let turn = 0; turn < 4; turn += 1)
      expect((await unlock(who, `guess ${turn}`)).body.bizCode).toBe('LOCK_PASSWORD_WRONG');
    expect((await unlock(who, LOCK_PASSWORD)).status).toBe(200);
  });

  it('that are empty do not count', async () => {
    const who = await locked();
    for (let turn = 0; turn < 6; turn += 1) expect((await unlock(who, '')).body.bizCode).toBe('LOCK_PASSWORD_EMPTY');
    expect((await unlock(who, LOCK_PASSWORD)).status).toBe(200);
  });
});
