import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf } from '../../../e2e/support/files.ts';
import type { TestApp, TestUser } from '../testing/app.ts';
import { registeredCalls } from '../testing/registry-calls.ts';
import { openTwoTenants, READERS, send, type TwoTenants } from '../testing/two-tenants.ts';

/** Output beside the JSON of calls: files, their tickets, real-time events; and information in totals. */
let tenants: TwoTenants;
let product: TestApp;
let url: string;
/** Numbers and names that identify rows, with the ids of those. */
let marks: Map<string, string[]>;
/** A task of the first agent that has created a file. */
let taskNo: string;

beforeAll(async () => {
  tenants = await openTwoTenants({ PORT: '0', HOST: '127.0.0.1', ROLE: 'web' });
  ({ product } = tenants);
  url = `http://127.0.0.1:${await product.running.start()}`;
  marks = await marksOfRows();
  taskNo = await taskWithFile(tenants.first.agent);
});
afterAll(() => product.close());

/**
 * Returns every value of a column by which users identify a row: order numbers, batch numbers, phone numbers,
 * accounts.
 */
async function marksOfRows(): Promise<Map<string, string[]>> {
  const { pool } = product.db;
  const { rows: columns } = await pool.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
      and (a.attname ~ '_no$' or a.attname in ('account', 'e164'))
      and exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id')`);
  const found = new Map<string, string[]>();
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ id: string; mark: string }>(
      `select id::text, ${column}::text as mark from ${table} where length(${column}::text) >= 6`,
    );
    for (const { id, mark } of rows) found.set(mark, [...(found.get(mark) ?? []), id]);
  }
  return found;
}

async function taskWithFile(owner: TestUser): Promise<string> {
  const file = await product.app.files.put(Readable.from(['secret']), {
    actor: await owner.actor(),
    name: 'result.txt',
    maxBytes: 100,
  });
  const { rows } = await product.db.pool.query<{ task_no: string }>(
    `update kernel_task set owner_id = $1, result_file_id = $2, state = 3
     where id = (select min(id) from kernel_task where tenant_id = '000000') returning task_no`,
    [owner.id, file.id],
  );
  return rows[0]?.task_no ?? '';
}

const exportsOf = registeredCalls.filter(({ call }) => call.answer === 'file' && listParameters(call.input));

describe.each(READERS)('%s', (name) => {
  it.each(['exports no rows of the first tenant as %s', 'xlsx'])(
    'exports nothing of the first as %s',
    async (format) => {
      const reader = tenants.readers[name];
      const found: string[] = [];
      for (const one of exportsOf) {
        const { status, raw } = await send(reader, one, { format });
        if (status !== 200) continue;
        const cells = format === 'csv' ? raw.toString('utf8').split(/[",\r\n]+/) : cellsOf(raw);
        for (const cell of cells) {
          const ids = marks.get(cell.replace(/^\+/, '')) ?? [];
          if (ids.length > 0 && !ids.some((id) => tenants.canSee(reader, id))) found.push(`${one.path} ${cell}`);
        }
      }
      expect(found).toEqual([]);
    },
  );

  it('cannot learn by searching what rows the first tenant has, not even how many', async () => {
    const reader = tenants.readers[name];
    const found: string[] = [];
    for (const one of registeredCalls) {
      const parameters = listParameters(one.call.input);
      if (!parameters || one.call.methods[0] !== 'GET' || one.path.startsWith('log/')) continue;
      const owner = reader.row.userType === 1 ? product.admin : tenants.first.agent;
      const row = (await owner.get(one.path)).body?.data?.records?.[0] ?? {};
      for (const [parameter, { operator }] of Object.entries(parameters)) {
        const value = row[parameter.replace(/_[a-zA-Z]+$/, '')];
        if (!operator || (typeof value !== 'string' && typeof value !== 'number') || value === '') continue;
        const { status, body, raw } = await reader.get(one.path, { [parameter]: value, size: 200 });
        if (status !== 200) continue;
        const leaks = tenants.leaked(reader, raw.toString('utf8'), String(value));
        const { records, total, states } = body.data;
        const visible = records?.length;
        if (leaks.length > 0) found.push(`${one.path} ${parameter}=${value}: ${leaks.slice(0, 3)}`);
        if (visible !== undefined && visible < 200 && total !== visible)
          found.push(`${one.path} ${parameter}=${value}: ${visible} rows of ${total}`);
        if (!states) continue;
        const list = registeredCalls.find(
          ({ resource, call }) => resource === one.resource && (call.standard === 'page' || call.standard === 'list'),
        );
        const listed = list ? (await reader.get(list.path, { [parameter]: value })).body.data.total : undefined;
        const counted = states.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
        if (listed !== undefined && counted > listed)
          found.push(`${one.path} ${parameter}=${value}: ${counted} of ${listed}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('gets no ticket for a file of the first tenant, and not the file', async () => {
    const reader = tenants.readers[name];
    expect((await tenants.first.agent.post('desk/task/ticket', { taskNo, kind: 'result' })).status).toBe(200);
    const asked = [
      await reader.post('desk/task/ticket', { taskNo, kind: 'result' }),
      await reader.get('desk/task/download', { taskNo, kind: 'result' }),
      await reader.get('desk/task/progress', { taskNo }),
      await reader.post('desk/task/cancel', { taskNo }),
    ];
    for (const { status, raw } of asked) {
      expect([403, 404]).toContain(status);
      expect(raw.toString('utf8')).not.toContain('secret');
    }
  });

  it('follows exactly the records whose details it may read', async () => {
    const reader = tenants.readers[name];
    const { agent } = tenants.first;
    const found: string[] = [];
    let followed = 0;
    for (const { path, resource, call } of registeredCalls) {
      if (call.standard !== 'detail') continue;
      const list = registeredCalls.find(
        (one) => one.resource === resource && /^(list|page)$/.test(one.call.standard ?? ''),
      );
      const listed = list ? (await agent.get(list.path)).body?.data?.records : undefined;
      for (const { id } of (listed ?? []).slice(0, 2)) {
        for (const one of [agent, reader]) {
          const isRead = (await one.get(path, { id })).status === 200;
          const mayFollow = await product.app.lists.canRead(await one.actor(), resource.name, BigInt(id));
          if (mayFollow !== isRead) found.push(`${one.account} ${path} ${id}`);
          if (mayFollow && one === agent) followed += 1;
        }
      }
    }
    expect(found).toEqual([]);
    expect(followed).toBeGreaterThan(5);
  });

  it('joins no room of the first tenant and receives none of its events', async () => {
    const reader = tenants.readers[name];
    const { agent } = tenants.first;
    const [own, foreign] = [await follow(agent), await follow(reader)];
    expect(await own.join(`task:${taskNo}`)).toBe(true);
    const rooms = [
      `task:${taskNo}`,
      `user:${agent.id}`,
      'tenant:000000',
      'tenant:000000:dashboard',
      'tenant:000000:role:administrator',
    ];
    for (const room of rooms) expect(await foreign.join(room), room).toBe(false);
    await product.admin.post('message/save', { type: 1, title: 'Yours', content: 'alone', userIds: String(agent.id) });
    await expect.poll(() => own.received.join()).toContain('Yours');
    // Events to both leave in this order, so it would have arrived.
    await sleep(100);
    const others = foreign.received.filter(
      (text) => text.includes('Yours') || tenants.leaked(reader, text, '').length > 0,
    );
    expect(others).toEqual([]);
    if (reader.row.tenantId !== '000000') expect(foreign.received).toEqual([]);
    for (const { socket } of [own, foreign]) socket.disconnect();
  });
});

it('some exports contain marks of the first tenant', async () => {
  const [one] = exportsOf.filter(({ path }) => path === 'agent/product/order-export');
  const { raw } = await tenants.first.agent.post(one?.path ?? '', { format: 'xlsx' });
  expect(cellsOf(raw).filter((cell) => marks.has(cell)).length).toBeGreaterThan(0);
});

interface Follower {
  readonly socket: Socket;
  readonly received: string[];
  join(room: string): Promise<boolean>;
}

/** Opens a socket of a user and records its events. */
async function follow({ token }: TestUser): Promise<Follower> {
  const socket = io(url, {
    path: '/ws',
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  const received: string[] = [];
  socket.onAny((event: string, payload: unknown) => received.push(`${event} ${JSON.stringify(payload)}`));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, received, join: (room) => socket.timeout(5000).emitWithAck('join', room) as Promise<boolean> };
}
