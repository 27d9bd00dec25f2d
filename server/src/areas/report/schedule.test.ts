import { parseTime } from '@trade-assistant/contract/kit/time.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextRunOf, runSchedules } from '../../engines/reporting/reports/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';

const smtp = await startSmtpServer();
const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const { admin, db, app } = product;
await product.work();
afterAll(async () => {
  await product.close();
  await smtp.stop();
});

const POSTS = 'system/post/list';
let reader: TestUser;
let stranger: TestUser;
let reportId = '';

beforeAll(async () => {
  await openRole(db, 'schedule_reader', ['report/report:view', 'system/post:view', 'desk/task:view']);
  await openRole(db, 'schedule_stranger', ['report/report:view']);
  [reader, stranger] = [await product.staff('schedule_reader'), await product.staff('schedule_stranger')];
  for (const [who, name] of [
    [admin, 'admin'],
    [reader, 'reader'],
    [stranger, 'stranger'],
  ] as const)
    await db.pool.query('update sys_user set email = $2 where id = $1', [String(who.id), `${name}@example.com`]);
  await db.pool.query(`delete from sys_post where tenant_id = '000000'`);
  await db.pool.query(
    `insert into sys_post (tenant_id, post_code, post_name, post_name_en, category, sort, create_user)
     select '000000', 'sc-' || n, '岗位' || n, 'Post ' || n, 1, n, case when n <= 2 then $1::bigint end from generate_series(1, 5) n`,
    [String(reader.id)],
  );
  // The reader sees their own rows alone.
  await db.pool.query(`
    with scope as (insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_field, writable_field)
      values ('000000', 'system/post', 'Own', 'Own', 2, '*', '*') returning id)
    insert into sys_role_data_scope (role_id, data_scope_id) select r.id, scope.id from scope, sys_role r where r.role_alias = 'schedule_reader'`);
  product.app.sessions.forget();
  const server = { host: '127.0.0.1', port: smtp.port, security: 3, senderAddress: 'office@example.com' };
  const { id } = (await admin.post('resource/mail/submit', server)).body.data;
  await admin.post('resource/mail/enable', { id });
  reportId = await reportOf('Posts');
});

const reportOf = async (name: string): Promise<string> => {
  const content = { groups: [{ field: 'category' }], measures: [{ rule: 'count' }, { rule: 'sum', field: 'sort' }] };
  return (await admin.post('report/report/submit', { name, source: POSTS, chart: 4, content })).body.data.id;
};
const scheduled = async (recipients: readonly TestUser[], more: object = {}): Promise<string> => {
  const { status, body } = await admin.post('report/schedule/submit', {
    ...{ reportId, rhythm: 1, hour: 8, channels: 3, format: 1, isActive: 1 },
    recipientIds: recipients.map(({ id }) => String(id)).join(','),
    ...more,
  });
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data.id;
};
const detail = async (id: string) => (await admin.get('report/schedule/detail', { id })).body.data;
/** Lets the schedule be due, and runs it to its end; the worker's timer may be the one that starts or concludes it. */
const runNow = async (id: string): Promise<void> => {
  await db.pool.query(`update rpt_schedule set next_time = now() - interval '1 minute' where id = $1`, [id]);
  const isUnderWay = 'select from rpt_schedule where id = $1 and (open_time is not null or next_time <= now())';
  await expect
    .poll(async () => {
      await runSchedules(app);
      return (await db.pool.query(isUnderWay, [id])).rowCount;
    })
    .toBe(0);
};
const inboxOf = async (who: TestUser): Promise<string[]> =>
  (await who.get('message/my/list', { size: 50 })).body.data.records.map(({ title }: { title: string }) => title);

describe('a schedule', () => {
  it('has its next run at the hour of the company’s zone, on its day', () => {
    const next = (rhythm: number, after: string, more: object = {}, zone = 'Asia/Shanghai') =>
      nextRunOf({ rhythm, weekday: null, monthDay: null, hour: 8, ...more }, zone, new Date(after)).toISOString();
    expect(next(1, '2026-11-26T23:59:59Z')).toBe('2026-11-27T00:00:00.000Z');
    expect(next(1, '2026-11-27T00:00:00Z')).toBe('2026-11-28T00:00:00.000Z');
    expect(next(2, '2026-11-27T00:00:00Z', { weekday: 1 })).toBe('2026-11-30T00:00:00.000Z');
    expect(next(3, '2026-01-31T00:00:00Z', { monthDay: 31 })).toBe('2026-02-28T00:00:00.000Z');
    // The hour that a change of clocks skips is the one after it.
    expect(next(1, '2026-03-08T00:00:00Z', { hour: 2 }, 'America/New_York')).toBe('2026-03-08T07:00:00.000Z');
    expect(parseTime('2026-03-08 03:00:00', 'America/New_York')?.toISOString()).toBe('2026-03-08T07:00:00.000Z');
  });

  it('accepts recipients of the tenant with an address, and reports that its author may open', async () => {
    const ask = (form: object) =>
      admin.post('report/schedule/submit', {
        ...{
          reportId,
          rhythm: 1,
          hour: 8,
          channels: 3,
          format: 1,
          recipientIds: String(reader.id),
          isActive: 1,
          ...form,
        },
      });
    expect((await ask({ recipientIds: '999999999' })).body.bizCode).toBe('SCHEDULE_RECIPIENTS');
    expect((await ask({ recipientIds: String((await product.agent()).id) })).body.bizCode).toBe('SCHEDULE_RECIPIENTS');
    const silent = await product.staff('support');
    expect((await ask({ recipientIds: String(silent.id) })).body.bizCode).toBe('SCHEDULE_NO_ADDRESS');
    expect((await ask({ recipientIds: String(silent.id), channels: 1, isActive: 0 })).status).toBe(200);
    expect((await ask({ channels: 0 })).status).toBe(400);
    expect((await ask({ rhythm: 2 })).status).toBe(400);
    expect((await ask({ reportId: '999999999' })).status).toBe(404);
  });

  it('sends each recipient the figures of their own rows, as a file by e-mail and in the task centre', async () => {
    const id = await scheduled([admin, reader]);
    await runNow(id);
    const sheet = async (who: string) => {
      const mail = smtp
        .received()
        .find(({ to, subject }) => to[0] === `${who}@example.com` && subject === '报表：Posts');
      expect(mail?.attachments).toHaveLength(1);
      const [file] = mail?.attachments ?? [];
      expect(file?.name).toMatch(/^Posts_\d{14}\.xlsx$/);
      const { sheets } = await readXlsx(file?.content ?? Buffer.alloc(0));
      return sheets.find(({ name }) => name === 'Sheet1')?.rows;
    };
    expect((await sheet('admin'))?.slice(1)).toEqual([['高层', 5, 15]]);
    expect((await sheet('reader'))?.slice(1)).toEqual([['高层', 2, 3]]);
    expect(await inboxOf(reader)).toContain('报表已生成');
    const [task] = (await reader.get('desk/task/list')).body.data.records;
    expect(task).toMatchObject({ hasResult: 1 });
    const after = await detail(id);
    expect(after).toMatchObject({ failures: 0, problem: null, isActive: 1 });
    expect(new Date(after.nextTime.replace(' ', 'T')).getTime()).toBeGreaterThan(Date.now());
    expect(
      (await db.pool.query(`select from kernel_export_log where source = 7 and sha256 is not null`)).rowCount,
    ).toBe(2);
  });

  it('sends a PDF too, and one run for all that a stopped server missed', async () => {
    const id = await scheduled([reader], { format: 2 });
    const before = smtp.received().length;
    await db.pool.query(`update rpt_schedule set next_time = now() - interval '5 days' where id = $1`, [id]);
    await runNow(id);
    const own = smtp.received().slice(before);
    expect(own.map(({ to }) => to)).toEqual([['reader@example.com']]);
    expect(own[0]?.attachments[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('notifies its author of the recipients that were not reached, with the reasons', async () => {
    const id = await scheduled([reader, stranger], { channels: 1 });
    await runNow(id);
    expect(await detail(id)).toMatchObject({
      failures: 0,
      problem: '报表的数据来自“岗位管理”，您没有查看该列表的权限',
    });
    const [message] = (await admin.get('message/my/list', { size: 50 })).body.data.records;
    expect(message.content).toContain(stranger.row.realName);
    expect(message.content).not.toContain(reader.row.realName);
  });

  it('is paused after three runs that reached nobody, and starts again by hand', async () => {
    const id = await scheduled([stranger], { channels: 1 });
    for (let run = 1; run <= 3; run += 1) {
      await runNow(id);
      expect(await detail(id)).toMatchObject({ failures: run, isActive: run < 3 ? 1 : 0 });
    }
    expect(await detail(id)).toMatchObject({ nextTime: null });
    expect((await inboxOf(admin))[0]).toBe('报表发送计划已暂停');
    expect((await admin.post('report/schedule/submit', { id, isActive: 1 })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ failures: 0, isActive: 1, problem: null });
  });

  it('fails when its report was removed or its e-mail refused', async () => {
    const own = await reportOf('Removed');
    const id = await scheduled([reader], { reportId: own });
    await admin.post('report/report/rest/remove', { ids: own });
    await runNow(id);
    expect(await detail(id)).toMatchObject({ failures: 1, problem: '报表已删除或不再共享给您' });
    await db.pool.query(`update sys_user set email = 'gone-1@example.com' where id = $1`, [String(reader.id)]);
    const refused = await scheduled([reader]);
    await runNow(refused);
    expect((await detail(refused)).problem).toContain('550');
  });

  it('of an agent reaches the agent’s own tree only, when it is saved and when it is sent', async () => {
    const agent = await product.agent();
    const below = await product.agent({ parent: agent });
    const other = await product.agent();
    const form = { name: 'Leases', source: 'agent/lease/list', chart: 4, content: { measures: [{ rule: 'count' }] } };
    const own = (await agent.post('report/report/submit', form)).body.data.id;
    const ask = (recipient: TestUser) =>
      agent.post('report/schedule/submit', {
        ...{ reportId: own, rhythm: 1, hour: 8, channels: 1, format: 1, isActive: 1 },
        recipientIds: String(recipient.id),
      });
    const people = (await agent.get('report/schedule/people', { keyword: '' })).body.data;
    expect(new Set(people.map(({ value }: { value: string }) => value))).toEqual(
      new Set([String(agent.id), String(below.id)]),
    );
    for (const one of [admin, other]) expect((await ask(one)).body.bizCode).toBe('SCHEDULE_RECIPIENTS');
    const { id } = (await ask(below)).body.data;
    await runNow(id);
    expect(await inboxOf(below)).toContain('报表已生成');
    // A recipient that was stored before, or has left the tree since.
    await db.pool.query(
      `update rpt_schedule set recipient_ids = replace(recipient_ids::text, $2, $3)::jsonb where id = $1`,
      [id, String(below.id), String(admin.id)],
    );
    const before = await inboxOf(admin);
    await runNow(id);
    expect(await inboxOf(admin)).toEqual(before);
    expect((await agent.get('report/schedule/detail', { id })).body.data.problem).toContain('账号范围');
  });

  it('whose task did not end is closed by the next look, and its author is notified', async () => {
    const id = await scheduled([reader], { channels: 1 });
    await db.pool.query(
      `update rpt_schedule set open_time = '2026-01-01Z', next_time = now() + interval '1 day' where id = $1`,
      [id],
    );
    await db.pool.query(
      `insert into rpt_delivery (tenant_id, schedule_id, due_time, user_id) values ('000000', $1, '2026-01-01Z', $2)`,
      [id, String(reader.id)],
    );
    await expect
      .poll(async () => {
        await runSchedules(app);
        return detail(id);
      })
      .toMatchObject({ failures: 1, problem: '任务未能完成' });
  });
});
