import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const product = await testApp();
afterAll(() => product.close());

const post = { postName: '专员', postNameEn: 'Officer', category: 3, sort: 1 };

describe('the trace of a request', () => {
  let traceId: string;
  beforeAll(async () => {
    const answer = await product.admin.post('system/post/submit', { ...post, postCode: 'traced' });
    traceId = answer.body.traceId;
    await product.app.audit.flush();
    await product.db.pool.query(
      `insert into log_usual (tenant_id, service_id, server_host, server_ip, env, trace_id, log_level, log_id, create_time)
       values ('000000', 'x', 'h', 'i', 'test', $1, 'warn', 'LOOKED', now() + interval '1 second')`,
      [traceId],
    );
    await product.db.pool.query(
      `insert into log_error (tenant_id, service_id, server_host, server_ip, env, trace_id, exception_name, message, create_time)
       values ('000000', 'x', 'h', 'i', 'test', $1, 'TypeError', 'it broke', now() + interval '2 seconds')`,
      [traceId],
    );
  });
  const events = async (who: Pick<TestUser, 'get'>, id = traceId) =>
    (await who.get('log/trace/events', { traceId: id })).body.data;

  it('is one timeline over all logs, ordered by time', async () => {
    expect((await product.admin.get('log/trace/events', { traceId: "x' or 1=1" })).body).toMatchObject({ code: 400 });
    const found = await events(product.admin);
    expect(found).toMatchObject({ isCut: false, unread: [] });
    expect(found.events.map(({ source, title }: Record<string, string>) => [source, title])).toEqual([
      ['log/api', '岗位管理 · 新增或修改'],
      ['log/audit', '岗位管理 · 新增或修改'],
      ['log/usual', 'LOOKED'],
      ['log/error', 'TypeError'],
    ]);
    expect(found.events[0]).toMatchObject({ afterMillis: 0, status: 200, tone: 'good', who: 'admin' });
    const after = found.events.map(({ afterMillis }: { afterMillis: number }) => afterMillis);
    expect(after).toEqual(after.toSorted((a: number, b: number) => a - b));
    expect(after.at(-1)).toBeGreaterThanOrEqual(1000);
  });

  it('contains only logs the reader may read, and nothing of another tenant', async () => {
    await openRole(product.db, 'tracer', ['log/trace:view', 'log/api:view']);
    const found = await events(await product.staff('tracer'));
    expect(found.events.map(({ source }: { source: string }) => source)).toEqual(['log/api']);
    expect(found.unread).toEqual(['log/usual', 'log/error', 'log/audit']);
    const { admin: theirs } = await secondTenantOf(product);
    expect(await events(theirs)).toEqual({ events: [], isCut: false, unread: [] });
    expect((await events(product.admin, 'nobody-has-this')).events).toEqual([]);
  });
});

describe('deleting old entries of a log', () => {
  const dayBefore = (days: number) => `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)} 00:00:00`;
  const rows = async (where: string) =>
    (await product.db.pool.query(`select count(*)::int as n from log_usual where ${where}`)).rows[0]?.n as number;
  beforeAll(async () => {
    for (const [tenant, days, count] of [
      ['000000', 40, 2300],
      ['000000', 20, 5],
      ['222222', 40, 3],
    ])
      await product.db.pool.query(
        `insert into log_usual (tenant_id, service_id, server_host, server_ip, env, log_level, log_id, create_time)
         select $1, 'x', 'h', 'i', 'test', 'info', 'OLD', now() - make_interval(days => $2) from generate_series(1, $3)`,
        [tenant, days, count],
      );
  });

  it('counts the entries first, and always keeps the last week', async () => {
    const before = dayBefore(30);
    expect((await (await product.staff('compliance')).get('log/usual/cleanable', { before })).status).toBe(403);
    expect((await product.admin.get('log/usual/cleanable', { before })).body.data).toEqual({ count: 2300 });
    for (const path of ['log/usual/clean', 'log/api/clean', 'log/error/clean'])
      expect((await product.admin.post(path, { before: dayBefore(4) })).body).toMatchObject({
        code: 400,
        bizCode: 'LOG_TOO_YOUNG',
        msg: expect.stringContaining('7'),
      });
    expect(await rows(`log_id = 'OLD'`)).toBe(2308);
  });

  it('deletes entries from before the day in the own tenant only, and the trail records the actor', async () => {
    const before = dayBefore(30);
    await product.work();
    const { taskNo } = (await product.admin.post('log/usual/clean', { before })).body.data;
    await expect
      .poll(async () => (await product.admin.get('desk/task/progress', { taskNo })).body.data)
      .toMatchObject({ state: 3, result: { count: 2300 } });
    expect([await rows(`log_id = 'OLD' and tenant_id = '000000'`), await rows(`tenant_id = '222222'`)]).toEqual([5, 3]);
    const { records } = (await product.admin.get('log/audit/list', { objectType_equal: 'log/usual' })).body.data;
    expect(records).toMatchObject([{ account: 'admin', action: 'clean', title: '通用日志 · 清理' }]);
    const detail = (await product.admin.get('log/audit/detail', { id: records[0].id })).body.data;
    expect(detail.asked).toEqual({ before });
  });

  it('exports entries with filters, and writes formulas as text', async () => {
    await product.db.pool.query(
      `insert into log_usual (tenant_id, service_id, server_host, server_ip, env, log_level, log_id)
       values ('000000', 'x', 'h', 'i', 'test', 'info', '=1+1')`,
    );
    const { status, raw } = await product.admin.post('log/usual/export', { format: 'csv', logId_like: '=1' });
    expect(status).toBe(200);
    expect(raw.toString()).toContain("'=1+1");
  });
});
