import { scheduleChannel } from '@trade-assistant/contract/areas/report/schedule.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JobContext, startTask } from '../../../kernel/jobs/index.ts';
import { testApp } from '../../../testing/app.ts';
import { deliverJob } from './deliver.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
afterAll(() => product.close());
const { admin, db } = product;
const BOTH = scheduleChannel.is.message + scheduleChannel.is.email;
let reportId: string;
beforeAll(async () => {
  await db.pool.query(`update sys_user set email = 'admin@example.com' where id = $1`, [admin.id]);
  const content = { groups: [{ field: 'category' }], measures: [{ rule: 'count' }] };
  const saved = await admin.post('report/report/submit', {
    ...{ name: 'Posts', source: 'system/post/list', chart: 4, content },
  });
  expect(saved.body.code).toBe(200);
  reportId = saved.body.data.id;
});

/** Starts a delivery of the report to the administrator, as a due schedule does. */
async function startDelivery(channels: number): Promise<{ id: bigint; job: JobContext }> {
  const { body } = await admin.post('report/schedule/submit', {
    ...{ reportId, rhythm: 1, hour: 8, channels, format: 1, recipientIds: String(admin.id), isActive: 1 },
  });
  expect(body.code).toBe(200);
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into rpt_delivery (tenant_id, schedule_id, due_time, user_id) values ('000000', $1, now(), $2) returning id::text`,
    [body.data.id, admin.id],
  );
  const id = BigInt(rows[0]?.id ?? 0);
  const actor = await admin.actor();
  const { taskNo } = await db.tx((tx) => startTask(tx, actor, deliverJob, { deliveryId: id }));
  const signal = new AbortController().signal;
  return {
    id,
    job: {
      ...{ app: product.app, taskNo, actor, signal, attempt: 1, confirmation: null },
      ...{ state: () => null, checkpoint: async () => undefined, progress: () => undefined },
    },
  };
}
const sent = async () => {
  const { rows } = await db.pool.query<{ mails: number; messages: number }>(
    `select (select count(*) from sys_mail_log)::int as mails, (select count(*) from msg_message where title_key = 'REPORT_READY')::int as messages`,
  );
  return [rows[0]?.mails, rows[0]?.messages];
};

it.each([
  ['by e-mail and message', BOTH, [1, 1]],
  ['by message alone', scheduleChannel.is.message, [0, 1]],
])('a job that runs again after it sent a report %s sends nothing more', async (_how, channels, once) => {
  const before = await sent();
  const { id, job } = await startDelivery(channels);
  expect(await deliverJob.run(job, { deliveryId: id })).toMatchObject({ resultFileId: expect.any(BigInt) });
  expect(await deliverJob.run(job, { deliveryId: id })).toBeUndefined();
  expect(await sent()).toEqual(once.map((count, index) => count + (before[index] ?? 0)));
});

it('two runs of a job at once send a report once', async () => {
  const before = await sent();
  const { id, job } = await startDelivery(BOTH);
  await Promise.all([1, 2].map(() => deliverJob.run(job, { deliveryId: id })));
  expect(await sent()).toEqual(before.map((count = 0) => count + 1));
});
