import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipart } from './engines/stock/inventory/stock-fixture.ts';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';
import { type CallExamples, callExamples } from './testing/call-examples.ts';
import { PIXEL } from './testing/pixel.ts';

let product: TestApp;
let admin: TestUser;
let examples: CallExamples;
beforeAll(async () => {
  product = await testApp({ SANDBOX: '1' });
  admin = product.admin;
  examples = callExamples(product, await product.agent({ money: parseMoney('1000'), name: 'North' }));
  listening = inUse();
  await countWrites();
});
afterAll(() => product.close());

const calls = (registry as readonly Resource[]).flatMap((resource) =>
  Object.entries(resource.calls).map(([name, call]) => ({ path: `${resource.name}/${name}`, call })),
);
const keyed = calls.filter(({ call }) => call.idempotent).map(({ path }) => path);

it('every POST call honours a key, except uploads, calls without a session, and those with a declared reason', () => {
  const without = calls.filter(({ call }) => call.methods.includes('POST') && !call.idempotent);
  const named = without.filter(({ call }) => call.access !== 'public' && call.answer !== 'file');
  expect(named.map(({ path }) => path).sort()).toEqual([
    'agent/verification/reveal-number',
    'agent/withdrawal/reveal-account',
    'auth/lock/set-password',
    'auth/lock/unlock',
    'auth/oauth/link',
    'auth/oauth/link-back',
    'auth/oauth/unlink',
    'auth/passkey/register',
    'auth/passkey/register-options',
    'auth/two-factor/confirm',
    'auth/two-factor/disable',
    'auth/two-factor/enrol',
    'auth/two-factor/renew-codes',
    'auth/two-factor/verify',
    'desk/task/ticket',
    'develop/datasource/test',
    'finance/log/remove',
    'open/endpoint/create',
    'open/endpoint/rotate',
    'open/key/create',
    'provider/provider/bot-webhook',
    'provider/provider/test',
    'report/report/preview',
    'resource/attach/ticket',
    'resource/oss/test',
    'sms/session-task/check-flow',
    'sms/session-task/simulate',
    'sms/session/reveal',
    'sms/session/typing',
    'sms/sms-task/check-text',
    'sms/sms-task/message-history/reveal',
    'system/tenant/administrator',
    'system/tenant/datasource',
    'system/user/reset-password',
    'system/user/update-password',
    'telegram/order/message-history/reveal',
    'user/app-user/update-password',
    'user/withdrawal-record/reveal-account',
    'whatsapp/order/message-history/reveal',
  ]);
});

const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);

/** Tables whose content is compared: all except those that record each request. */
const COMPARED = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and c.relname !~ '^(log_|kernel_idempotency$|kernel_limit$|kernel_worker$|kernel_timer$)'`;

/**
 * Counts the statements that write to each table, by sequences: they lock nothing, and a rollback keeps their count. Partitions count for
 * their table.
 */
const countWrites = () =>
  sql(`
    create schema written;
    create function written.count_statement() returns trigger language plpgsql as $$
      begin perform nextval(tg_argv[0]::regclass); return null; end $$;
    do $$ declare one record; begin
      for one in select c.relname, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as counted from pg_class c
        where ${COMPARED} order by c.relispartition loop
        execute format('create sequence if not exists written.%I', one.counted);
        execute format('create trigger written after insert or update or delete or truncate on %I for each statement
          execute function written.count_statement(%L)', one.relname, format('written.%I', one.counted));
      end loop; end $$`);

const TURNS = 4;
const inUse = (): number =>
  [product.db.pool, product.db.background.pool, product.db.overview.pool].reduce(
    (sum, { totalCount, idleCount }) => sum + totalCount - idleCount,
    0,
  );
/** Connections that listen for notifications. */
let listening: number;

/** Waits for work that goes on after an answer: until no connection was in use for some turns of the event loop. */
async function idle(): Promise<void> {
  for (let turns = 0; turns < TURNS; turns = inUse() > listening ? 0 : turns + 1) await setImmediate();
}

const digests = new Map<string, { readonly digest: string; readonly writes: string; readonly isSettled: boolean }>();

/** Returns a digest of each compared table. Reads a table again if statements wrote to it since the digest before the last. */
async function tables(): Promise<Record<string, string>> {
  await idle();
  // Errors reported before become groups with a delay.
  await product.app.audit.flush();
  const { rows: counts } = await sql(`
    select c.relname as name, coalesce(pg_sequence_last_value(s.oid), 0)::text as writes,
      exists (select from pg_attribute where attrelid = c.oid and attname = 'last_seen_at') as seen
    from pg_class c join pg_class s on s.relnamespace = 'written'::regnamespace and s.relname = c.relname
    where ${COMPARED} and not c.relispartition order by 1`);
  const unread = counts.filter(({ name, writes }) => {
    const known = digests.get(name);
    return !known?.isSettled || known.writes !== writes;
  });
  if (unread.length > 0) {
    // When a session was last used is a record of a request, too.
    const queries = unread.map(({ name, seen }) => {
      const content = seen ? `(to_jsonb(t) - 'last_seen_at')` : 't';
      return `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(${content}::text, 0)), 0) as digest from ${name} t`;
    });
    const { rows: read } = await sql(queries.join(' union all '));
    const found = new Map(read.map(({ name, digest }) => [name, digest]));
    for (const { name, writes } of unread) {
      // A transaction that wrote before may have committed after.
      const isSettled = digests.get(name)?.writes === writes;
      digests.set(name, { digest: found.get(name), writes, isSettled });
    }
  }
  return Object.fromEntries(counts.map(({ name }) => [name, digests.get(name)?.digest ?? '']));
}

it('has an example of every call that honours a key', () => {
  expect(Object.keys(examples).sort()).toEqual([...keyed].sort());
});

/** Statuses of an answer that says why an act is impossible now. */
const REFUSED = [400, 403, 404, 409, 423, 429];
/** Calls whose input names one act, whatever the key of the request, and how. */
const NATURAL_KEYS = {
  'sms/session/send': 'the key that the browser gives a reply',
  'sms/session/begin': 'the session of a number in a task',
  'compliance/suppression/save': 'the number with its scope, channel and reason',
  'system/user/update-status': 'the state of the user',
};

/** Returns the movements of money since an entry of the finance log, in the order of their contents. */
const movements = async (since: bigint) =>
  (
    await sql(
      `select user_id::text, wallet_kind, finance_type, direction, amount::text from finance_log where id > $1 order by 1, 2, 3, 4, 5`,
      [since],
    )
  ).rows;
const lastMovement = async (): Promise<bigint> =>
  BigInt((await sql('select coalesce(max(id), 0)::text as id from finance_log')).rows[0]?.id);

it.each(keyed)(
  '%s asked twice under a key is done once, and under another key is another act or refused',
  async (path) => {
    const example = examples[path];
    if (!example) throw new Error(`add an example of ${path} to testing/call-examples.ts`);
    const { who = admin, body, headers = {}, secondStatus = 200 } = await example();
    const ask = (key = 'twice') => who.post(path, body, { ...headers, 'idempotency-key': `${key}-${path}` });
    const before = await tables();
    const beforeFirst = await lastMovement();
    const first = await ask();
    expect([first.status, first.body.msg]).toEqual([200, expect.any(String)]);
    const after = await tables();
    // Reports of a console reach the error log with a delay.
    if (path !== 'log/error/send-logs') expect(after).not.toEqual(before);
    const second = await ask();
    expect([second.status, second.body.msg]).toEqual([secondStatus, expect.any(String)]);
    if (secondStatus === 200) {
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body.data).toEqual(first.body.data);
    }
    expect(await tables()).toEqual(after);
    if (secondStatus !== 200) return;
    const moved = await movements(beforeFirst);
    const beforeThird = await lastMovement();
    const third = await ask('again');
    expect(third.headers['idempotent-replayed']).toBeUndefined();
    if (third.status !== 200) {
      expect([third.status, third.body.bizCode]).toEqual([
        expect.toBeOneOf(REFUSED),
        expect.stringMatching(/^[A-Z_]+$/),
      ]);
      expect(await movements(beforeThird)).toEqual([]);
      return;
    }
    if (Object.hasOwn(NATURAL_KEYS, path)) return expect(await movements(beforeThird)).toEqual([]);
    // What looks like a repetition is not one: it moves as much, and adds a row of its own.
    expect(await movements(beforeThird)).toEqual(moved);
    const isNew = typeof body === 'object' && body !== null && !('id' in body) && !('ids' in body);
    if (isNew && first.body.data?.id) expect(third.body.data.id).not.toBe(first.body.data.id);
  },
);

it('an upload under a used key is another one when its content is', async () => {
  const put = (content: Buffer) => {
    const { body, headers } = multipart({}, { name: 'me.png', content });
    return admin.post('resource/oss/endpoint/put-file', body, { ...headers, 'idempotency-key': 'picture' });
  };
  expect((await put(PIXEL)).status).toBe(200);
  const other = Buffer.concat([PIXEL, Buffer.from([0])]);
  expect((await put(other)).body.bizCode).toBe('IDEMPOTENCY_CONFLICT');
});

it('the input is stored as a digest that a list of passwords cannot reveal', async () => {
  const body = { account: 'kept_secret', password: 'Secret-pass-1', realName: 'Kept', userType: 2 };
  await admin.post('agent/user/open-account', body, { 'idempotency-key': 'kept-secret' });
  const { rows } = await sql(`select body_hash from kernel_idempotency where key = 'kept-secret'`);
  const sorted = JSON.stringify(Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))));
  expect(rows[0]?.body_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(rows[0]?.body_hash).not.toBe(createHash('sha256').update(sorted).digest('hex'));
});
