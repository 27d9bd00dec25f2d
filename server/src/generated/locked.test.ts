import { afterAll, expect, it } from 'vitest';
import { testApp } from '../testing/app.ts';
import { harmlessRequests, registeredCalls } from '../testing/registry-calls.ts';
import { openSecondTenant } from '../testing/second-tenant.ts';

const product = await testApp();
afterAll(() => product.close());

it('a locked session gets 423 from every call without whileLocked, and from no other', async () => {
  const { id, token } = await product.staff('administrator');
  await product.db.pool.query('update auth_session set locked_at = now() where user_id = $1', [id]);
  product.app.sessions.forget();
  const deviating: string[] = [];
  for (const call of registeredCalls)
    for (const request of harmlessRequests(call)) {
      const { statusCode } = await product.server.inject({ ...request, headers: { token: `bearer ${token}` } });
      if ((statusCode === 423) !== !call.call.whileLocked)
        deviating.push(`${request.method} ${call.path} ${statusCode}`);
    }
  expect(deviating).toEqual([]);
});

it('a session of a closed tenant is refused by every call', async () => {
  const { admin } = await openSecondTenant(product);
  await product.db.pool.query('update sys_tenant set status = 0 where tenant_id = $1', [admin.row.tenantId]);
  product.app.sessions.forget();
  const admitted: string[] = [];
  for (const call of registeredCalls.filter(({ call: { access } }) => access !== 'public'))
    for (const request of harmlessRequests(call)) {
      const { statusCode } = await product.server.inject({ ...request, headers: { token: `bearer ${admin.token}` } });
      if (statusCode !== 401) admitted.push(`${request.method} ${call.path} ${statusCode}`);
    }
  expect(admitted).toEqual([]);
});

it('the calls of a locked screen are exactly those listed', () => {
  expect(registeredCalls.filter(({ call }) => call.whileLocked).map(({ path }) => path)).toEqual([
    'auth/lock/state',
    'auth/lock/unlock',
    'auth/oauth/token',
    'auth/oauth/captcha',
    'auth/oauth/logout',
    'system/tenant/info',
  ]);
});
