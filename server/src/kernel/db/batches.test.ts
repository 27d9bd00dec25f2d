import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { testDb } from '../testing/index.ts';
import { deleteInBatches, updateInBatches } from './batches.ts';

const ROWS = 2500;

const db = await testDb();
await db.pool.query(`
  create table due as select n, n % 2 = 0 as is_even, null::xid8 as done from generate_series(1, ${ROWS}) n;
  create table deleted (by xid8);
  create function note() returns trigger language plpgsql as $$ begin
    insert into deleted values (pg_current_xact_id()); return null; end $$;
  create trigger note after delete on due for each statement execute function note()`);
afterAll(() => db.close());

it('changes due rows in transactions of a thousand, and skips locked rows', async () => {
  const due = sql`is_even and done is null`;
  await db.tx(async (tx) => {
    await tx.execute(sql`select from due where n = 2 for update`);
    expect(await updateInBatches(db, 'due', sql`done = pg_current_xact_id()`, due)).toBe(ROWS / 2 - 1);
  });
  expect((await db.pool.query('select count(distinct done)::int as n from due')).rows).toEqual([{ n: 2 }]);
  expect(await updateInBatches(db, 'due', sql`done = pg_current_xact_id()`, due)).toBe(1);
});

it('deletes due rows in the same way', async () => {
  expect(await deleteInBatches(db, 'due', sql`n > 1`)).toBe(ROWS - 1);
  expect((await db.pool.query('select n from due')).rows).toEqual([{ n: 1 }]);
  expect((await db.pool.query('select count(distinct by)::int as n from deleted')).rows).toEqual([{ n: 3 }]);
});

it.each([
  ['inv_outbound', `status = 1 and reserve_expire_time < now()`, 'inv_outbound_reserved'],
  ['auth_token', `kind = 1 and expires_at < now() - interval '1 day'`, 'auth_token_access_expires'],
  ['auth_token', `nonce is not null and used_at < now() - interval '1 minute'`, 'auth_token_nonce'],
  ['auth_session', `least(expires_at, coalesce(ended_at, expires_at)) < now()`, 'auth_session_over'],
  ['auth_totp', `confirmed_at is null and create_time < now()`, 'auth_totp_unconfirmed'],
  ['prc_price', `status = 2 and effective_time <= now() and deleted_at is null`, 'prc_price_'],
  ['prc_price', `status in (0, 1, 2) and expire_time <= now() and deleted_at is null`, 'prc_price_ending'],
])('rows of %s that are due (%s) are found by an index of them', async (table, where, index) => {
  const plan = await db.tx(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(sql.raw(`explain select from ${table} where ${where}`));
  });
  expect(JSON.stringify(plan.rows)).toContain(index);
});
