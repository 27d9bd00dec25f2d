import { createHash } from 'node:crypto';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipart } from './engines/inventory/stock-fixture.ts';
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

/** Queries a digest of each table except those that record each request. */
let digests: string | undefined;
async function queryOfDigests(): Promise<string> {
  // When a session was last used is such a note.
  const { rows } = await sql(`
    select string_agg(format('select %L as name, count(*) || '':'' || coalesce(sum(hashtextextended(%s::text, 0)), 0) as digest from %I t',
      relname, case when exists (select from pg_attribute where attrelid = c.oid and attname = 'last_seen_at')
        then '(to_jsonb(t) - ''last_seen_at'')' else 't' end, relname), ' union all ') as query
    from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname !~ '^(log_|kernel_idempotency$|kernel_limit$|kernel_worker$|kernel_timer$)'`);
  return rows[0]?.query;
}

async function tables(): Promise<Record<string, string>> {
  // Errors reported before become groups with a delay.
  await product.app.audit.flush();
  digests ??= await queryOfDigests();
  const found = await sql(digests);
  return Object.fromEntries(found.rows.map(({ name, digest }) => [name, digest]));
}

it('has an example of every call that honours a key', () => {
  expect(Object.keys(examples).sort()).toEqual([...keyed].sort());
});

it.each(keyed)('%s asked twice under a key is done once', async (path) => {
  const example = examples[path];
  if (!example) throw new Error(`add an example of ${path} to testing/call-examples.ts`);
  const { who = admin, body, headers = {}, secondStatus = 200 } = await example();
  const ask = () => who.post(path, body, { ...headers, 'idempotency-key': `twice-${path}` });
  const before = await tables();
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
});

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
