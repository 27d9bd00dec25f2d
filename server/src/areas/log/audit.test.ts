import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealTrail } from '../../kernel/audit/index.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';
import { proveTrails } from '../../trail-proof.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
});
afterAll(() => product.close());

const change = (account: 'x' | 'y') =>
  product.admin.post('system/post/submit', {
    postCode: `post-${account}`,
    postName: '专员',
    postNameEn: 'Officer',
    category: 3,
    sort: 1,
  });

it('is proven on request, by whoever may, for their own tenant', async () => {
  expect((await change('x')).status).toBe(200);
  await sealTrail(product.app.db, product.app.secrets);
  const { data } = (await product.admin.get('log/audit/verify')).body;
  expect(data).toMatchObject({ problem: null, waiting: 0, head: { seq: String(data.proven) } });
  expect(data.proven).toBeGreaterThan(0);
  const { admin: theirs } = await secondTenantOf(product);
  expect((await theirs.get('log/audit/verify')).body.data.proven).not.toBe(data.proven);
  expect((await (await product.staff('support')).get('log/audit/verify')).status).toBe(403);
  expect((await (await product.staff('support')).get('log/audit/list')).status).toBe(403);
});

it('says in words what was done, with what was before and after', async () => {
  const { records } = (await product.admin.get('log/audit/list', { objectType_equal: 'system/post' })).body.data;
  expect(records[0]).toMatchObject({ account: 'admin', title: '岗位管理 · 新增或修改', objectType: 'system/post' });
  const detail = (await product.admin.get('log/audit/detail', { id: records[0].id })).body.data;
  expect(Object.values(detail.after)).toMatchObject([{ post_code: 'post-x' }]);
});

it('tells administrators by night when it was altered', async () => {
  const { rows } = await product.db.pool.query<{ id: string }>(
    `select min(id)::text as id from audit_log where tenant_id = '000000'`,
  );
  const id = rows[0]?.id;
  await product.db.pool.query(
    `alter table audit_log disable trigger user; update audit_log set account = 'nobody' where id = ${id}; alter table audit_log enable trigger user`,
  );
  expect((await product.admin.get('log/audit/verify')).body.data.problem).toMatchObject({ fault: 'changed', id });
  await proveTrails(product.app);
  const { records } = (await product.admin.get('message/my/list')).body.data;
  expect(records[0]).toMatchObject({ title: '审计记录异常', content: expect.stringContaining(`：${id}`) });
});
