import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fictionalNumbers, multipart } from './engines/stock/inventory/stock-fixture.ts';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';

let product: TestApp;
let disabled: TestUser;
let bereft: TestUser;
let fellow: TestUser;
let elsewhere: TestUser;
beforeAll(async () => {
  product = await testApp();
  [disabled, bereft, fellow] = [
    await product.staff('warehouse'),
    await product.staff('warehouse'),
    await product.staff('warehouse'),
  ];
  elsewhere = await product.staff('warehouse');
});
afterAll(() => product.close());

async function upload(user: TestUser): Promise<string> {
  const fields = {
    batchName: user.account,
    countryCode: 'US',
    numberType: 1,
    capability: 8,
    warehouseCode: 'WH01',
    sourceType: 1,
    supplierName: 'Supplier',
    rightsAttested: 1,
    provenanceNote: 'Invoice 7',
    costPrice: '1.2',
    commit: 1,
  };
  const file = { name: 'list.txt', content: fictionalNumbers(3).join('\n') };
  const { body, headers } = multipart(fields, file);
  const answer = await user.post('whatsapp/pre-warehouse/import', body, headers);
  expect(answer.body).toMatchObject({ code: 200 });
  return answer.body.data.taskNo;
}

const taskOf = async (taskNo: string) => {
  const { rows } = await product.db.pool.query<{ state: number; failure_code: string | null; staged: bigint }>(
    `select t.state, t.failure_code, (select count(*) from inv_staged s join inv_batch b on b.id = s.batch_id
       where b.task_no = t.task_no and s.deleted_at is null) as staged from kernel_task t where t.task_no = $1`,
    [taskNo],
  );
  return rows[0];
};

it('queued work runs with the current rights of its owner, and not for owners who may no longer act', async () => {
  const tasks = [await upload(disabled), await upload(bereft), await upload(fellow), await upload(elsewhere)] as const;
  const { admin, db } = product;
  const off = await admin.post('system/user/update-status', { userId: String(disabled.id), status: 0, reason: 'left' });
  expect(off.status).toBe(200);
  await db.pool.query(`delete from sys_user_role where user_id = $1`, [bereft.id.toString()]);
  // As if the owner belonged to a tenant that has been closed since.
  await db.pool.query(
    `insert into sys_tenant (tenant_id, tenant_name, linkman, status) values ('777777', 'Closed', '', 0)`,
  );
  await db.pool.query(`update sys_user set tenant_id = '777777' where id = $1`, [elsewhere.id.toString()]);
  await product.work();
  await expect
    .poll(async () => (await Promise.all(tasks.map(taskOf))).every((task) => (task?.state ?? 0) >= taskState.is.done))
    .toBe(true);
  const { done, failed } = taskState.is;
  expect(await Promise.all(tasks.map(taskOf))).toEqual([
    { state: failed, failure_code: 'TASK_OWNER_CLOSED', staged: 0n },
    { state: failed, failure_code: 'NO_PERMISSION', staged: 0n },
    { state: done, failure_code: null, staged: 3n },
    { state: failed, failure_code: 'TASK_OWNER_CLOSED', staged: 0n },
  ]);
  const { rows } = await db.pool.query('select status, count(*)::int from inv_batch group by status order by status');
  // Nothing of the refused ones stays in work.
  expect(rows).toEqual([
    { status: 2, count: 1 },
    { status: expect.any(Number), count: 3 },
  ]);
});
