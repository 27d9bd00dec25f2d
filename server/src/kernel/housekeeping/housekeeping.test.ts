import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../jobs/testing/app.ts';
import { openParameters } from '../parameters/index.ts';
import { testDb } from '../testing/index.ts';
import { kernelTimers } from './index.ts';

const db = await testDb();
afterAll(() => db.close());

test('the nightly purge removes idempotency keys after a day and ended tasks after three months, and nothing else', async () => {
  await db.pool.query(`
    insert into kernel_idempotency (tenant_id, user_id, key, call, body_hash, create_time)
    select '000000', 7, h || ' hours', 'x', 'x', now() - make_interval(hours => h) from unnest(array[23, 25]) h`);
  await db.pool.query(`
    insert into kernel_task (task_no, tenant_id, owner_id, owner_name, actor, job, title_zh, title_en, input, state, create_time, end_time)
    select state || ' after ' || days, '000000', 7, 'x', '{}', 'x', 'x', 'x', '{}', state, now() - interval '1 year',
      case when state > 2 then now() - make_interval(days => days) end
    from generate_series(0, 5) state, unnest(array[89, 91]) days where state > 2 or days = 91`);
  const parameters = await openParameters(db, pino({ level: 'silent' }));
  await kernelTimers.find(({ name }) => name === 'kernel/purge')?.run(testApp(db, { parameters }));
  await parameters.close();
  const keys = await db.pool.query('select key from kernel_idempotency');
  expect(keys.rows).toEqual([{ key: '23 hours' }]);
  const left = await db.pool.query<{ task_no: string }>('select task_no from kernel_task order by 1');
  const open = ['0 after 91', '1 after 91', '2 after 91'];
  expect(left.rows.map(({ task_no }) => task_no)).toEqual([...open, '3 after 89', '4 after 89', '5 after 89']);
});
