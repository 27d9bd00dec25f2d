import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { fictionalNumbers, stock } from '../../engines/stock/inventory/stock-fixture.ts';
import { applyReceipts, type ReceiptKind, storeReceipt } from '../../engines/vendors/providers/index.ts';
import { signedHeaders } from '../../kernel/outbound/signature.ts';
import { testApp } from '../../testing/app.ts';
import { CHECK_SECRET, type Finding, startCheckServer } from '../../testing/check-server.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const vendor = await startCheckServer();
const keeper = await product.staff('warehouse');
await product.server.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(product.server.server.address() as AddressInfo).port}`;
await product.work();
afterAll(async () => {
  await vendor.close();
  await product.close();
});
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;

let count = 0;
/** The one enabled provider. @returns its id */
async function connected(): Promise<string> {
  count += 1;
  await query('update prv_provider set status = 0');
  const { body } = await product.admin.post('provider/provider/submit', {
    ...{ providerCode: `c-${count}`, providerName: `Callbacks ${count}`, endpoint: vendor.address, batchMax: 20 },
    ...{ apiKey: 'key', secretKey: CHECK_SECRET, callbackOrigin: origin, ratePerSecond: 10_000 },
  });
  expect(body).toMatchObject({ code: 200 });
  await query('update prv_provider set status = 1 where id = $1', [body.data.id]);
  return body.data.id;
}
let used = 0;
async function started(): Promise<bigint> {
  const ids = await stock(product.db, fictionalNumbers(20, used));
  used += 100;
  const answer = await keeper.post('whatsapp/warehouse/survive', { ids: ids.join(',') });
  const [task] = await query<{ id: bigint }>('select id from work_task where job_task_no = $1', [
    answer.body.data.taskNo,
  ]);
  return task!.id;
}
const taskOf = async (id: bigint) =>
  (await query<{ status: number; results: number[] }>('select status, results from work_task where id = $1', [id]))[0];
const finished = async (id: bigint) => {
  await expect.poll(async () => (await taskOf(id))?.status).toBeOneOf([3, 4]);
  return taskOf(id);
};
const attemptOf = async (id: bigint) =>
  (
    await query<{ id: string; state: number; answered: number; foreign_lines: number }>(
      'select id, state, answered, foreign_lines from work_attempt where task_id = $1',
      [id],
    )
  )[0]!;
const receiptsOf = (id: string) =>
  query<{ state: number; tries: number; body: string }>(
    'select state, tries, body from prv_receipt where source_id = $1 order by id',
    [id],
  );
const outcomesOf = async (id: string) =>
  Object.fromEntries(
    (
      await query<{ outcome: number; n: number }>(
        'select outcome, sum(exchanges)::int as n from prv_minute where provider_id = $1 group by 1',
        [id],
      )
    ).map(({ outcome, n }) => [outcome, n]),
  );
const pathOf = (id: string) => `/api/provider/provider/callback?id=${id}`;
const post = (id: string, body: string, headers: Record<string, string>) =>
  product.guest.post(`provider/provider/callback?id=${id}`, body, {
    'content-type': 'application/json',
    ...headers,
  });
const signed = (id: string, body: string, key = CHECK_SECRET) =>
  signedHeaders(key, { method: 'POST', path: pathOf(id), body });
const announced = (id: string, body: object) => post(id, JSON.stringify(body), signed(id, JSON.stringify(body)));
const settled = (id: string) =>
  expect.poll(async () => (await receiptsOf(id)).filter(({ state }) => state === 0)).toEqual([]);

beforeEach(() => vendor.behave());

it('results that a provider posts are stored without collecting them, once', async () => {
  const id = await connected();
  vendor.behave({
    on: 'submit',
    act: {
      kind: 'announce',
      bodies: (reference, results) => {
        const body = { reference, state: 'answered', results };
        return [body, body, { ...body, event: 'e-2', results: results.map((one) => ({ ...one, verdict: 'absent' })) }];
      },
    },
  });
  const asked = vendor.requests.length;
  const task = await started();
  expect((await finished(task))?.results).toEqual([2, 16, 2, 0, 0, 0, 0, 0, 0, 0]);
  await settled(id);
  expect((await receiptsOf(id)).map(({ state }) => state)).toEqual([1, 2]);
  expect(vendor.requests.slice(asked)).toEqual(['submit']);
  expect(await attemptOf(task)).toMatchObject({ state: 2, answered: 20 });
  expect((await taskOf(task))?.results).toEqual([2, 16, 2, 0, 0, 0, 0, 0, 0, 0]);
  expect(await outcomesOf(id)).toEqual({ 1: 1, 6: 1 });
});

it('results before the answer to their submission wait for it', async () => {
  const id = await connected();
  const isEarly = async () => {
    await expect.poll(async () => (await receiptsOf(id))[0]?.tries).toBeGreaterThan(0);
    expect(await receiptsOf(id)).toMatchObject([{ state: 0 }]);
    await query('update prv_receipt set due_time = now() where source_id = $1', [id]);
  };
  vendor.behave({ on: 'submit', act: { kind: 'announce', before: isEarly } });
  await query('update prv_provider set timeout_ms = 60000 where id = $1', [id]);
  await finished(await started());
  expect((await receiptsOf(id)).map(({ state }) => state)).toEqual([1]);
});

it('a result whose texts have characters that no column keeps is read without them', async () => {
  const id = await connected();
  const bodies = [
    `{"reference":"\\u0000none","event":"nul-\\u0000${id}","results":[]}`,
    `{"reference":"half \\ud800","event":"half-${id}","results":[]}`,
    `{"reference":"\0","event":"raw-${id}","results":[]}`,
  ];
  for (const body of bodies) expect((await post(id, body, signed(id, body))).status).toBe(200);
  await expect.poll(async () => (await receiptsOf(id)).every(({ tries }) => tries > 0)).toBe(true);
  expect(await query('select error from prv_receipt where source_id = $1', [id])).toEqual(
    bodies.map(() => ({ error: null })),
  );
});

it('results in parts are added up; those that a batch had before are not foreign', async () => {
  const id = await connected();
  const halves = (reference: string, results: Finding[]) =>
    [results.slice(0, 10), results, results.slice(0, 3)].map((part) => ({
      reference,
      state: 'answered',
      results: part,
    }));
  vendor.behave({ on: 'submit', act: { kind: 'announce', bodies: halves } });
  const task = await started();
  await finished(task);
  await settled(id);
  expect((await receiptsOf(id)).map(({ state }) => state)).toEqual([1, 1, 2]);
  expect(await attemptOf(task)).toMatchObject({ answered: 20, foreign_lines: 0 });
});

it('a callback that is not signed as it came is refused, counted and not stored', async () => {
  const [id, other] = [await connected(), await connected()];
  const body = JSON.stringify({ reference: '0b5e7c1e-6c0e-4a51-9d0a-5f1f3f0f7a10', state: 'answered', results: [] });
  const good = signed(id, body);
  const old = String(Math.floor(Date.now() / 1000) - 600);
  const refused = [
    await post(id, `${body} `, good),
    await post(id, body, { 'x-time': good['X-Time']! }),
    await post(id, body, { ...good, 'X-Time': String(Number(good['X-Time']) + 1) }),
    await post(id, body, { ...good, 'X-Time': old }),
    await post(id, body, signed(id, body, 'another-key')),
    await post(other, body, good),
    await post('999999', body, signed('999999', body)),
  ];
  expect(refused.map(({ status, body: { bizCode } }) => [status, bizCode])).toEqual(
    refused.map(() => [401, 'CALLBACK_SIGNATURE']),
  );
  expect([await receiptsOf(id), await receiptsOf(other)]).toEqual([[], []]);
  expect([await outcomesOf(id), await outcomesOf(other)]).toEqual([{ 7: 5 }, { 7: 1 }]);
});

it('a callback with the key before is accepted until the stated time, and refused without one', async () => {
  const id = await connected();
  const save = async (more: object) => {
    const { version } = (await product.admin.get('provider/provider/detail', { id })).body.data;
    expect((await product.admin.post('provider/provider/submit', { id, version, ...more })).body.code).toBe(200);
  };
  let n = 0;
  const answers = async (key: string) => {
    n += 1;
    const reference = `0b5e7c1e-6c0e-4a51-9d0a-5f1f3f0f7a${10 + n}`;
    const body = JSON.stringify({ reference, state: 'answered', results: [] });
    return (await post(id, body, signed(id, body, key))).status;
  };
  const bothOf = async (old: string, present: string) => [await answers(old), await answers(present)];
  await save({ secretKey: 'the-second-key', previousKeyUntil: '2999-01-01 00:00:00' });
  expect(await bothOf(CHECK_SECRET, 'the-second-key')).toEqual([200, 200]);
  // A second rotation keeps the key of the last one alone; other changes keep it.
  await save({ secretKey: 'the-third-key' });
  await save({ remark: 'Rotated' });
  expect(await bothOf(CHECK_SECRET, 'the-second-key')).toEqual([401, 200]);
  await query("update prv_provider set previous_key_until = now() - interval '1 second' where id = $1", [id]);
  expect(await bothOf('the-second-key', 'the-third-key')).toEqual([401, 200]);
  // A later time does not bring back a key whose time is over.
  await save({ previousKeyUntil: '2999-01-01 00:00:00' });
  expect(await bothOf('the-second-key', 'the-third-key')).toEqual([401, 200]);
  await save({ secretKey: 'the-fourth-key', previousKeyUntil: null });
  expect(await bothOf('the-third-key', 'the-fourth-key')).toEqual([401, 200]);
  expect((await query('select previous_keys as kept from prv_health where provider_id = $1', [id]))[0]).toEqual({
    kept: null,
  });
});

it('a callback that cannot be stored is answered 503, and applied when it is repeated', async () => {
  const id = await connected();
  const body = { reference: '0b5e7c1e-6c0e-4a51-9d0a-5f1f3f0f7a10', state: 'answered', results: [] };
  await query('alter table prv_receipt add constraint unusable check (false) not valid');
  const { status, body: said } = await announced(id, body);
  await query('alter table prv_receipt drop constraint unusable');
  expect([status, said.bizCode]).toEqual([503, 'CALLBACK_NOT_STORED']);
  expect((await announced(id, body)).status).toBe(200);
  expect(await receiptsOf(id)).toMatchObject([{ body: JSON.stringify(body) }]);
});

it('unknown references, those of another provider and unreadable bodies change nothing and are counted', async () => {
  const owner = await connected();
  vendor.behave({ on: 'submit', act: { kind: 'accept', afterSeconds: 3600 } });
  const task = await started();
  await expect.poll(async () => (await attemptOf(task))?.state).toBe(1);
  const { id: reference } = await attemptOf(task);
  const id = await connected();
  const results = { state: 'answered', results: [{ number: '+12015550100', verdict: 'alive' }] };
  await announced(id, { ...results, reference: '0b5e7c1e-6c0e-4a51-9d0a-5f1f3f0f7a10' });
  await announced(id, { ...results, reference });
  await post(id, '<html>', signed(id, '<html>'));
  await announced(id, { reference, state: 'accepted', id: 'b-1' });
  await settled(id);
  expect((await receiptsOf(id)).map(({ state }) => state)).toEqual([3, 3, 4, 4]);
  expect(await outcomesOf(id)).toEqual({ 8: 2 });
  expect(await attemptOf(task)).toMatchObject({ state: 1, answered: 0 });
  await announced(owner, { reference, state: 'answered', results: [] });
  await settled(owner);
  expect(await receiptsOf(owner)).toMatchObject([{ state: 1 }]);
});

it('nothing of an isolated provider is accepted', async () => {
  const id = await connected();
  await product.admin.post('provider/provider/isolate', { id, reason: 'Leaked key' });
  expect((await post(id, '{}', signed(id, '{}', 'another-key'))).status).toBe(401);
  const { status, body } = await announced(id, { state: 'answered' });
  expect([status, body.bizCode, await receiptsOf(id)]).toEqual([503, 'PROVIDER_ISOLATED', []]);
});

it('a callback waits longer each time, and is an orphan after three days', async () => {
  // From here on receipts are applied by the tests alone: the worker's timer would take its share of them.
  await product.running.jobs.stop();
  const source = { tenantId: '000000', kind: 'test', id: 1n };
  let error: Error | null = null;
  const apply = async () => {
    if (error) throw error;
    return 'early' as const;
  };
  const kinds = new Map([['test', { kind: 'test', apply }]]);
  const stateOf = async () =>
    (
      await query(
        `select state, tries, error, ceil(extract(epoch from due_time - now()))::int as pause from prv_receipt where kind = 'test'`,
      )
    )[0];
  await storeReceipt(product.app, source, 'body');
  const seen: unknown[] = [];
  for (let time = 0; time < 8; time += 1) {
    await query(`update prv_receipt set due_time = now() where kind = 'test'`);
    await applyReceipts(product.app, kinds);
    seen.push(await stateOf());
  }
  const waits = [1, 2, 4, 10, 60, 600, 3600, 3600];
  expect(seen).toEqual(waits.map((pause, index) => ({ state: 0, tries: index + 1, error: null, pause })));
  error = new Error('broken');
  await query(`update prv_receipt set due_time = now() where kind = 'test'`);
  await applyReceipts(product.app, kinds);
  expect(await stateOf()).toMatchObject({ state: 0, tries: 9, error: 'broken' });
  error = null;
  await query(
    `update prv_receipt set due_time = now(), receive_time = now() - interval '73 hours' where kind = 'test'`,
  );
  await applyReceipts(product.app, kinds);
  expect(await stateOf()).toMatchObject({ state: 3 });
});

it('callbacks of one vendor are applied together, and one by one when that fails', async () => {
  await product.running.jobs.stop();
  await query(`delete from prv_receipt where kind = 'test'`);
  for (const [id, n] of [1n, 1n, 1n, 2n, 2n].map((source, index) => [source, index] as const))
    await storeReceipt(product.app, { tenantId: '000000', kind: 'test', id }, `body ${n}`);
  const together: string[][] = [];
  const alone: string[] = [];
  let isBroken = true;
  const bodies = (all: readonly { body: string }[]) => all.map(({ body }) => body).sort();
  const kind: ReceiptKind = {
    kind: 'test',
    apply: async (_app, tx, { body }) => {
      alone.push(body);
      await tx.execute('select 1');
      if (body === 'body 1') throw new Error('broken');
      return 'applied';
    },
    applyMany: async (_app, _tx, all) => {
      together.push(bodies(all));
      if (isBroken && all.some(({ body }) => body === 'body 1')) throw new Error('broken');
      return all.map(({ body }) => (body === 'body 4' ? 'nothing' : 'applied'));
    },
  };
  const statesOf = () =>
    query<{ body: string; state: number; error: string | null }>(
      `select body, state, error from prv_receipt where kind = 'test' order by body`,
    );
  expect(await applyReceipts(product.app, new Map([['test', kind]]))).toBe(5);
  expect(together).toEqual([
    ['body 0', 'body 1', 'body 2'],
    ['body 3', 'body 4'],
  ]);
  expect(alone.sort()).toEqual(['body 0', 'body 1', 'body 2']);
  expect((await statesOf()).map(({ state, error }) => [state, error])).toEqual([
    [1, null],
    [0, 'broken'],
    [1, null],
    [1, null],
    [2, null],
  ]);
  isBroken = false;
  await query(`update prv_receipt set due_time = now() where kind = 'test'`);
  await applyReceipts(product.app, new Map([['test', kind]]));
  expect((await statesOf())[1]).toMatchObject({ state: 1, error: null });
});
