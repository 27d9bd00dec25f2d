import { afterAll, describe, expect, it } from 'vitest';
import { kernelTimers } from '../../kernel/housekeeping/index.ts';
import { testApp } from '../../testing/app.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';
import { notifyRecurred } from './error-group/recurred.ts';

const product = await testApp();
afterAll(() => product.close());

class Broken extends Error {
  override name = 'Broken';
}
const fails = async (message: string, times = 1, make: (words: string) => Error = (words) => new Broken(words)) => {
  for (let turn = 0; turn < times; turn += 1) product.app.audit.error({ error: make(message) });
  await product.app.audit.flush();
};
const groups = async (query: object = {}) =>
  (await product.admin.get('log/error-group/list', query as Record<string, string>)).body.data.records;
const group = async (message: string) => (await groups({ message_like: message }))[0];
const move = (call: string, id: string, reason?: string) =>
  product.admin.post(`log/error-group/${call}`, { ids: id, ...(reason ? { reason } : {}) });

describe('errors of one kind', () => {
  it('share a group, whatever values their messages quote; other errors do not', async () => {
    await fails('wallet 17 of "ada" is short by 250');
    await fails('wallet 4711 of "bob" is short by 3', 2);
    await fails('wallet 17 of "ada" is locked');
    await fails('wallet 17 of "ada" is locked', 1, (words) => new RangeError(words));
    const found = await groups({ message_like: 'wallet' });
    const listed = found.map(({ exceptionName, message, eventCount, status }: Record<string, unknown>) => [
      exceptionName,
      message,
      eventCount,
      status,
    ]);
    expect(listed.toSorted()).toEqual([
      ['Broken', 'wallet 17 of "ada" is locked', 1, 1],
      ['Broken', 'wallet 4711 of "bob" is short by 3', 3, 1],
      ['RangeError', 'wallet 17 of "ada" is locked', 1, 1],
    ]);
    const [{ fingerprint, place }] = await groups({ message_like: 'is short' });
    expect(place).toContain('server/src/areas/log/error-group.test.ts');
    const { total } = (await product.admin.get('log/error/list', { fingerprint })).body.data;
    expect(total).toBe(3);
  });

  it('are separate for the server and consoles, and for each tenant', async () => {
    const error = {
      type: 'error',
      message: 'TypeError: x is not a function',
      stack: 'TypeError: x is not a function\n    at list (https://console.example/assets/list-Ab12-_xY.js:12:34)',
      time: '2026-01-02T03:04:05.000Z',
    };
    const again = { ...error, stack: error.stack.replace('Ab12-_xY.js:12:34', 'Zz98zz98.js:98:7') };
    const { admin: theirs } = await secondTenantOf(product);
    for (const logs of [[error], [again]]) await product.admin.post('log/error/send-logs', { logs });
    await theirs.post('log/error/send-logs', { logs: [error] });
    await product.app.audit.flush();
    expect(await groups({ serviceId: 'trade-assistant-console' })).toMatchObject([
      { exceptionName: 'TypeError', place: 'list (assets/list.js)', eventCount: 2 },
    ]);
    expect((await theirs.get('log/error-group/list')).body.data.records).toMatchObject([{ eventCount: 1 }]);
  });
});

describe('a group', () => {
  it('is handled in its own tenant, from a state that permits it', async () => {
    await fails('the lamp is out');
    const { id } = await group('the lamp');
    const { admin: theirs } = await secondTenantOf(product);
    expect((await theirs.post('log/error-group/resolve', { ids: id })).status).toBe(404);
    expect((await move('reopen', id)).body.bizCode).toBe('STATE_CONFLICT');
    expect(await group('the lamp')).toMatchObject({ status: 1, handledBy: null });
  });

  it('reopens on recurrence after it was resolved, and notifies administrators once', async () => {
    await fails('the pump stands still');
    const { id } = await group('the pump');
    expect((await move('resolve', id, 'New pump')).status).toBe(200);
    expect(await group('the pump')).toMatchObject({ status: 2, handledBy: expect.stringMatching(/./) });
    await notifyRecurred(product.app);
    await fails('the pump stands still', 2);
    expect(await group('the pump')).toMatchObject({ status: 1, eventCount: 3 });
    await notifyRecurred(product.app);
    await notifyRecurred(product.app);
    const { records } = (await product.admin.get('message/my/list')).body.data;
    const notices = records.filter(({ title }: { title: string }) => title === '已解决的异常再次出现');
    expect(notices).toMatchObject([{ content: expect.stringContaining('the pump stands still') }]);
    const history = (await product.admin.get('log/error-group/timeline', { id })).body.data;
    expect(history.map(({ event, to, reason }: Record<string, unknown>) => [event, to, reason])).toEqual([
      ['reopen', 1, null],
      ['resolve', 2, 'New pump'],
      ['create', 1, null],
    ]);
  });

  it('stays ignored; errors from before the resolution reopen nothing', async () => {
    await fails('a bird on the line');
    const { id, fingerprint } = await group('a bird');
    await move('ignore', id);
    await fails('a bird on the line');
    expect(await group('a bird')).toMatchObject({ status: 3, eventCount: 2 });
    await move('resolve', id);
    await product.db.pool.query(
      `update log_error_group set last_time = now() - interval '1 hour', handled_time = now() + interval '1 hour' where id = $1`,
      [id],
    );
    await fails('a bird on the line');
    expect(await group('a bird')).toMatchObject({ status: 2, eventCount: 3, fingerprint });
  });
});

it('occurrences are counted by hour and by day in the reader’s time zone', async () => {
  await product.db.pool.query(
    `insert into log_error (tenant_id, service_id, server_host, server_ip, env, fingerprint, create_time)
     select '000000', 'x', 'h', 'i', 'test', 'counted', now() - make_interval(hours => n) from unnest(array[1, 1, 5, 30, 900]) n`,
  );
  const rate = async (range: string, more: object = {}) =>
    (await product.admin.get('log/error-group/rate', { range, ...more })).body.data;
  const day = await rate('day', { fingerprint: 'counted' });
  expect([day.total, day.slots.length]).toEqual([3, 24]);
  const month = await rate('month', { fingerprint: 'counted' });
  expect([month.total, month.slots.length]).toEqual([4, 30]);
  expect(month.slots.every(({ from }: { from: string }) => from.endsWith('00:00:00'))).toBe(true);
  expect((await rate('day')).total).toBeGreaterThan(3);
});

it('old groups are deleted at night, after the retention period of errors', async () => {
  await fails('an old story');
  await product.db.pool.query(
    `update log_error_group set first_time = now() - interval '8 months', last_time = now() - interval '8 months' where message = 'an old story'`,
  );
  await kernelTimers.find(({ name }) => name === 'log/groups')?.run(product.app);
  expect(await group('an old story')).toBeUndefined();
  expect(await group('the pump')).toBeDefined();
});
