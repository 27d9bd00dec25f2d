import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { messageAgent, openMessages, templatesOf } from '../../../testing/orders.ts';
import { workTimers } from '../work/index.ts';
import { orderKinds } from './index.ts';

const product = await testApp({ SANDBOX: '1' });
await product.work();
afterAll(() => product.close());

const ORDER = 'whatsapp/order';
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const abandoned = workTimers(new Map(Object.values(orderKinds).map((kind) => [kind.name, kind]))).find(
  ({ name }) => name === 'work/abandoned',
);

/** Moves every clock of orders forty days on. */
async function passTime(): Promise<void> {
  await query(`update work_line set due_time = due_time - interval '40 days' where due_time is not null`);
  await query(`update work_chunk set ready_at = ready_at - interval '40 days' where state = 0`);
  await query(
    `update work_task set update_time = update_time - interval '40 days', schedule_time = schedule_time - interval '40 days'`,
  );
  await query(`update snd_pair set free_at = free_at - interval '40 days'`);
  await abandoned?.run(product.app);
}

it('every line of every order has an end within forty days, and its money is charged or returned', async () => {
  await openMessages(product, 1);
  const { agent, consentId } = await messageAgent(product);
  const senderId = await addSender(product, 'trial');
  const templates = await templatesOf(product, senderId);
  const save = async (endings: readonly number[], more: object = {}) => {
    const numbers = endings.map((ending) => `+120255501${String(ending).padStart(2, '0')},A-1,Ana`).join('\n');
    const { body } = await agent.post(`${ORDER}/save`, {
      ...{ orderName: 'Exits', senderId, templateId: templates.get('order_shipped en'), consentId, numbers, column: 0 },
      values: [
        { key: 'header.1', column: 1 },
        { key: 'body.1', column: 2 },
        { key: 'body.2', value: 'Friday' },
        { key: 'button.0', column: 1 },
      ],
      ...more,
    });
    await expect.poll(async () => (await agent.get(`${ORDER}/detail?id=${body.data.id}`)).body.data.isRead).toBe(1);
    return body.data.id as string;
  };
  const send = async (id: string) => {
    const { body } = await agent.post(`${ORDER}/confirm`, { id });
    if (body.data.status === 1) await product.admin.post(`${ORDER}/approve`, { ids: id });
  };
  // Never reported, deferred and refused again, expired, in doubt, delivered, and more than one chunk.
  const sent = await save([3, 2, 4, 16, 17, 20, 21]);
  await send(sent);
  const stopped = await save(
    Array.from({ length: 60 }, (_, n) => 30 + n),
    { speedPerMinute: 60 },
  );
  await send(stopped);
  await agent.post(`${ORDER}/update`, { id: stopped, status: 4 });
  const draft = await save([16]);
  const waiting = await save([17], { scheduleTime: '2999-01-01 00:00:00' });
  await send(waiting);
  await query(`update work_task set schedule_time = now() + interval '10 days' where id = $1`, [waiting]);
  await expect
    .poll(async () => (await query(`select from work_line where task_id = $1 and result in (1, 3, 9)`, [sent])).length)
    .toBeGreaterThan(3);
  await query(
    `update work_line set state = 8 where task_id = $1 and line_no = (select min(line_no) from work_line where task_id = $1 and state = 4)`,
    [sent],
  );

  const orders = [sent, stopped, draft, waiting];
  const open = () =>
    query<{ task: string; state: number }>(
      `select t.task_no as task, l.state from work_line l join work_task t on t.id = l.task_id
       where t.id = any($1::bigint[]) and t.status in (0, 1, 2, 7, 9, 10, 11, 12)`,
      [orders],
    );
  await expect
    .poll(
      async () => {
        await passTime();
        return open();
      },
      { interval: 1500 },
    )
    .toEqual([]);
  const money = await query<{ hold: string; rest: string }>(
    `select hold_amount::text as hold, (hold_amount - charged_amount - refunded_amount)::text as rest from work_task where id = any($1::bigint[])`,
    [orders],
  );
  expect(money.map(({ rest }) => rest)).toEqual(orders.map(() => '0'));
  expect(await mismatches(product)).toEqual([]);
});
