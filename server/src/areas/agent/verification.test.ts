import { SECRET_MASK } from '@trade-assistant/contract/kit/field.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createShop } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { documents, handedIn } from '../../testing/verifications.ts';
import { timers } from './verification.ts';

const product = await testApp();
const reviewer = await product.staff('compliance');
afterAll(() => product.close());

const codeOf = (answer: { status: number; body: { bizCode?: string } }) => [answer.status, answer.body.bizCode];
const kycOf = async (who: TestUser): Promise<number> =>
  (await product.admin.get('agent/user/detail', { id: String(who.id) })).body.data.kycStatus;
const rowOf = async (id: string) => (await reviewer.get('agent/verification/detail', { id })).body.data;
const hand = async (who: TestUser, more: object = {}) =>
  who.post('agent/verification/save', await documents(who, more));
const decide = (call: string, id: string, more: object = {}) =>
  reviewer.post(`agent/verification/${call}`, { ids: id, ...more });

describe('documents', () => {
  it('are submitted by agents, each for themselves', async () => {
    const agent = await product.agent();
    expect(await kycOf(agent)).toBe(0);
    const { id } = (await hand(agent)).body.data;
    expect(await kycOf(agent)).toBe(1);
    expect(await rowOf(id)).toMatchObject({
      status: 1,
      userId: String(agent.id),
      cardLast4: '0101',
      idCardNo: SECRET_MASK,
    });
    expect(codeOf(await hand(agent))).toEqual([400, 'VERIFICATION_OPEN']);
    const other = await product.agent();
    expect((await other.get('agent/verification/list')).body.data.total).toBe(0);
    expect((await other.get('agent/verification/detail', { id })).status).toBe(404);
    expect((await other.post('agent/verification/withdraw', { ids: id })).status).toBe(404);
    const [message] = (await reviewer.get('message/my/list')).body.data.records;
    expect(message.route).toBe(`/agent/verification/index?record=${id}`);
  });

  it('must be complete, the agent’s own, and valid', async () => {
    const agent = await product.agent();
    const other = await product.agent();
    const fieldOf = async (more: object) => {
      const { body } = await hand(agent, more);
      return [body.bizCode, body.data?.fields?.[0]?.field];
    };
    expect(await fieldOf({ pictures: [] })).toEqual(['PICTURES_MISSING', 'pictures']);
    expect(await fieldOf({ pictures: (await documents(other)).pictures })).toEqual(['PICTURE_GONE', 'pictures']);
    expect(await fieldOf({ idCardNo: '??' })).toEqual(['DOCUMENT_NO_INVALID', 'idCardNo']);
    expect(await fieldOf({ validUntil: '2020-01-31' })).toEqual(['DOCUMENT_EXPIRED', 'validUntil']);
    expect(await kycOf(agent)).toBe(0);
    // Nobody can verify themselves.
    expect((await hand(agent, { status: 2, userId: String(other.id) })).status).toBe(200);
    expect([await kycOf(agent), await kycOf(other)]).toEqual([1, 0]);
  });

  it('show their number to reviewers only', async () => {
    const { id, who } = await handedIn(product);
    const reveal = (one: TestUser) => one.post('agent/verification/reveal-number', { id });
    expect((await reveal(reviewer)).body.data).toEqual({ idCardNo: 'EX-2026-0101' });
    expect((await reveal(who)).status).toBe(403);
    const { rows } = await product.db.pool.query('select id_card_no from agt_verification where id = $1', [id]);
    expect(rows[0].id_card_no).not.toContain('0101');
    const trail = await product.db.pool.query(
      `select account from audit_log where object_type = 'agent/verification' and action = 'reveal-number'`,
    );
    expect(trail.rows).toEqual([{ account: reviewer.account }]);
  });
});

describe('a decision', () => {
  it('permits purchases limited to verified agents; newly accepted documents replace the old ones', async () => {
    const agent = await product.agent({ money: 10_000_000n });
    const { productId } = await createShop(product.db, { stock: 3, product: { needKyc: 1 } });
    const purchase = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
    expect(codeOf(await agent.post('agent/product/buy', purchase))).toEqual([400, 'KYC_REQUIRED']);
    const first = (await hand(agent)).body.data.id;
    expect((await decide('pass', first)).status).toBe(200);
    expect(await kycOf(agent)).toBe(2);
    expect((await agent.post('agent/product/buy', purchase)).status).toBe(200);
    const second = (await hand(agent, { legalName: 'Alder Group Ltd' })).body.data.id;
    expect(await kycOf(agent)).toBe(2);
    expect((await decide('pass', second)).status).toBe(200);
    expect([(await rowOf(first)).status, (await rowOf(second)).status]).toEqual([5, 2]);
    expect((await decide('revoke', second, { reason: 'Forged' })).status).toBe(200);
    expect(await kycOf(agent)).toBe(3);
    expect(codeOf(await agent.post('agent/product/buy', purchase))).toEqual([400, 'KYC_REQUIRED']);
  });

  it('to reject needs a reason, and the agent may try again', async () => {
    const { id, who } = await handedIn(product);
    expect((await decide('turn-down', id)).status).toBe(400);
    expect((await decide('turn-down', id, { reason: 'Not readable' })).status).toBe(200);
    expect(await kycOf(who)).toBe(3);
    expect(await rowOf(id)).toMatchObject({
      status: 3,
      rejectReason: 'Not readable',
      auditUserName: expect.any(String),
    });
    const [message] = (await who.get('message/my/list', {}, { lang: 'en' })).body.data.records;
    expect(message.content).toContain('Not readable');
    const again = (await hand(who)).body.data.id;
    expect(await kycOf(who)).toBe(1);
    expect((await who.post('agent/verification/withdraw', { ids: again })).status).toBe(200);
    expect(await kycOf(who)).toBe(0);
    expect(codeOf(await decide('pass', again))).toEqual([400, 'STATE_CONFLICT']);
  });

  it('expires with the document', async () => {
    const { id, who } = await handedIn(product, { isPassed: true });
    await product.db.pool.query(`update agt_verification set valid_until = current_date - 2 where id = $1`, [id]);
    await timers[0]?.run(product.app);
    expect((await rowOf(id)).status).toBe(7);
    expect(await kycOf(who)).toBe(0);
    const [message] = (await who.get('message/my/list')).body.data.records;
    expect(message.title).toBe('认证已过期');
  });
});

it('two concurrent reviewers produce one outcome', async () => {
  const { id, who } = await handedIn(product);
  const answers = await Promise.all([
    decide('pass', id),
    product.admin.post('agent/verification/turn-down', { ids: id, reason: 'No' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await kycOf(who)).toBe((await rowOf(id)).status);
});
