import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../db/index.ts';
import { testActor } from '../jobs/testing/app.ts';
import { openSecrets, type Secrets } from '../secrets/index.ts';
import { type TestDb, testDb } from '../testing/index.ts';
import { sealTrail, trailTenants, verifyTrail } from './chain.ts';
import { record, withTrail } from './index.ts';

const ROWS = 5;
let db: TestDb;
let secrets: Secrets;
/** Of the program that writes the trail. */
let program: Db;

beforeAll(async () => {
  db = await testDb();
  secrets = await openSecrets({ key: randomBytes(32), dataDir: tmpdir() });
  program = withTrail(db, secrets);
});
afterAll(() => db.close());

const sql = (text: string, values: unknown[] = []) => db.pool.query(text, values);
/** Runs SQL as the owner of the database. */
const tamper = async (text: string) => {
  const triggers = (state: string) =>
    ['audit_log', 'audit_link'].map((table) => `alter table ${table} ${state} trigger user`).join('; ');
  await sql(`${triggers('disable')}; ${text}; ${triggers('enable')}`);
};
const write = (tenantId = '000000', name = 'x') =>
  program.tx((tx) =>
    record(tx, testActor({ tenantId }), { action: 'update', objectType: 'a/b', objectId: 1n, after: { name } }),
  );
const verify = (tenantId = '000000') => verifyTrail(db, secrets, tenantId);
const ids = async (tenantId = '000000') =>
  (await sql('select id::text from audit_log where tenant_id = $1 order by id', [tenantId])).rows.map(({ id }) =>
    BigInt(id),
  );

beforeEach(async () => {
  await tamper(
    'truncate audit_log, audit_link, audit_head; update audit_seal set sealed_time = null, lengths = default, mac = null',
  );
  for (let n = 0; n < ROWS; n += 1) await write('000000', `n${n}`);
  await write('111111');
  await sealTrail(db, secrets);
});

describe('an unchanged chain', () => {
  it('is verified for each tenant separately, and continues', async () => {
    expect(await verify()).toMatchObject({
      proven: ROWS,
      waiting: 0,
      faults: 0,
      problem: null,
      head: { seq: BigInt(ROWS) },
    });
    await write();
    expect(await verify()).toMatchObject({ proven: ROWS, waiting: 1, problem: null });
    expect(await sealTrail(db, secrets)).toBe(1);
    expect(await verify()).toMatchObject({ proven: ROWS + 1, waiting: 0, problem: null });
    expect(await verify('111111')).toMatchObject({ proven: 1, problem: null });
    expect(await verify('222222')).toMatchObject({ proven: 0, head: null, problem: null });
  });

  it('includes rows that commit late, and many written and sealed in parallel', async () => {
    let commit = () => {};
    const open = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const late = program.tx(async (tx) => {
      await record(tx, testActor(), { action: 'late', objectType: 'a/b', objectId: 2n });
      await open;
    });
    const many = Promise.all(Array.from({ length: 30 }, (_, n) => write(n % 2 === 0 ? '000000' : '111111')));
    await Promise.all([many, sealTrail(db, secrets), sealTrail(db, secrets)]);
    await sealTrail(db, secrets);
    commit();
    await late;
    await sealTrail(db, secrets);
    expect(await verify()).toMatchObject({ proven: ROWS + 16, waiting: 0, problem: null });
    expect(await verify('111111')).toMatchObject({ proven: 16, waiting: 0, problem: null });
  });

  it('is longer than a batch', async () => {
    await program.tx(async (tx) => {
      for (let n = 0; n < 2500; n += 1)
        await record(tx, testActor(), { action: 'b', objectType: 'c', objectId: String(n), after: { n, name: '号' } });
    });
    expect(await sealTrail(db, secrets)).toBe(2500);
    expect(await verify()).toMatchObject({ proven: ROWS + 2500, problem: null });
  });
});

describe('the first row that is not as it was sealed is named', () => {
  it.each([
    ['a word of it', `update audit_log set after = '{"name":"y"}'`],
    ['who it was', `update audit_log set account = 'somebody'`],
    ['its time', `update audit_log set create_time = create_time + interval '1 second'`],
    ['its tenant', `update audit_log set tenant_id = '111111'`],
  ])('when %s was changed', async (_what, change) => {
    const [, , third] = await ids();
    await tamper(`${change} where id = ${third}`);
    expect((await verify()).problem).toMatchObject({ fault: 'changed', id: third });
  });

  it('when it was removed, with its link or without', async () => {
    const [, second, third] = await ids();
    await tamper(`delete from audit_log where id = ${third}`);
    expect((await verify()).problem).toMatchObject({ fault: 'removed', id: third });
    await tamper(`delete from audit_log where id = ${second}; delete from audit_link where audit_id = ${second}`);
    expect((await verify()).problem).toMatchObject({ fault: 'broken', id: third });
  });

  it('when two changed places, in the trail or in the chain', async () => {
    const [, second, third] = await ids();
    await tamper(`update audit_link set seq = 100 where audit_id = ${second}; update audit_link set seq = 2 where audit_id = ${third};
      update audit_link set seq = 3 where audit_id = ${second}`);
    expect((await verify()).problem).toMatchObject({ fault: 'changed', id: third });
  });

  it('when one was inserted before sealed rows', async () => {
    await tamper(`insert into audit_log (tenant_id, user_id, account, action, object_type, object_id, create_time)
      values ('000000', 1, 'a', 'b', 'c', '1', now() - interval '2 hours')`);
    const inserted = (await ids()).at(-1);
    await sealTrail(db, secrets);
    expect((await verify()).problem).toMatchObject({ fault: 'inserted', id: inserted });
  });

  it('when one was put in with the present time, with the stamp of another or none', async () => {
    const columns = 'tenant_id, user_id, account, ip, action, object_type, object_id, before, after, reason, asked';
    const [first] = await ids();
    for (const stamp of ["''", "'0.0'", 'stamp']) {
      await sql(`insert into audit_log (${columns}, trace_id, user_agent, stamp)
        select ${columns}, trace_id, user_agent, ${stamp} from audit_log where id = ${first}`);
      await sealTrail(db, secrets);
      const inserted = (await ids()).at(-1);
      expect((await verify()).problem, stamp).toMatchObject({ fault: 'inserted', id: inserted });
      await tamper(`delete from audit_log where id = ${inserted}; delete from audit_link where audit_id = ${inserted};
        update audit_head h set (seq, hash) = (select seq, hash from audit_link l where l.tenant_id = h.tenant_id order by seq desc limit 1)`);
    }
  });

  it('when its end was cut off, or the key is another', async () => {
    const fifth = (await ids()).at(-1);
    await tamper(`delete from audit_log where id = ${fifth}; delete from audit_link where audit_id = ${fifth}`);
    expect((await verify()).problem).toMatchObject({ fault: 'cut' });
    await tamper(
      `update audit_head set seq = 4, hash = (select hash from audit_link where tenant_id = '000000' and seq = 4) where tenant_id = '000000'`,
    );
    expect((await verify()).problem).toMatchObject({ fault: 'cut' });
    const others = await openSecrets({ key: randomBytes(32), dataDir: tmpdir() });
    expect((await verifyTrail(db, others, '111111')).problem).toMatchObject({ fault: 'changed' });
  });
});

it('a chain is followed to its end, past every fault', async () => {
  const [, second, , fourth] = await ids();
  await tamper(
    `update audit_log set account = 'somebody' where id = ${second}; delete from audit_log where id = ${fourth}`,
  );
  await write();
  await sealTrail(db, secrets);
  expect(await verify()).toMatchObject({ proven: ROWS - 1, faults: 2, problem: { fault: 'changed', id: second } });
  await tamper(`delete from audit_link where audit_id = ${fourth}`);
  expect(await verify()).toMatchObject({ proven: ROWS - 2, faults: 2, problem: { fault: 'changed', id: second } });
  await tamper(`delete from audit_link where audit_id = ${second}`);
  expect(await verify()).toMatchObject({ proven: ROWS - 3, faults: 2, problem: { fault: 'broken' } });
  await tamper(`update audit_head set seq = seq + 1 where tenant_id = '000000'`);
  expect(await verify()).toMatchObject({ proven: ROWS - 3, faults: 3, problem: { fault: 'broken' } });
});

it('misses the trail of a tenant that was removed as a whole, with its head and its proof', async () => {
  const gone = `delete from audit_log where tenant_id = '111111'; delete from audit_link where tenant_id = '111111';
    delete from audit_head where tenant_id = '111111'; delete from audit_proof where tenant_id = '111111'`;
  await tamper(gone);
  expect(await trailTenants(db)).toContain('111111');
  expect((await verify('111111')).problem).toMatchObject({ fault: 'cut' });
  expect((await verify()).problem).toBeNull();
  // Nor does it help to remove its length, or to continue sealing.
  await tamper(`update audit_seal set lengths = lengths - '111111'`);
  expect((await verify('111111')).problem).toMatchObject({ fault: 'cut' });
  await write('111111');
  await sealTrail(db, secrets);
  expect((await verify('111111')).problem).toMatchObject({ fault: 'cut' });
});

it('neither trail nor chain is altered by ordinary means', async () => {
  await expect(sql('delete from audit_link')).rejects.toThrow('append-only');
  await expect(sql(`update audit_log set account = 'x'`)).rejects.toThrow('append-only');
});
