import { proofChecks } from '@trade-assistant/contract/areas/finance/proof-checks.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, it } from 'vitest';
import { charge, LEDGER_CHECKS, rechargePass, revenue } from '../../engines/money/ledger/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { testApp } from '../../testing/app.ts';
import { BUSINESS_CHECKS, timers } from './proof.ts';

const product = await testApp();
await product.work();
const finance = await product.staff('finance');
const agent = await product.agent({ name: 'Dune Trading' });
// Old enough to be covered by a root.
const paid = { userId: agent.id, amount: parseMoney('7'), methodCode: 'test', bizType: 'test', idemKey: 'first' };
const at = new Date(Date.now() - 2 * 3_600_000);
await product.db.tx((tx) => rechargePass(tx, systemActor('000000'), { ...paid, at }));
afterAll(() => product.close());

const data = async (call: string, query = {}) => (await finance.get(`finance/proof/${call}`, query)).body.data;
const newest = async () => (await data('list')).records[0];
const nightly = () => timers[0]?.run(product.app);
/** Changes a row with the rights of the database owner. */
const forge = (table: string, statement: string) =>
  product.db.pool.query(
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  );

describe('the ledger verification', () => {
  it('has words for each of its checks', () => {
    const dialect = new PgDialect();
    const names = [...LEDGER_CHECKS, ...BUSINESS_CHECKS].map(
      (check) => /'([\w-]+)'\s+as "check"/.exec(dialect.sqlToQuery(check).sql)?.[1] ?? 'nameless',
    );
    expect(names.filter((name) => !Object.hasOwn(proofChecks, name))).toEqual([]);
    expect(names.length).toBeGreaterThan(25);
  });

  it('answers 404 for an unknown run and 400 for a malformed digest', async () => {
    expect((await finance.get('finance/proof/findings', { id: '999' })).status).toBe(404);
    const { body } = await finance.get('finance/proof/compare', { kept: 'ab' }, { lang: 'en' });
    expect([body.code, body.msg]).toEqual([400, expect.stringContaining('64 hexadecimal digits')]);
  });

  it('is late some time after the first journal or the last run, and runs on request', async () => {
    expect(await data('state')).toMatchObject({ id: null, ok: true, isLate: false, maxHours: 36 });
    const { body } = await finance.post('finance/proof/run');
    const task = async () => (await finance.get('desk/task/progress', { taskNo: body.data.taskNo })).body.data;
    await expect.poll(async () => (await task()).result).toMatchObject({ ok: true, count: 0 });
    expect((await task()).done).toBe((await task()).total);
    expect(await data('state')).toMatchObject({ ok: true, isLate: false, mismatchCount: 0 });
    expect(await newest()).toMatchObject({ ok: 1, mismatchCount: 0, operatorName: finance.account });
    for (let time = 0; time < 10; time += 1) await nightly();
    expect((await data('state')).id).toBe((await newest()).id);
    const age = (hours: number) =>
      product.db.pool.query(`update fin_proof set create_time = create_time - make_interval(hours => $1)`, [hours]);
    await age(37);
    expect(await data('state')).toMatchObject({ ok: true, isLate: true });
    await age(-37);
  });

  it('compares a kept root with the ledger and the record', async () => {
    await nightly();
    const { root, lastJournalId, id } = await newest();
    const compare = async (kept: string) => (await finance.get('finance/proof/compare', { kept })).body.data;
    const known = { journalId: lastJournalId, proofId: id, recorded: root };
    expect(await compare(root)).toMatchObject({ outcome: 'same', now: root, ...known });
    expect(await compare(`${lastJournalId}: ${root.toUpperCase()}`)).toMatchObject({ outcome: 'same', ...known });
    expect(await compare('0'.repeat(64))).toMatchObject({ outcome: 'unknown', journalId: null });
    // The record was rewritten: the copy with its journal number reveals it.
    expect(await compare(`${lastJournalId}:${'0'.repeat(64)}`)).toMatchObject({ outcome: 'changed', now: root });
    // Later postings do not change it.
    await product.db.tx((tx) =>
      charge(tx, systemActor('000000'), {
        userId: agent.id,
        amount: parseMoney('1'),
        to: revenue('whatsapp'),
        bizType: 'test',
        idemKey: 'later',
      }),
    );
    expect(await compare(root)).toMatchObject({ outcome: 'same' });
  });

  it('names the wallet of a forged row, notifies finance and the log, and clears when it is corrected', async () => {
    const move = (by: number) =>
      forge('fin_wallet', `update fin_wallet set balance = balance + ${by} where user_id = ${agent.id} and kind = 1`);
    await move(1);
    await nightly();
    await product.app.audit.flush();
    const bad = await newest();
    expect(bad).toMatchObject({ ok: 0, mismatchCount: 1 });
    expect(await data('state')).toMatchObject({ id: bad.id, ok: false, mismatchCount: 1 });
    expect(await data('findings', { id: bad.id })).toEqual([
      expect.objectContaining({
        check: 'wallet-differs-from-entries',
        userId: String(agent.id),
        userName: 'Dune Trading',
        walletKind: 1,
        tenantId: '000000',
        expected: '6000000',
        actual: '6000001',
      }),
    ]);
    const { rows } = await product.db.pool.query(`select log_level from log_usual where log_id = 'LEDGER_MISMATCH'`);
    expect(rows).toEqual([{ log_level: 'error' }]);
    const [message] = (await finance.get('message/my/list')).body.data.records;
    expect(message).toMatchObject({ route: `/finance/proof/index?record=${bad.id}` });
    await move(-1);
    await nightly();
    expect(await data('state')).toMatchObject({ ok: true });
  });

  it('names the journal of a forged entry', async () => {
    const { rows } = await product.db.pool.query(
      `select id::text, journal_no as no from fin_journal where idem_key = 'later'`,
    );
    const remark = (text: string) =>
      forge('fin_journal', `update fin_journal set operator_name = '${text}' where id = ${rows[0].id}`);
    const before = (await product.db.pool.query(`select operator_name from fin_journal where id = ${rows[0].id}`))
      .rows[0];
    await remark('Nobody');
    await nightly();
    const found = await data('findings', { id: (await newest()).id });
    expect(found).toContainEqual(
      expect.objectContaining({
        check: 'entry-changed',
        journalNo: rows[0].no,
        userId: String(agent.id),
        walletKind: 1,
      }),
    );
    await remark(before.operator_name);
    await nightly();
    expect((await newest()).ok).toBe(1);
  });
});
