import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealTrail } from '../../kernel/audit/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';
import { isNamed } from './audit/changes.ts';
import { proveTrails } from './audit/prove.ts';

const product = await testApp();
await product.work();
afterAll(() => product.close());

const submit = (form: object, who: Pick<TestUser, 'post'> = product.admin) =>
  who.post('system/post/submit', { postName: '专员', postNameEn: 'Officer', category: 3, sort: 1, ...form });
const proofOf = async (who: Pick<TestUser, 'get'> = product.admin) => (await who.get('log/audit/proof')).body.data;

async function verified(who: Pick<TestUser, 'get' | 'post'> = product.admin) {
  const { taskNo } = (await who.post('log/audit/verify', {})).body.data;
  const progress = async () => (await who.get('desk/task/progress', { taskNo })).body.data;
  await expect.poll(async () => (await progress()).state).toBe(3);
  return (await progress()).result;
}

it('is verified on request as a task, for the own tenant', async () => {
  expect(await proofOf()).toBeNull();
  expect((await submit({ postCode: 'post-x' })).status).toBe(200);
  await sealTrail(product.app.db, product.app.secrets);
  const result = await verified();
  expect(result).toMatchObject({ fault: null, id: null, proven: expect.any(Number) });
  expect(await proofOf()).toMatchObject({ account: 'admin', problem: null, proven: result.proven });
  const { admin: theirs } = await secondTenantOf(product);
  expect(await proofOf(theirs)).toBeNull();
  expect((await verified(theirs)).proven).not.toBe(result.proven);
});

it('describes an action in words, with values before and after', async () => {
  const { records } = (await product.admin.get('log/audit/list', { objectType_equal: 'system/post' })).body.data;
  expect(records[0]).toMatchObject({ account: 'admin', title: '岗位管理 · 新增或修改', objectType: 'system/post' });
  const detail = (await product.admin.get('log/audit/detail', { id: records[0].id })).body.data;
  expect(Object.values(detail.after)).toMatchObject([{ post_code: 'post-x' }]);
});

describe('changes in words', () => {
  const ENGLISH = { lang: 'en' };
  let id: string;
  beforeAll(async () => {
    id = (await submit({ postCode: 'worded' })).body.data.id;
    await submit({ id, category: 1, remark: 'Left' });
  });
  const history = async (resource: string, record: string, headers = {}) =>
    (await product.admin.get('log/audit/history', { resource, id: record }, headers)).body.data;

  it('name fields and values as screens do, in both languages', async () => {
    const [latest, first] = await history('system/post', id, ENGLISH);
    expect(latest).toMatchObject({ account: 'admin', title: 'Posts · Add or edit' });
    const lines = ({ changes }: { changes: { label: string; from: string | null; to: string | null }[] }) =>
      changes.map(({ label, from, to }) => [label, from, to]);
    expect(lines(latest)).toContainEqual(['Post level', 'Junior', 'Senior']);
    expect(lines(latest)).toContainEqual(['Description', null, 'Left']);
    expect(lines(first)).toContainEqual(['Post code', null, 'worded']);
    const [inChinese] = await history('system/post', id);
    expect(inChinese.changes.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(['岗位类型', '岗位描述']),
    );
    for (const { record } of latest.changes) expect(record).toBe('Posts Officer');
  });

  it('include the history of a record in several resources, and of a user', async () => {
    const agent = await product.agent();
    const record = String(agent.id);
    const status = { userId: record, status: 0, reason: 'Left' };
    expect((await product.admin.post('system/user/update-status', status)).status).toBe(200);
    const titles = (await history('agent/user', record, ENGLISH)).map(({ title }: { title: string }) => title);
    expect(titles[0]).toMatch(/^Users · /);
    await openRole(product.db, 'doer', ['system/post:view', 'system/post:add', 'system/post:edit']);
    const doer = await product.staff('doer');
    expect((await submit({ postCode: 'deed' }, doer)).status).toBe(200);
    const { records } = (await product.admin.get('log/audit/list', { userId: String(doer.id) })).body.data;
    expect(records).toMatchObject([{ account: doer.account, objectType: 'system/post' }]);
  });

  it('name ids, and for one record show only its changes of a call about several', async () => {
    await openRole(product.db, 'porter', ['system/post:view']);
    const [ada, bob] = [await product.staff('support'), await product.staff('support')];
    const { rows } = await product.db.pool.query(
      `select id::text, role_name from sys_role where role_alias = 'porter' and tenant_id = '000000'`,
    );
    const userIds = `${ada.id},${bob.id}`;
    expect((await product.admin.post('system/user/grant', { userIds, roleIds: rows[0].id })).status).toBe(200);
    const [granted] = await history('system/user', String(ada.id));
    expect(granted.changes).toContainEqual({
      record: expect.not.stringMatching(/^\d+$/),
      label: '角色',
      from: null,
      to: rows[0].role_name,
    });
    const records = new Set(granted.changes.map(({ record }: { record: string }) => record));
    expect(records.size).toBe(1);
  });

  it('are limited to the own tenant', async () => {
    const input = { resource: 'system/post', id };
    const { admin: theirs } = await secondTenantOf(product);
    expect((await theirs.get('log/audit/history', input)).body.data).toEqual([]);
    const [{ id: row }] = await history('system/post', id);
    expect((await theirs.get('log/audit/changes', { id: row })).status).toBe(404);
    expect((await product.admin.get('log/audit/changes', { id: row })).body.data).not.toEqual([]);
  });

  it('have words for every column in the trail', async () => {
    const { rows } = await product.db.pool.query<{ table: string; column: string }>(`
      select c.relname as table, a.attname as column from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
      where t.tgname = 'audit_noted' and not c.relispartition and t.tgtype & 1 = 1 order by 1, 2`);
    const nameless = rows.filter(({ table, column }) => !isNamed(table, column));
    expect(nameless.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
    expect(rows.length).toBeGreaterThan(300);
  });

  it('name no field by its column', async () => {
    const { records } = (await product.admin.get('log/audit/list', { size: 100 })).body.data;
    const labels = new Set<string>();
    for (const { id: row } of records)
      for (const { label } of (await product.admin.get('log/audit/changes', { id: row })).body.data) labels.add(label);
    expect([...labels].filter((label) => /_|^[a-z]/.test(label))).toEqual([]);
    expect(labels.size).toBeGreaterThan(5);
  });
});

it('administrators are notified of every alteration, nightly and on request', async () => {
  const { rows } = await product.db.pool.query<{ id: string }>(
    `select min(id)::text as id from audit_log where tenant_id = '000000'`,
  );
  const id = rows[0]?.id;
  await product.db.pool.query(
    `alter table audit_log disable trigger user; update audit_log set account = 'nobody' where id = ${id}; alter table audit_log enable trigger user`,
  );
  expect(await verified()).toMatchObject({ fault: 'changed', id });
  await proveTrails(product.app);
  expect(await proofOf()).toMatchObject({ account: '', problem: { fault: 'changed', id } });
  const { records } = (await product.admin.get('message/my/list')).body.data;
  expect(records[0]).toMatchObject({ title: '审计记录异常', content: expect.stringContaining(`：${id}`) });
});
