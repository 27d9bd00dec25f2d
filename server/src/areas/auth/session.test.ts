import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../engines/people/identity/index.ts';
import { digestOf } from '../../kernel/auth/password.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
afterAll(() => product.close());

/** Signs the same user in again, with another browser. */
async function elsewhere(user: TestUser, agent: string) {
  const fields = { grant_type: 'password', username: user.account, password: digestOf('Test-password-1') };
  const headers = { 'tenant-id': DEFAULT_TENANT, 'user-agent': agent };
  const { body } = await product.guest.post('auth/oauth/token', fields, headers);
  return { token: `bearer ${body.access_token}` };
}
const list = async (user: TestUser) => (await user.get('auth/session/list')).body.data;
const isIn = async (own: Record<string, string>) =>
  (await product.guest.get('auth/oauth/user-info', {}, own)).status === 200;

describe('my sessions', () => {
  it('are hidden from other users', async () => {
    const [anna, bert] = [await product.staff('finance'), await product.staff('finance')];
    await elsewhere(anna, 'Phone');
    expect((await list(bert)).length).toBe(1);
    const [own, other] = await list(anna);
    expect(own).toMatchObject({ isOwn: 1, userAgent: 'test', address: '127.0.0.1', method: 'password' });
    expect(other).toMatchObject({ isOwn: 0, userAgent: 'Phone' });
    expect((await bert.post('auth/session/end', { ids: other.id })).body.data).toEqual({ count: 0 });
    expect(await list(anna)).toHaveLength(2);
  });

  it('end one by one, at once', async () => {
    const anna = await product.staff('finance');
    const [phone, tablet] = [await elsewhere(anna, 'Phone'), await elsewhere(anna, 'Tablet')];
    const row = (await list(anna)).find(({ userAgent }: { userAgent: string }) => userAgent === 'Phone');
    expect((await anna.post('auth/session/end', { ids: row.id })).body.data).toEqual({ count: 1 });
    await expect.poll(() => isIn(phone)).toBe(false);
    expect(await isIn(tablet)).toBe(true);
    expect((await anna.post('auth/session/end', { ids: row.id })).body.data).toEqual({ count: 0 });
  });

  it('end all except the current one', async () => {
    const anna = await product.staff('finance');
    const others = [await elsewhere(anna, 'Phone'), await elsewhere(anna, 'Tablet')];
    expect((await anna.post('auth/session/end-others')).body.data).toEqual({ count: 2 });
    for (const other of others) await expect.poll(() => isIn(other)).toBe(false);
    expect(await list(anna)).toHaveLength(1);
  });

  it('end after the maximum lifetime, however often they were renewed', async () => {
    const anna = await product.staff('finance');
    const fields = { grant_type: 'password', username: anna.account, password: digestOf('Test-password-1') };
    const headers = { 'tenant-id': DEFAULT_TENANT };
    const { body: first } = await product.guest.post('auth/oauth/token', fields, headers);
    const renewed = (refresh_token: string) =>
      product.guest.post('auth/oauth/token', { grant_type: 'refresh_token', refresh_token }, headers);
    const begun = (ago: string) =>
      product.db.drizzle.execute(
        sql`update auth_session set create_time = now() - ${ago}::interval where user_id = ${anna.id}`,
      );
    // An hour before the end, new tokens last only that hour.
    await begun('30 days -1 hour');
    const { body: second } = await renewed(first.refresh_token);
    expect(first.expires_in).toBeGreaterThan(3600);
    expect(second.expires_in).toBeLessThanOrEqual(3600);
    expect(second.expires_in).toBeGreaterThan(3000);
    await begun('31 days');
    expect(await renewed(second.refresh_token)).toMatchObject({ status: 401, body: { error_code: 'SESSION_EXPIRED' } });
  });

  it('show when they were last used', async () => {
    const anna = await product.staff('finance');
    const before = sql`update auth_session set last_seen_at = now() - interval '1 hour' where user_id = ${anna.id}`;
    await product.db.drizzle.execute(before);
    product.app.sessions.forget();
    await anna.get('auth/oauth/user-info');
    const seen = await product.db.drizzle.execute<{ recent: boolean }>(
      sql`select last_seen_at > now() - interval '1 minute' as recent from auth_session where user_id = ${anna.id}`,
    );
    expect(seen.rows).toEqual([{ recent: true }]);
  });
});
