import { afterAll, describe, expect, it } from 'vitest';
import { multipart } from '../../../engines/stock/inventory/stock-fixture.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { openRole } from '../../../testing/role.ts';
import { remindOfContracts } from './contracts.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

const product = await testApp();
const operations = await product.staff('admin');
const finance = await product.staff('finance');
afterAll(() => product.close());

const save = (who: Pick<TestUser, 'post'>, user: TestUser, more: object) =>
  who.post('agent/user/contract', { id: String(user.id), ...more }, { lang: 'en' });
const shown = async (who: TestUser, user: TestUser) =>
  (await who.get('agent/user/detail', { id: String(user.id) })).body.data;
/** Returns a day relative to today, in the tenant's time zone. */
const day = async (days: number): Promise<string> => {
  const { rows } = await product.db.pool.query(
    `select ((now() at time zone 'Asia/Shanghai')::date + $1::int)::text as day`,
    [days],
  );
  return rows[0].day;
};
const uploaded = async (who: TestUser): Promise<string> => {
  const { body, headers } = multipart({}, { name: 'contract.pdf', content: PDF });
  return (await who.post('agent/user/put-paper', body, headers)).body.data.link;
};

describe('the contract of an agent', () => {
  it('is written and read by holders of its permission only', async () => {
    const agent = await product.agent();
    const contract = {
      contractNo: 'HT-2026-7',
      contractStart: '2026-01-01',
      contractEnd: await day(12),
      contractNote: 'Net 30',
    };
    expect((await save(operations, agent, contract)).status).toBe(200);

    for (const who of [operations, finance])
      expect(await shown(who, agent)).toMatchObject({ ...contract, contractDaysLeft: 12, contractAttachIds: [] });
    await openRole(product.db, 'sees_agents', ['agent/user:view']);
    for (const who of [await product.staff('sees_agents'), agent]) {
      const row = await shown(who, agent);
      expect(row.account).toBe(agent.account);
      expect(Object.keys(row).filter((name) => name.startsWith('contract'))).toEqual([]);
      expect((await who.get('agent/user/lazy-page', { contractEnd_le: '2030-01-01' })).status).toBe(403);
    }
  });

  it('is refused at its field when it ends before its start, for a sub-user, and after a concurrent change', async () => {
    const agent = await product.agent();
    const dates = await save(operations, agent, { contractStart: '2026-02-02', contractEnd: '2026-02-01' });
    expect([dates.status, dates.body.bizCode]).toEqual([400, 'CONTRACT_DATES']);
    expect(dates.body.data.fields[0].field).toBe('contractEnd');
    const sub = await product.agent({ parent: agent, subUser: true });
    expect((await save(operations, sub, { contractNo: 'x' })).body.bizCode).toBe('CONTRACT_OF_AGENT');
    const { version } = await shown(operations, agent);
    expect((await save(operations, agent, { version, contractNo: 'a' })).status).toBe(200);
    expect((await save(operations, agent, { version, contractNo: 'b' })).body.bizCode).toBe('STALE_DATA');
    expect((await shown(operations, agent)).contractNo).toBe('a');
  });

  it('shows its papers by a row’s ticket, keeps the named ones and deletes the others', async () => {
    const agent = await product.agent();
    const [kept, dropped] = [await uploaded(operations), await uploaded(operations)];
    expect((await save(operations, agent, { contractAttachIds: [kept, dropped] })).status).toBe(200);
    const { contractAttachIds } = await shown(finance, agent);
    expect(contractAttachIds).toHaveLength(2);
    const answer = await product.server.inject({ url: contractAttachIds[0] });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(answer.rawPayload.equals(PDF)).toBe(true);
    expect((await product.server.inject({ url: contractAttachIds[0].split('&')[0] })).statusCode).toBe(404);

    expect((await save(operations, agent, { contractAttachIds: [contractAttachIds[0]] })).status).toBe(200);
    const { rows } = await product.db.pool.query(
      `select expires_at is null as kept from kernel_file where source = 'agent/user/put-paper' order by id desc limit 2`,
    );
    expect(rows.map((row) => row.kept)).toEqual([false, true]);
    const stolen = await save(finance, await product.agent(), { contractAttachIds: [kept] });
    expect([stolen.status, stolen.body.bizCode]).toEqual([400, 'CONTRACT_PAPER_GONE']);
  });

  it('is found by its last day', async () => {
    const [early, late] = [await product.agent(), await product.agent()];
    await save(operations, early, { contractEnd: '2031-03-31' });
    await save(operations, late, { contractEnd: '2031-04-01' });
    const found = (
      await operations.get('agent/user/lazy-page', { contractEnd_ge: '2031-01-01', contractEnd_le: '2031-03-31' })
    ).body.data.records;
    expect(found.map((row: { id: string }) => row.id)).toEqual([String(early.id)]);
  });
});

describe('reminders of contracts', () => {
  const remind = () => product.db.tx(remindOfContracts);
  const messagesTo = async (who: TestUser, agent: TestUser): Promise<string[]> => {
    const { rows } = await product.db.pool.query(
      `select m.title_key as key from msg_message m join msg_inbox r on r.message_id = m.id
       where r.user_id = $1 and m.biz_type = 'agent/user' and m.biz_id = $2 order by m.id`,
      [who.id, String(agent.id)],
    );
    return rows.map(({ key }) => key);
  };

  it('go to operations and finance once before the end, at the days of the parameter, and once after it', async () => {
    await product.setParameter('agent.contractRemindDays', '10');
    const agent = await product.agent();
    await save(operations, agent, { contractEnd: await day(11) });
    await remind();
    expect(await messagesTo(operations, agent)).toEqual([]);

    await save(operations, agent, { contractEnd: await day(10) });
    await remind();
    await remind();
    for (const who of [operations, finance]) expect(await messagesTo(who, agent)).toEqual(['AGENT_CONTRACT_ENDING']);
    expect(await messagesTo(agent, agent)).toEqual([]);

    // The last day is part of the contract.
    await product.db.pool.query('update sys_user set contract_end = $2 where id = $1', [agent.id, await day(0)]);
    await remind();
    expect(await messagesTo(operations, agent)).toEqual(['AGENT_CONTRACT_ENDING']);
    await product.db.pool.query('update sys_user set contract_end = $2 where id = $1', [agent.id, await day(-1)]);
    await remind();
    await remind();
    expect(await messagesTo(operations, agent)).toEqual(['AGENT_CONTRACT_ENDING', 'AGENT_CONTRACT_ENDED']);
    expect((await agent.get('agent/user/balance')).status).toBe(200);
  });

  it('start again when the contract gets another end', async () => {
    const agent = await product.agent();
    await save(operations, agent, { contractEnd: await day(5) });
    await remind();
    await save(operations, agent, { contractEnd: await day(5), contractNote: 'Signed again' });
    await remind();
    expect(await messagesTo(finance, agent)).toEqual(['AGENT_CONTRACT_ENDING']);
    await save(operations, agent, { contractEnd: await day(6) });
    await remind();
    expect(await messagesTo(finance, agent)).toEqual(['AGENT_CONTRACT_ENDING', 'AGENT_CONTRACT_ENDING']);
  });
});
