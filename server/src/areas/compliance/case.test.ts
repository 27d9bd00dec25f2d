import { afterAll, describe, expect, it } from 'vitest';
import { fictionalNumbers } from '../../engines/stock/inventory/stock-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
afterAll(() => product.close());

const CASE = 'compliance/case';
const rest = fictionalNumbers(50);
const step = (who: TestUser, name: string, ids: string, reason = 'Because') =>
  who.post(`${CASE}/${name}`, { ids, reason });
const take = async (who: TestUser, ids: string) => {
  expect((await who.post(`${CASE}/take`, { ids })).body.code).toBe(200);
};
const detail = async (who: TestUser, id: string) => (await who.get(`${CASE}/detail`, { id })).body.data;
const listed = async (number: bigint) =>
  (await product.admin.get('compliance/suppression/list', { number: `+${number}` })).body.data.records;
const messages = async (who: TestUser) =>
  (await who.get('message/my/list', { size: 20 })).body.data.records.map(({ title }: { title: string }) => title);

async function opened(more: object = {}) {
  const agent = await product.agent();
  const [number] = rest.splice(0, 1) as [bigint];
  const form = {
    caseType: 1,
    ownerId: String(agent.id),
    number: `+${number}`,
    isSuppressed: 1,
    content: 'Wrote at night',
  };
  const { body } = await product.admin.post(`${CASE}/save`, { ...form, ...more });
  expect(body.code).toBe(200);
  return { agent, number, id: body.data.id as string };
}

describe('a case', () => {
  it('suppresses the number it is about at once, and keeps it masked', async () => {
    const { id, number } = await opened();
    const row = await detail(product.admin, id);
    expect(row).toMatchObject({ status: 0, number: expect.stringMatching(/^\+1\d{0,2}\*{4}\d{4}$/) });
    expect(await listed(number)).toMatchObject([{ reason: 2, status: 1, sourceRef: row.caseNo }]);
    const { rows } = await product.db.pool.query('select c::text as text from cmp_case c where id = $1', [id]);
    expect(rows[0].text).not.toContain(String(number));
    const refused = await product.admin.post(`${CASE}/save`, {
      caseType: 1,
      number: 'abc',
      content: 'x',
      isSuppressed: 1,
    });
    expect(refused.body).toMatchObject({ bizCode: 'SUPPRESSION_NUMBERS' });
  });

  it('is unknown to its agent until it is closed, who then reads the decision and appeals', async () => {
    const { agent, id } = await opened();
    const handler = await product.staff('compliance');
    expect((await agent.get(`${CASE}/detail`, { id })).status).toBe(404);
    await take(handler, id);
    expect((await agent.get(`${CASE}/list`)).body.data.total).toBe(0);
    await step(handler, 'confirm', id, 'Two messages at night');
    expect(await detail(agent, id)).toMatchObject({ status: 2, outcome: 1, decision: 'Two messages at night' });
    expect(await messages(agent)).toContain('合规工单已结案');
    expect((await step(await product.agent(), 'appeal', id)).status).toBe(404);
    expect((await step(agent, 'appeal', id, 'Another sender')).body.code).toBe(200);
    const home = JSON.stringify((await (await product.staff('compliance')).get('desk/home/waiting')).body.data);
    expect(home).toContain(CASE);
  });

  it.each([
    ['confirm', 1],
    ['dismiss', 2],
    ['close', 3],
  ])('closed by %s has an outcome, and a handler also when nobody took it', async (how, outcome) => {
    const handler = await product.staff('compliance');
    const { id } = await opened();
    expect(await detail(product.admin, id)).toMatchObject({ outcome: null, handlerName: null });
    await step(handler, how, id);
    const closed = await detail(product.admin, id);
    expect(closed).toMatchObject({ status: 2, outcome, handlerName: closed.deciderName });
    const taken = await opened();
    await take(handler, taken.id);
    const { handlerName } = await detail(product.admin, taken.id);
    await step(product.admin, how, taken.id);
    const decided = await detail(product.admin, taken.id);
    expect(decided).toMatchObject({ outcome, handlerName });
    expect(decided.deciderName).not.toBe(handlerName);
  });

  it('has its appeal decided by another person than the one who closed it', async () => {
    const { agent, id, number } = await opened();
    const [first, second] = [await product.staff('compliance'), await product.staff('compliance')];
    await step(first, 'close', id);
    await step(agent, 'appeal', id);
    expect((await step(first, 'overturn', id)).body).toMatchObject({ bizCode: 'CASE_SECOND_PERSON' });
    expect(await detail(product.admin, id)).toMatchObject({ status: 3 });
    await step(second, 'overturn', id, 'It was another sender');
    expect(await detail(agent, id)).toMatchObject({ status: 5, appealDecision: 'It was another sender' });
    expect(await listed(number)).toMatchObject([{ status: 2, removeReason: 'It was another sender' }]);
    expect(await messages(agent)).toContain('申诉成立');
    expect((await step(agent, 'appeal', id)).body.bizCode).toBe('STATE_CONFLICT');
  });

  it('cannot be appealed after the deadline', async () => {
    const { agent, id } = await opened();
    await step(await product.staff('compliance'), 'close', id);
    await product.db.pool.query(`update cmp_case set appeal_until = now() - interval '1 minute' where id = $1`, [id]);
    expect((await step(agent, 'appeal', id)).body).toMatchObject({ bizCode: 'CASE_APPEAL_LATE' });
    expect(await detail(agent, id)).toMatchObject({ status: 2, appealReason: null });
  });
});
