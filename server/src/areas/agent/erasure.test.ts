import { afterAll, describe, expect, it } from 'vitest';
import { ERASED_COLUMNS, KEPT } from '../../engines/customers/erasure/index.ts';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { createRental } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { PIXEL } from '../../testing/pixel.ts';
import { orderedRecharge } from '../../testing/recharges.ts';
import { documents } from '../../testing/verifications.ts';

const product = await testApp();
const compliance = await product.staff('compliance');
const checker = await product.staff('finance_check');
await product.work();
afterAll(() => product.close());

const query = async (text: string, values: unknown[] = []) => (await product.db.pool.query(text, values)).rows;
const ask = (who: Pick<TestUser, 'post'>, user: TestUser, more: object = {}) =>
  who.post('agent/user/erase', { id: String(user.id), reason: 'Asked for it in writing', ...more }, { lang: 'en' });
const pass = (who: TestUser, ids: string) => who.post('desk/approval/pass', { ids });
const adjust = async (user: TestUser, money: string) => {
  const body = { ids: String(user.id), money, reason: 'Correction' };
  expect((await product.admin.post('agent/user/manual-update-balance', body)).status).toBe(200);
};
/** Waits for the task of the deciding user. */
const erased = async (who: TestUser) => {
  const states = async () =>
    (await query('select state from kernel_task where owner_id = $1', [who.id])).map((row) => row.state);
  await expect.poll(states).toEqual((await states()).map(() => 3));
};

describe('erasing a person', () => {
  it('needs a reason and an existing person other than the requester', async () => {
    const user = await product.agent();
    expect((await ask(compliance, user, { reason: ' ' })).status).toBe(400);
    expect((await ask(compliance, user, { id: '999999' })).status).toBe(404);
    expect(
      (await product.admin.post('system/user/erase', { id: String(product.admin.id), reason: 'x' })).body.bizCode,
    ).toBe('ERASE_OWN');
  });

  it('is refused while business is open, and lists the open items with quantities', async () => {
    const user = await product.agent();
    await adjust(user, '7');
    await product.agent({ parent: user });
    const { body } = await ask(compliance, user);
    expect(body).toMatchObject({ code: 400, bizCode: 'ERASURE_BLOCKED' });
    expect(body.msg).toMatch(/balance 7\.00 USDT, 1 account below$/);
    expect(await query('select 1 from apr_request where create_user = $1', [compliance.id])).toEqual([]);
  });

  it('is refused while a number is rented, also overdue, and not after the lease ended', async () => {
    const user = await product.agent({ money: 1_000_000n });
    const { productId } = await createRental(product.db, { stock: 1 });
    const order = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
    expect((await user.post('agent/product/buy', order)).body.code).toBe(200);
    for (const [status, isKept] of [
      [1, true],
      [2, true],
      [3, false],
      [4, false],
    ] as const) {
      await query('update agt_lease set status = $2 where owner_id = $1', [user.id, status]);
      const { body } = await ask(compliance, user);
      expect([status, /rented/.test(body.msg)]).toEqual([status, isKept]);
      if (isKept) expect(body.bizCode).toBe('ERASURE_BLOCKED');
    }
  });

  it('runs after a second person approves: the user is locked out at once, and only an id remains', async () => {
    const user = await product.agent({ name: 'Ada Lovelace' });
    await adjust(user, '7');
    await adjust(user, '-7');
    await query(
      `update sys_user set phone = '+12025550101', email = 'ada@example.com', birthday = '1990-01-01', last_login_ip = '192.0.2.7' where id = $1`,
      [user.id],
    );
    await query(`insert into sys_user_preference (user_id, key, value) values ($1, 'look', '{}')`, [user.id]);
    await query(
      `insert into pay_wallet_address (tenant_id, user_id, user_name, network, address, status, cool_until)
      values ('000000', $1, 'Ada Lovelace', 1, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 1, now())`,
      [user.id],
    );
    await query(
      `insert into agt_verification (tenant_id, user_id, user_name, legal_name, id_card_no, card_last4, status)
      values ('000000', $1, 'Ada Lovelace', 'Ada King', 'sealed', '1234', 3)`,
      [user.id],
    );
    const rechargeId = await orderedRecharge(product, user);
    await query(`update pay_recharge set status = 5, payer_name = 'Ada King', payer_note = 'Call Ada' where id = $1`, [
      rechargeId,
    ]);
    const asked = await ask(compliance, user);
    expect(asked.body.code).toBe(200);
    expect((await ask(compliance, user)).body.bizCode).toBe('ERASURE_ASKED');
    const { approvalId } = asked.body.data;
    expect((await user.get('agent/user/balance')).status).toBe(200);
    expect((await pass(compliance, approvalId)).body.bizCode).toBe('SELF_APPROVAL');
    expect((await pass(await product.staff('finance'), approvalId)).status).toBe(403);
    // Money received since prevents the erasure.
    await adjust(user, '1');
    expect((await pass(checker, approvalId)).body.bizCode).toBe('ERASURE_BLOCKED');
    await adjust(user, '-1');
    expect((await pass(checker, approvalId)).status).toBe(200);
    // Every process is notified, each in its own time.
    await expect.poll(async () => (await user.get('agent/user/balance')).status).toBe(401);
    await erased(checker);
    const called = `#${user.id}`;
    const [row] = await query('select to_jsonb(u) as is from sys_user u where id = $1', [user.id]);
    expect(row?.is).toMatchObject({
      account: called,
      real_name: called,
      phone: '',
      email: '',
      birthday: null,
      status: 0,
      last_login_ip: '',
    });
    for (const table of ['sys_user_preference', 'pay_wallet_address', 'sys_user_role'])
      expect(await query(`select 1 from ${table} where user_id = $1`, [user.id]), table).toEqual([]);
    expect(await query(`select distinct user_name from finance_log where user_id = $1`, [user.id])).toEqual([
      { user_name: called },
    ]);
    expect(await query(`select legal_name, id_card_no from agt_verification where user_id = $1`, [user.id])).toEqual([
      { legal_name: called, id_card_no: '' },
    ]);
    expect(
      await query('select user_name, payer_name, payer_note from pay_recharge where id = $1', [rechargeId]),
    ).toEqual([{ user_name: called, payer_name: null, payer_note: null }]);
    expect(await query(`select distinct address from auth_session where user_id = $1`, [user.id])).toEqual([
      { address: '' },
    ]);
    // The ledger and the audit trail are still verified.
    expect((await product.admin.post('finance/proof/run', {})).status).toBe(200);
    const proofs = () => query('select ok from fin_proof');
    await expect.poll(proofs).toEqual([{ ok: 1 }]);
    expect(await query('select count(*)::int as n from finance_log where user_id = $1', [user.id])).toEqual([{ n: 4 }]);
    expect((await compliance.get('agent/user/detail', { id: String(user.id) })).status).toBe(404);
  });

  it('deletes the avatar and the pictures of documents', async () => {
    const user = await product.agent();
    const { body, headers } = multipart({}, { name: 'me.png', content: PIXEL });
    const avatar = (await user.post('resource/oss/endpoint/put-file', body, headers)).body.data.link;
    expect((await user.post('system/user/update-info', { avatar })).status).toBe(200);
    await user.post('agent/verification/save', await documents(user));
    const shown = async () => (await product.server.inject(avatar)).statusCode;
    const files = () => query('select 1 from kernel_file where owner_id = $1', [user.id]);
    expect([await shown(), (await files()).length]).toEqual([200, 2]);
    const { approvalId } = (await ask(compliance, user)).body.data;
    expect((await pass(checker, approvalId)).status).toBe(200);
    await erased(checker);
    expect([await shown(), (await files()).length]).toEqual([404, 0]);
  });

  it('restarts after an interruption, and ends once', async () => {
    const user = await product.agent({ name: 'Interrupted' });
    await adjust(user, '3');
    await adjust(user, '-3');
    await query(`insert into sys_user_preference (user_id, key, value) values ($1, 'look', '{}')`, [user.id]);
    const { approvalId } = (await ask(compliance, user)).body.data;
    // Another transaction locks a row of the finance log: the erasure reaches it and waits.
    const elsewhere = await product.db.pool.connect();
    try {
      await elsewhere.query('begin');
      await elsewhere.query('select from finance_log where user_id = $1 for update', [user.id]);
      expect((await pass(checker, approvalId)).status).toBe(200);
      const waiting = () =>
        query(`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%update finance_log%'`);
      await expect.poll(async () => (await waiting()).length).toBe(1);
      expect(await query('select 1 from sys_user_preference where user_id = $1', [user.id])).toEqual([]);
      await query('select pg_terminate_backend($1)', [(await waiting())[0]?.pid]);
      await elsewhere.query('rollback');
    } finally {
      elsewhere.release(true);
    }
    const task = async () =>
      (
        await query(
          `select state, attempt from kernel_task where job = 'people/erase' and input ->> 'userId' = $1 order by id`,
          [String(user.id)],
        )
      ).at(-1);
    await expect.poll(async () => (await task())?.state).toBe(0);
    await query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
    await expect.poll(task).toEqual({ state: 3, attempt: 2 });
    expect(await query('select distinct user_name from finance_log where user_id = $1', [user.id])).toEqual([
      { user_name: `#${user.id}` },
    ]);
    expect(await query('select account from sys_user where id = $1', [user.id])).toEqual([{ account: `#${user.id}` }]);
  });

  it('continues behind the last written row after an interruption within one table', async () => {
    const user = await product.agent({ name: 'Many' });
    await query(
      `insert into kernel_export_log (tenant_id, user_id, user_name, source, format, masked, ip)
       select '000000', $1, 'Many', 2, 'csv', 1, '192.0.2.7' from generate_series(1, 4500)`,
      [user.id],
    );
    const ids = (
      await query('select id::text from kernel_export_log where user_id = $1 order by kernel_export_log.id', [user.id])
    ).map(({ id }) => id);
    const { approvalId } = (await ask(compliance, user)).body.data;
    const elsewhere = await product.db.pool.connect();
    const task = async () =>
      (
        await query(
          `select state, attempt, checkpoint from kernel_task where job = 'people/erase' and input ->> 'userId' = $1`,
          [String(user.id)],
        )
      ).at(-1);
    try {
      await elsewhere.query('begin');
      await elsewhere.query('select from kernel_export_log where id = $1 for update', [ids[4200]]);
      expect((await pass(checker, approvalId)).status).toBe(200);
      const waiting = () =>
        query(
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%update kernel_export_log%'`,
        );
      await expect.poll(async () => (await waiting()).length).toBe(1);
      expect((await task())?.checkpoint).toMatchObject({
        place: 'kernel_export_log where user_id = $1',
        after: ids[3999],
      });
      await query('select pg_terminate_backend($1)', [(await waiting())[0]?.pid]);
      await elsewhere.query('rollback');
    } finally {
      elsewhere.release(true);
    }
    // A row behind the cursor that changed back is found by the next pass.
    await query(`update kernel_export_log set user_name = 'Late' where id = $1`, [ids[5]]);
    await expect.poll(async () => (await task())?.state).toBe(0);
    await query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
    await expect.poll(async () => (await task())?.state).toBe(3);
    expect(await query('select distinct user_name, ip from kernel_export_log where user_id = $1', [user.id])).toEqual([
      { user_name: `#${user.id}`, ip: '' },
    ]);
  });

  it('is the only way to change the name in the finance log', async () => {
    const user = await product.agent({ name: 'Grace' });
    await adjust(user, '1');
    const rename = (name: string) => query('update finance_log set user_name = $2 where user_id = $1', [user.id, name]);
    await expect(rename('Somebody else')).rejects.toThrow(/LEDGER_READONLY/);
    await expect(rename('#1')).rejects.toThrow(/LEDGER_READONLY/);
  });

  it('also works for staff, can be refused with a reason, and stays within its tenant', async () => {
    const clerk = await product.staff('support');
    const { body } = await product.admin.post('system/user/erase', { id: String(clerk.id), reason: 'Left us' });
    expect(
      (await checker.post('desk/approval/turn-down', { ids: body.data.approvalId, reason: 'Not yet' })).status,
    ).toBe(200);
    expect((await clerk.get('message/my/list')).status).toBe(200);
    const again = await product.admin.post('system/user/erase', { id: String(clerk.id), reason: 'Left us' });
    expect((await pass(checker, again.body.data.approvalId)).status).toBe(200);
    await expect.poll(async () => (await clerk.get('message/my/list')).status).toBe(401);
    await erased(checker);
    expect(await query('select real_name from sys_user where id = $1', [clerk.id])).toEqual([
      { real_name: `#${clerk.id}` },
    ]);
    expect(await query('select real_name from sys_user where id = $1', [compliance.id])).toEqual([
      { real_name: 'compliance' },
    ]);
  });
});

it('keeps the ledger verified, including movements of the person’s own money', async () => {
  const user = await product.agent({ money: 1_000_000n });
  const { productId } = await createRental(product.db, { stock: 1 });
  const order = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
  expect((await user.post('agent/product/buy', order)).body.code).toBe(200);
  await query('update agt_lease set status = 4 where owner_id = $1', [user.id]);
  await query(`update inv_outbound set warranty_until = now() - interval '1 day' where agent_id = $1`, [user.id]);
  const asked = await ask(compliance, user);
  expect(asked.body).toMatchObject({ code: 200 });
  expect((await pass(checker, asked.body.data.approvalId)).status).toBe(200);
  await erased(checker);
  const name = `#${user.id}`;
  expect(
    await query('select distinct user_name, operator_name from finance_log where operator_id = $1', [user.id]),
  ).toEqual([{ user_name: name, operator_name: name }]);
  expect(await mismatches(product)).toEqual([]);
});

it('every column with a customer’s name or data is overwritten, or stays for a given reason', async () => {
  const columns = await query(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join pg_class k on k.relname = c.table_name and k.relkind in ('r', 'p') and not k.relispartition
    where c.table_schema = 'public' and c.data_type in ('text', 'jsonb') and c.column_name
      ~ '^(user_name|agent_name|buyer_name|owner_name|beneficiary_name|from_user_name|payee_name|payer_name|holder_name|legal_name|real_name|phone|email|card_no|id_card_no|payee|avatar|user_agent|last_login_ip|payer_note|apply_note)$'`);
  const covers = (table: string, column: string) =>
    ERASED_COLUMNS.some(
      ({ table: name, set }) => name === table && (set === undefined || new RegExp(`\\b${column} =`).test(set)),
    );
  expect(columns.filter(({ table, column }) => !covers(table, column) && !(table in KEPT))).toEqual([]);
});
