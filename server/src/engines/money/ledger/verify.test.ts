import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  assertLedgerVerified,
  charge,
  hold,
  type Mismatch,
  payoutPaid,
  refund,
  verifyAndRecord,
  verifyLedger,
} from './index.ts';
import { actor, expectLedgerVerified, money, newKey, newUser, refusalOf, WHATSAPP } from './ledger-fixture.ts';

const { db, close } = await testDb();
const userId = await newUser(db, '100');
await db.tx((tx) =>
  charge(tx, actor, { userId, amount: money('5'), to: WHATSAPP, bizType: 'test', idemKey: newKey() }),
);
await db.tx((tx) => hold(tx, actor, { userId, amount: money('9'), bizType: 'test', idemKey: newKey() }));
afterAll(() => close());

/** Returns the verification's findings after a manipulation with full database rights, which is rolled back. */
async function differing(...statements: string[]): Promise<Mismatch[]> {
  let found: Mismatch[] = [];
  const undo = new Error('undo');
  await db
    .tx(async (tx) => {
      await tx.execute(`set local ledger.posting = 'on'`);
      for (const table of ['fin_journal', 'fin_entry', 'finance_log', 'fin_hold', 'fin_wallet', 'fin_proof']) {
        await tx.execute(`alter table ${table} disable trigger user`);
      }
      for (const statement of statements) await tx.execute(statement);
      found = await verifyLedger(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

/** Returns the checks that find it. */
async function tampered(...statements: string[]): Promise<Mismatch['check'][]> {
  const found = await differing(...statements);
  return [...new Set(found.map(({ check }) => check))].sort();
}

it('finds nothing in an honest ledger', () => expectLedgerVerified(db));

it('finds a changed balance', async () => {
  expect(await tampered(`update fin_wallet set balance = balance + 1 where kind = 1`)).toEqual([
    'wallet-differs-from-entries',
  ]);
});

it('finds a changed entry', async () => {
  expect(
    await tampered(`update fin_entry set amount = amount + 1, balance_after = balance_after - 1
      where owner_user_id is not null and direction = 1`),
  ).toEqual([
    'books-unbalanced',
    'chain-gap',
    'entry-changed',
    'journal-changed',
    'journal-unbalanced',
    'log-differs-from-entries',
    'wallet-differs-from-entries',
  ]);
});

it('finds a journal without entries', async () => {
  expect(await tampered('delete from fin_entry where journal_id = (select max(id) from fin_journal)')).toContain(
    'journal-unbalanced',
  );
});

it('finds a manipulated hold', async () => {
  expect(await tampered('update fin_hold set captured = amount, status = 1')).toEqual([
    'hold-differs-from-journals',
    'hold-wallet-differs-from-holds',
  ]);
});

it('finds a removed finance log row', async () => {
  expect(await tampered('delete from finance_log where id = (select max(id) from finance_log)')).toEqual([
    'log-differs-from-entries',
  ]);
});

it('finds totals of a user that differ from the log', async () => {
  for (const total of ['recharged', 'consumed', 'withdrawn']) {
    expect(await tampered(`update fin_wallet set ${total} = ${total} + 1 where kind = 1`), total).toEqual([
      'totals-differ-from-log',
    ]);
  }
});

it('finds a hold that is open with nothing left, closed with something left, or exceeded', async () => {
  const lift = ['fin_hold_status_true', 'fin_hold_not_exceeded'].map(
    (constraint) => `alter table fin_hold drop constraint ${constraint}`,
  );
  expect(await tampered(...lift, 'update fin_hold set status = 2')).toEqual(['hold-exceeded']);
  expect(await tampered(...lift, 'update fin_hold set captured = amount')).toContain('hold-exceeded');
  expect(await tampered(...lift, 'update fin_hold set captured = amount + 1, status = 1')).toContain('hold-exceeded');
});

it('finds refunds above the charge, in total or of the bonus', async () => {
  const charged = { userId, amount: money('2'), to: WHATSAPP, bizType: 'test', idemKey: newKey() };
  const { journalId } = await db.tx((tx) => charge(tx, actor, charged));
  await db.tx((tx) => refund(tx, actor, { journalId, amount: money('1'), idemKey: newKey() }));
  await expectLedgerVerified(db);
  const refunds = `reversal_of = ${journalId}`;
  expect(await tampered(`update fin_journal set bonus_amount = 1 where ${refunds}`)).toContain('refund-exceeds-charge');
  expect(await tampered(`update fin_journal set ${refunds} where event_code = 'RECHARGE_PASS'`)).toContain(
    'refund-exceeds-charge',
  );
});

it('finds entries of a month without a partition', async () => {
  expect(await tampered(`update fin_entry set create_time = '2001-01-15T00:00:00Z'`)).toContain('entry-outside-months');
});

describe('the chain of each wallet', () => {
  const LOOSE = ['fin_entry_arithmetic', 'fin_entry_wallet_complete'].map(
    (constraint) => `alter table fin_entry drop constraint ${constraint}`,
  );
  /** Returns another value of the same type. */
  const otherwise = (column: string, type: string): string => {
    if (type === 'jsonb') return `${column} || '["7"]'`;
    if (type === 'bytea') return `set_byte(${column}, 0, 255 - get_byte(${column}, 0))`;
    if (type.startsWith('timestamp')) return `${column} + interval '1 millisecond'`;
    if (column === 'direction') return '3 - direction';
    if (column === 'wallet_kind') return '3';
    return type === 'text' ? `coalesce(${column}, '') || 'x'` : `coalesce(${column}, 0) + 10`;
  };
  const columnsOf = async (table: string) =>
    (
      await db.pool.query<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns where table_name = $1`,
        [table],
      )
    ).rows;

  it('names a changed journal, whichever column changed', async () => {
    const { rows } = await db.pool.query(`select min(id)::text as id from fin_journal where biz_type = 'test'`);
    const { id } = rows[0];
    const rules = await db.pool.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = 'fin_journal'::regclass and contype in ('c', 'f')`,
    );
    const loose = rules.rows.map(({ name }) => name);
    for (const { name, type } of await columnsOf('fin_journal')) {
      if (name === 'id') continue;
      const found = await differing(
        ...loose.map((constraint) => `alter table fin_journal drop constraint ${constraint}`),
        `update fin_journal set ${name} = ${otherwise(name, type)} where id = ${id}`,
      );
      expect(
        found.map(({ check }) => check),
        name,
      ).toContain('journal-changed');
      const ofChain = ['chain_slot', 'chain_no', 'hash'].includes(name);
      const where = found.filter(({ check }) => check === 'entry-changed' || check === 'entry-differs-from-journal');
      expect(where.length > 0, name).toBe(!ofChain);
      for (const { key } of where) expect(key, name).toMatch(new RegExp(` ${id}$`));
    }
  });

  it('names a changed entry of a wallet or of the platform, whichever column changed', async () => {
    const { rows } = await db.pool.query(`select min(id)::text as id from fin_journal where biz_type = 'test'`);
    const { id } = rows[0];
    for (const { name, type } of await columnsOf('fin_entry'))
      for (const owner of ['is null', 'is not null']) {
        if (owner === 'is null' && /^(owner_user_id|wallet_kind|balance_|hash)/.test(name)) continue;
        if (name === 'journal_id') continue;
        const found = await differing(
          ...LOOSE,
          `update fin_entry set ${name} = ${otherwise(name, type)} where journal_id = ${id} and owner_user_id ${owner}`,
        );
        const [first] = found.filter(
          ({ check }) => check === 'entry-changed' || check === 'entry-differs-from-journal',
        );
        expect(String(first?.key), `${name} ${owner}`).toMatch(new RegExp(` ${id}$`));
      }
  });

  it('reveals a completely rewritten history by a kept root', async () => {
    await db.pool.query(`insert into fin_proof (ok, journal_count, duration_ms, operator_name, last_journal_id, root)
      select 1, 0, 0, 'test', max(id), fin_root(max(id)) from fin_journal`);
    const again = `
      with recursive ordered as (
        select e.*, row_number() over (partition by owner_user_id, wallet_kind order by journal_id, seq) as place
        from fin_entry e where owner_user_id is not null
      ), linked as (
        select journal_id, seq, owner_user_id, wallet_kind, place, sha256('another') as link from ordered where place = 1
        union all
        select o.journal_id, o.seq, o.owner_user_id, o.wallet_kind, o.place, sha256(l.link) from linked l
        join ordered o on o.owner_user_id = l.owner_user_id and o.wallet_kind = l.wallet_kind and o.place = l.place + 1
      )
      update fin_entry e set hash = link from linked l where l.journal_id = e.journal_id and l.seq = e.seq`;
    expect(await tampered(again)).toEqual(['chain-end-differs', 'entry-changed', 'root-differs']);
  });
});

describe('the chains of journals', () => {
  /** A journal that touches no wallet, with others of its kind before and after it. */
  let paid: bigint;
  beforeAll(async () => {
    const journals: bigint[] = [];
    for (const _ of [1, 2, 3])
      journals.push(
        await db.tx(async (tx) => {
          const input = {
            channel: 'sandbox',
            methodCode: 'usdt',
            amount: money('3'),
            fee: money('1'),
            bizType: 'test',
          };
          return (await payoutPaid(tx, actor, { ...input, idemKey: newKey() })).journalId;
        }),
      );
    paid = journals[1] ?? 0n;
    await expectLedgerVerified(db);
  });
  const columns = async (table: string, but: string) =>
    (
      await db.pool.query<{ names: string }>(
        `select string_agg(column_name, ', ') as names from information_schema.columns
        where table_name = $1 and column_name <> $2 and is_generated = 'NEVER'`,
        [table, but],
      )
    ).rows[0]?.names ?? '';

  it('reveal a journal without a wallet that was removed, moved, rewritten or duplicated', async () => {
    const entries = `delete from fin_entry where journal_id = ${paid}`;
    expect(await tampered(entries, `delete from fin_journal where id = ${paid}`)).toEqual(['journal-changed']);
    const later = `create_time = create_time + interval '1 second'`;
    expect(
      await tampered(
        `update fin_journal set ${later} where id = ${paid}`,
        `update fin_entry set ${later} where journal_id = ${paid}`,
      ),
    ).toEqual(['journal-changed']);
    const more = 'amount = amount + 1';
    expect(
      await tampered(
        `update fin_journal set total_amount = total_amount + 1 where id = ${paid}`,
        `update fin_entry set ${more} where journal_id = ${paid} and (direction = 1 or account_code = 'p:fee_income')`,
      ),
    ).toEqual(['journal-changed']);
    const own = await columns('fin_journal', 'id');
    const copied = own
      .split(', ')
      .map((name) => (name === 'journal_no' || name === 'idem_key' ? `${name} || '-2'` : name))
      .join(', ');
    const lines = await columns('fin_entry', 'journal_id');
    expect(
      await tampered(
        `insert into fin_journal (${own}) select ${copied} from fin_journal where id = ${paid}`,
        `insert into fin_entry (journal_id, ${lines})
          select (select max(id) from fin_journal), ${lines} from fin_entry where journal_id = ${paid}`,
      ),
    ).toEqual(['journal-changed']);
  });

  it('reveal a removed last journal of a wallet, although balance, log and link were set back too', async () => {
    const user = await newUser(db, '7');
    await db.tx((tx) =>
      charge(tx, actor, { userId: user, amount: money('2'), to: WHATSAPP, bizType: 'test', idemKey: newKey() }),
    );
    const last = `(select max(journal_id) from finance_log where user_id = ${user})`;
    expect(
      await tampered(
        `update fin_wallet set balance = balance + 2000000, consumed = 0, chain_head = (select hash from fin_entry
          where owner_user_id = ${user} order by journal_id limit 1) where user_id = ${user} and kind = 1`,
        `delete from fin_entry where journal_id = ${last}`,
        `delete from fin_journal where id = ${last}`,
        `delete from finance_log where journal_id = ${last}`,
      ),
    ).toEqual(['journal-chain-end-differs']);
  });

  it('require their heads', async () => {
    expect(await tampered(`delete from fin_chain where tenant_id <> '*'`)).toEqual(['journal-chain-end-differs']);
    expect(await tampered(`update fin_chain set head = sha256('x') where tenant_id <> '*'`)).toEqual([
      'journal-chain-end-differs',
    ]);
  });

  it('allow as many parallel postings as connections, and stay whole', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => newUser(db, '9')));
    await Promise.all(
      users.flatMap((user) =>
        [1, 2, 3, 4].map(() =>
          db.tx((tx) =>
            charge(tx, actor, { userId: user, amount: money('1'), to: WHATSAPP, bizType: 'test', idemKey: newKey() }),
          ),
        ),
      ),
    );
    await expectLedgerVerified(db);
  });
});

describe('finance log, paths and holds', () => {
  it('are compared column by column with the entries, except for the remark and the name', async () => {
    const free = ['id', 'remark', 'user_name', 'owner_path'];
    const { rows } = await db.pool.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns where table_name = 'finance_log'`,
    );
    const rules = await db.pool.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = 'finance_log'::regclass and contype = 'c'`,
    );
    const loose = rules.rows.map(({ name }) => `alter table finance_log drop constraint ${name}`);
    const changed = (name: string, type: string) => {
      if (type.startsWith('timestamp')) return `${name} + interval '1 millisecond'`;
      return type === 'text' ? `coalesce(${name}, '') || 'x'` : `coalesce(${name}, 0) + 1`;
    };
    const last = '(select max(id) from finance_log)';
    for (const { name, type } of rows.filter((column) => !free.includes(column.name)))
      expect(
        await tampered(...loose, `update finance_log set ${name} = ${changed(name, type)} where id = ${last}`),
        name,
      ).toContain('log-differs-from-entries');
    expect(await tampered(`update finance_log set remark = 'x', user_name = 'y' where id = ${last}`)).toEqual([]);
  });

  it('have the current path of their user, like wallets', async () => {
    await db.pool.query(
      `insert into sys_user (id, tenant_id, account, name, real_name, password_hash, user_type, owner_path, invite_code)
      overriding system value values ($1, '000000', 'somebody', 'Somebody', 'Somebody', '', 2, $2, 'INVITE01')`,
      [userId, `/${userId}/`],
    );
    await expectLedgerVerified(db);
    for (const table of ['fin_wallet', 'finance_log'])
      expect(await tampered(`update ${table} set owner_path = '/1' || owner_path where user_id = ${userId}`)).toEqual([
        'path-differs-from-user',
      ]);
  });

  it('include holds with the figures of their journals', async () => {
    for (const column of ['bonus_amount', 'bonus_captured', 'captured', 'released', 'amount'])
      expect(
        await tampered(
          'alter table fin_hold drop constraint fin_hold_bonus_not_exceeded',
          'alter table fin_hold drop constraint fin_hold_not_exceeded',
          ...['fin_hold_check', 'fin_hold_check1', 'fin_hold_check2'].map(
            (name) => `alter table fin_hold drop constraint if exists ${name}`,
          ),
          `update fin_hold set ${column} = ${column} + 1`,
        ),
        column,
      ).toContain('hold-differs-from-journals');
  });
});

describe('a recorded verification', () => {
  it('cannot be changed or removed unnoticed', async () => {
    for (const _ of [1, 2, 3]) await record();
    await expectLedgerVerified(db);
    for (const change of [
      'ok = 1 - ok',
      `mismatches = '[1]'`,
      'journal_count = journal_count + 1',
      `create_time = create_time + interval '1 hour'`,
      `root = 'x'`,
      `operator_name = 'x'`,
    ])
      expect(
        await tampered(`update fin_proof set ${change} where id = (select min(id) from fin_proof)`),
        change,
      ).toContain('proof-changed');
    for (const which of ['max', 'min'])
      expect(await tampered(`delete from fin_proof where id = (select ${which}(id) from fin_proof)`), which).toEqual([
        'proof-changed',
      ]);
    expect(await tampered('delete from fin_proof')).toEqual(['proof-changed']);
  });

  const record = () => db.tx((tx) => verifyAndRecord(tx, actor));
  const last = async () =>
    (await db.pool.query('select ok, mismatches, operator_name from fin_proof order by id desc limit 1')).rows[0];

  it('blocks outgoing money while it is bad, and permits it again afterwards', async () => {
    expect(await refusalOf(db, (tx) => assertLedgerVerified(tx))).toBeNull();
    await record();
    expect(await last()).toEqual({ ok: 1, mismatches: [], operator_name: actor.account });
    expect(await refusalOf(db, (tx) => assertLedgerVerified(tx))).toBeNull();
    const move = async (by: number) => {
      const client = await db.pool.connect();
      await client.query(
        `begin; set local ledger.posting = 'on'; update fin_wallet set balance = balance + ${by} where kind = 1 and user_id = ${userId}; commit`,
      );
      client.release();
    };
    await move(1);
    const { found } = await record();
    expect(found).toHaveLength(1);
    expect(await last()).toEqual({ ok: 0, mismatches: found, operator_name: actor.account });
    expect(await refusalOf(db, (tx) => assertLedgerVerified(tx))).toBe('LEDGER_MISMATCH');
    await move(-1);
    await record();
    expect(await refusalOf(db, (tx) => assertLedgerVerified(tx))).toBeNull();
  });
});
