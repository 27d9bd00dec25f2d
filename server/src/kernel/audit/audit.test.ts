import { DrizzleQueryError, sql } from 'drizzle-orm';
import fc from 'fast-check';
import fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import type { Db } from '../db/index.ts';
import { testActor } from '../jobs/testing/app.ts';
import { createLog, loggableError } from '../log/index.ts';
import { redact, redactAddress, type Treatment } from '../log/redact.ts';
import { testDb } from '../testing/index.ts';
import { type Audit, createAudit, record, recorded, withTrail } from './index.ts';
import { createLogQueue } from './queue.ts';

/** Tables that the trail does not follow, with the reason. */
const OF_NO_NOTE: Readonly<Record<string, string>> = {
  audit_head: 'of the trail itself',
  audit_link: 'of the trail itself',
  audit_log: 'the trail itself',
  audit_proof: 'of the trail itself',
  audit_seal: 'of the trail itself',
  cnt_announcement_read: 'marks of readers',
  cmp_contact: 'times of messages, known by digests',
  cmp_suppression_stage: 'numbers of an import, before they are in the list',
  sed_debt: 'follows from rewards, which are noted',
  sed_provider_day: 'sums of what is noted',
  inb_counter: 'sums of rows in the trail',
  inb_draft: 'unsent text of one reader',
  inb_duty: 'changes every day; assignments are entries of sessions',
  inb_event: 'the entries of sessions are a log',
  inb_flow: 'versions of rows in the trail',
  inb_seen: 'what one reader saw',
  inb_session: 'its changes are its entries',
  inb_word: 'digests of words',
  stat_active_month: 'who signed in is in the log of sign-ins',
  stat_line_change: 'sums of noted rows',
  stat_line_hour: 'sums of noted rows',
  stat_sale_agent: 'sums of noted rows',
  stat_sale_agent_day: 'sums of noted rows',
  stat_sale_change: 'sums of noted rows',
  stat_sale_day: 'sums of noted rows',
  stat_sale_hour: 'sums of noted rows',
  war_check: 'findings of providers, which no user changes',
  war_minute: 'counts of findings',
  log_api: 'a log',
  log_usual: 'a log',
  log_error: 'a log',
  finance_log: 'a log of money',
  biz_state_log: 'a log of states',
  kernel_export_log: 'a log of exports',
  fin_adjust_day: 'sums of what is noted',
  fin_entry: 'the lines of a journal, which is noted',
  fin_chain: 'ends of the chains of the ledger',
  fin_proof: 'what the nightly proof found',
  inv_arrival: 'sums of what is noted',
  inv_counter: 'sums of what is noted',
  inv_supplier_batch: 'sums of what is noted',
  inv_waiting: 'follows from pre-orders and their numbers, which are noted',
  sup_claim_line: 'the lines of a claim, which is noted',
  agt_product_sale: 'sums of what is noted',
  auth_attempt: 'expires',
  auth_captcha: 'expires',
  auth_social_request: 'expires',
  auth_social_ticket: 'expires',
  auth_ticket: 'expires',
  auth_token: 'secret; its session is noted',
  kernel_export_hour: 'sums of what is noted; expires',
  kernel_file_ticket: 'expires',
  kernel_idempotency: 'expires',
  kernel_installation: 'written once, at the first start',
  kernel_limit: 'expires',
  kernel_nonce: 'expires',
  kernel_socket_attachment: 'expires',
  kernel_timer: 'the program’s own',
  kernel_worker: 'the program’s own',
  agt_lease_month: 'follows from orders and renewals, which are noted, as the leases are',
  agt_quota_charge: 'the work it belongs to is noted, and so are the packages',
  agt_quota_entry: 'a statement',
  agt_quota_part: 'parts of a charge',
  agt_rebate: 'follows from charges, refunds and approved requests, which are noted',
  pay_payout_news: 'what channels told; the withdrawal it changed is noted',
  pay_recharge_tx: 'which recharge a transaction paid; that recharge is noted',
  open_delivery: 'a queue and its log',
  open_event: 'a copy of a change that is noted where it happens',
  open_spend: 'sums of spending',
  open_task: 'the task is noted',
  prv_bind: 'the program’s own; the provider is noted',
  prv_health: 'the program’s own; the provider is noted',
  prv_inbound_part: 'parts of texts that are put together',
  prv_learning: 'trials that change nothing',
  prv_minute: 'sums of exchanges',
  prv_receipt: 'callbacks of vendors; the rows they change are noted',
  schema_change: 'the program’s own',
  schema_migration: 'the program’s own',
  rpt_delivery: 'what became of the runs of a schedule, which is noted',
  sys_mail_log: 'a log of what was sent',
  sys_sms_batch: 'messages until their outcome is in the log',
  sys_sms_log: 'a log of what was sent',
  sms_link: 'the task that has the links is noted',
  sms_link_code: 'made by the program, one a line',
  sms_phone_day: 'sums of texts',
  snd_contact: 'reports of a channel',
  snd_message: 'a log of what was sent and received',
  snd_own_chat: 'reports of a channel',
  snd_outbox: 'a queue',
  snd_pair: 'expires',
  snd_part: 'reports of a channel',
  snd_portfolio: 'expires',
  snd_template: 'a copy of what the channel has; each change of state is dated',
  snd_verdict: 'written once; a verdict is a record of its own',
  src_day: 'sums of visits',
  src_day_state: 'the program’s own',
  work_attempt: 'exchanges of the program',
  work_chunk: 'the program’s own',
  work_lane: 'sums of lines',
  work_line: 'results of the program; one row a number',
  work_owner: 'sums of work',
  work_task: 'its states are logged; the rest counts its lines',
  sys_user_preference: 'how one’s own screens look',
  sys_menu_takeover: 'places of menus, which are noted',
  desk_view: 'how lists look; sharing is in the trail as a call',
};

const log = pino({ level: 'silent' });

const db = await testDb();
afterAll(() => db.close());

/** A server with one call that logs itself, as the application's does. */
async function server(audit: Audit) {
  const app = fastify();
  app.addHook('onResponse', async (request, reply) => audit.api({ request, status: reply.statusCode, millis: 3 }));
  const treatments = new Map<string, Treatment>([
    ['phone', 'phone'],
    ['account', 'text'],
    ['nested', 'text'],
  ]);
  app.post('/api/system/user/submit', { config: { treatments } }, () => 'done');
  return app;
}

describe('the API log', () => {
  test('has input, actor and outcome, without secrets', async () => {
    const audit = createAudit(db, log, { env: 'test', port: () => 8080 });
    const app = await server(audit);
    await app.inject({
      method: 'POST',
      url: '/api/system/user/submit?phone=%2B12125550123&Captcha-Code=x1y2z',
      headers: { 'user-agent': 'browser/1', 'tenant-id': '000000' },
      payload: {
        account: 'anna',
        password: 'hunter2',
        nested: { accessToken: 'abc', note: 'call +12125550123', phone: 12125550123 },
        phone: '+12125550123',
      },
    });
    await audit.close();
    await app.close();
    const { rows } = await db.pool.query('select * from log_api');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      tenant_id: '000000',
      service_id: 'trade-assistant',
      env: 'test',
      method: 'POST',
      method_class: 'system/user',
      method_name: 'submit',
      status: 200,
      time: 3,
      user_agent: 'browser/1',
      type: 1,
    });
    const all = JSON.stringify(rows[0], (_name, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of ['hunter2', 'abc"', '2125550123', 'x1y2z']) expect(all).not.toContain(secret);
    expect(all).toContain('anna');
  });

  test('never fails or slows a request while the database refuses writes, and keeps as many rows as fit', async () => {
    let tries = 0;
    const query = () => {
      tries += 1;
      return Promise.reject(new Error('database is away'));
    };
    const refusing = { ...db, pool: { query } } as unknown as Db;
    const audit = createAudit(refusing, log);
    const app = await server(audit);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.inject({ method: 'POST', url: '/api/system/user/submit' })),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    await expect.poll(() => tries).toBeGreaterThan(1);
    await audit.close();
    await app.close();
    expect(audit.dropped).toBe(0);
  });

  test('writes the queued rows once the database is back, in order and once', async () => {
    let away = true;
    const flaky = {
      ...db,
      pool: {
        query: (text: string, values: unknown[]) =>
          away ? Promise.reject(new Error('away')) : db.pool.query(text, values),
      },
    } as unknown as Db;
    const queue = createLogQueue(flaky, log, 'log_usual', [
      'tenant_id',
      'service_id',
      'server_host',
      'server_ip',
      'env',
      'log_level',
      'log_id',
    ]);
    const row = (n: number) => ({
      tenant_id: '000000',
      service_id: 's',
      server_host: 'h',
      server_ip: 'i',
      env: 'e',
      log_level: 'info',
      log_id: `q${n}`,
    });
    for (let n = 0; n < 1200; n += 1) queue.add(row(n));
    await queue.flush();
    away = false;
    await queue.flush();
    const { rows } = await db.pool.query(`select log_id from log_usual where log_id like 'q%' order by id`);
    expect(rows.map(({ log_id }) => log_id)).toEqual(Array.from({ length: 1200 }, (_, n) => `q${n}`));
    await queue.close();
  });

  test('drops the oldest rows beyond its bound and counts them', async () => {
    const refusing = { ...db, pool: { query: () => Promise.reject(new Error('away')) } } as unknown as Db;
    const queue = createLogQueue(refusing, log, 'log_usual', ['log_id']);
    for (let n = 0; n < 10_250; n += 1) queue.add({ log_id: String(n) });
    expect(queue.dropped).toBe(250);
    await queue.close();
  });

  test('keeps the rows of signed-in people under a flood of anonymous ones', async () => {
    let away = true;
    const flaky = {
      ...db,
      pool: {
        query: (text: string, values: unknown[]) =>
          away ? Promise.reject(new Error('away')) : db.pool.query(text, values),
      },
    } as unknown as Db;
    const audit = createAudit(flaky, log);
    const app = fastify();
    app.addHook('onRequest', async (request) => {
      if (request.headers.from === 'anna') request.actor = testActor();
    });
    app.addHook('onResponse', async (request) => audit.api({ request, status: 200, millis: 1 }));
    app.get('/api/queue/of/strangers', () => 'done');
    const call = (from: string) => app.inject({ url: '/api/queue/of/strangers', headers: { from } });
    await call('anna');
    for (let turn = 0; turn < 11; turn += 1) await Promise.all(Array.from({ length: 100 }, () => call('nobody')));
    away = false;
    await audit.close();
    await app.close();
    expect(audit.dropped).toBe(100);
    const { rows } = await db.pool.query<{ create_by: string; n: number }>(
      `select create_by, count(*)::int as n from log_api where request_uri = '/api/queue/of/strangers' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { create_by: '', n: 1000 },
      { create_by: testActor().account, n: 1 },
    ]);
  });

  test('accepts text that the database would refuse', async () => {
    const audit = createAudit(db, log);
    audit.usual({ level: 'warn', id: 'odd', data: { text: 'a\u0000b\ud800c', when: new Date(0), big: 10n } });
    audit.error({ error: new Error('broke at \u0000') });
    audit.error({ error: 'thrown text' });
    await audit.close();
    const usual = await db.pool.query(`select log_data, log_level from log_usual where log_id = 'odd'`);
    expect(usual.rows[0].log_level).toBe('warn');
    const errors = await db.pool.query('select message, file_name, line_number from log_error order by id');
    expect(errors.rows.map(({ message }) => message)).toEqual(['broke at ', 'thrown text']);
    expect(errors.rows[0].file_name).toContain('audit.test.ts');
    expect(errors.rows[0].line_number).toBeGreaterThan(0);
  });
});

describe('a failure', () => {
  const SECRET = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g';
  /** PostgreSQL errors with the values that each quotes; none of them may appear in a log. */
  const failing = {
    'an insert': () =>
      db.drizzle.execute(sql`insert into log_usual (tenant_id, log_id) values (${SECRET}, ${'call +12125550123'})`),
    'a value of another type': () => db.drizzle.execute(sql`select ${SECRET}::text::bigint`),
    'a row that is there already': async () => {
      const row = sql`insert into kernel_limit (key, used, granted, ends_at) values (${SECRET}, 0, 0, now())`;
      await db.drizzle.execute(row);
      await db.drizzle.execute(row);
    },
    'text that is no JSON': async () => JSON.parse(`"${SECRET}" x`),
    'a number in words': async () => {
      throw new Error('nobody answers at +1 212 555 0123\n    at home', { cause: new Error('nor at 12125550123') });
    },
  };

  test.each(Object.entries(failing))('of %s is logged without its values, in both logs', async (_what, fail) => {
    const lines: string[] = [];
    const shown = createLog('info', { write: (line: string) => void lines.push(line) });
    const audit = createAudit(db, shown);
    const error = await fail().then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error).toBeInstanceOf(Error);
    shown.error({ err: error, traceId: 'one' }, 'a request failed');
    shown.warn({ cause: error, note: 'call +12125550123' }, `it says ${error?.message}`);
    shown.warn(error);
    audit.error({ error });
    await audit.close();
    const { rows } = await db.pool.query(
      'select message, stack_trace, file_name from log_error order by id desc limit 1',
    );
    const all = lines.join('') + JSON.stringify(rows);
    for (const hidden of [SECRET, SECRET.slice(0, 12), '2125550123', '212 555 0123']) expect(all).not.toContain(hidden);
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ traceId: 'one', err: { type: expect.any(String) } });
    expect(rows[0].file_name).not.toBe('');
    expect(rows[0].stack_trace).toContain(rows[0].message.slice(0, 40));
  });

  test('of a statement has the statement, the types of its parameters and the names given by the database', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint "sys_user_account"'), {
      code: '23505',
      detail: `Key (account)=(${SECRET}) already exists.`,
      constraint: 'sys_user_account',
    });
    const error = new DrizzleQueryError('insert into sys_user values ($1, $2, $3)', [SECRET, 7n, null], cause);
    expect(loggableError(error)).toMatchObject({
      message: 'Failed query: insert into sys_user values ($1, $2, $3)',
      parameters: [`text(${SECRET.length})`, 'bigint', 'null'],
      cause: { code: '23505', message: cause.message, database: { constraint: 'sys_user_account' } },
    });
    expect(JSON.stringify(loggableError(error))).not.toContain(SECRET);
  });
});

describe('the audit trail', () => {
  test('commits and rolls back with the transaction of the change', async () => {
    const actor = testActor();
    await db.tx((tx) =>
      record(tx, actor, {
        action: 'update',
        objectType: 'system/user',
        objectId: 5n,
        before: { password: 'x', name: 'a' },
        after: { name: 'b' },
      }),
    );
    await expect(
      db.tx(async (tx) => {
        await record(tx, actor, { action: 'remove', objectType: 'system/user', objectId: 5n });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const { rows } = await db.pool.query('select action, object_id, before, after, account from audit_log');
    expect(rows).toEqual([
      {
        action: 'update',
        object_id: '5',
        before: { password: '***', name: 'a' },
        after: { name: 'b' },
        account: 'tester',
      },
    ]);
  });

  test('follows every table except those with a reason', async () => {
    const { rows } = await db.pool.query<{ name: string }>(`
      select relname as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and not exists (select from pg_trigger where tgrelid = c.oid and tgname = 'audit_noted') order by 1`);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(OF_NO_NOTE).sort());
  });

  test('holds the rows of a call before and after, masked and bounded, and nothing of a refused one', async () => {
    const recording = withTrail(db, { digest: () => '' });
    const call = {
      actor: { ...testActor(), ip: '192.0.2.7' },
      tenantId: '000000',
      ip: '192.0.2.7',
      userAgent: 'browser/1',
      traceId: 'trace-1',
      objectType: 'system/user',
      action: 'update-info',
      asked: { password: 'hunter2', note: 'ring +1 (212) 555-0123', long: 'x'.repeat(50_000) },
    };
    const tables = Array.from({ length: 300 }, (_, n) => n);
    await recorded(recording, call, async (done) => {
      await recording.tx(async (tx) => {
        for (const n of tables)
          await tx.execute(
            sql`insert into sys_tenant (tenant_id, tenant_name, linkman) values (${String(700_000 + n)}, ${'t'.repeat(1000)}, '+12125550123')`,
          );
      });
      done(undefined);
    });
    await expect(
      recorded(recording, call, () =>
        recording.tx(async (tx) => {
          await tx.execute(sql`update sys_tenant set linkman = 'nobody'`);
          throw new Error('refused');
        }),
      ),
    ).rejects.toThrow('refused');
    const { rows } = await db.pool.query(`select * from audit_log where action = 'update-info'`);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ ip: '192.0.2.7', user_agent: 'browser/1', trace_id: 'trace-1', before: null });
    expect(rows[0].asked).toMatchObject({ password: '***', note: 'ring +1212****0123' });
    const { '…': left, ...kept } = rows[0].after;
    expect(Object.values(kept)[0]).toMatchObject({ linkman: '+1212****0123' });
    expect(left).toBe(`${300 - Object.keys(kept).length} more`);
    expect(JSON.stringify(rows[0].after).length + JSON.stringify(rows[0].asked).length).toBeLessThan(90_000);
  });

  test('cannot be altered', async () => {
    await expect(db.pool.query(`update audit_log set action = 'none'`)).rejects.toThrow('append-only');
    await expect(db.pool.query('delete from audit_log')).rejects.toThrow('append-only');
  });
});

describe('redaction', () => {
  test('lets no secret of any depth through, and never throws', () => {
    const secretName = fc.constantFrom(
      'password',
      'newPassword',
      'accessToken',
      'Authorization',
      'captchaCode',
      'clientSecret',
      'apiKey',
      'cookie',
    );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), secretName, fc.constantFrom(0, 1, 2), (value, name, depth) => {
        let wrapped: unknown = { [name]: `s3cr3t-value`, value };
        for (let level = 0; level < depth; level += 1) wrapped = level % 2 ? [wrapped] : { inner: wrapped };
        expect(JSON.stringify(redact(wrapped))).not.toContain('s3cr3t-value');
      }),
      { numRuns: 300 },
    );
  });

  test('of an address hides secret values and keeps the rest', () => {
    const treatments = new Map<string, Treatment>([
      ['phone_equal', 'phone'],
      ['keyword', 'text'],
      ['code', 'secret'],
      ['current', 'plain'],
      ['ids', 'plain'],
      ['size', 'plain'],
    ]);
    const logged = (query: string) => redactAddress(`/api/x/y/z?${query}`, treatments).slice('/api/x/y/z?'.length);
    expect(logged('ticket=abc&current=2&code=756056&code2=756056')).toBe('ticket=***&current=2&code=***&code2=***');
    expect(logged('ids=1234567890,2&current=+1-201-555-0188')).toBe('ids=1234567890,2&current=+1-201-***-0188');
    expect(logged('keyword=order12015550188late')).toBe('keyword=order1201***0188late');
    expect(logged('keyword=OB2511210A1B2C3D')).toBe('keyword=OB2511210A1B2C3D');
    for (const written of ['%2B1+%28201%29+555-0188', '+1+(201)+555-0188', '%2B1%20201%20555%200188'])
      for (const name of ['phone_equal', 'keyword'])
        expect(logged(`${name}=${written}&size=10`).replace(/[ ()-]/g, '')).toBe(`${name}=+1201***0188&size=10`);
    expect(logged('%ZZ=1&password')).toBe('%ZZ=***&password');
  });
});

test('rows of a month land in that month’s partition', async () => {
  const { rows } = await db.pool.query(`select count(*)::int as n from log_api_default`);
  expect(rows[0].n).toBe(0);
});
