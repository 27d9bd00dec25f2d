import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { exampleForms } from '../../testing/example-forms.ts';

const product = await testApp();
const { admin } = product;
const { forms } = exampleForms(product);
const agent = await product.agent({});
afterAll(() => product.close());

const add = async (who: TestUser, what: 'wallet-address' | 'bank-card', more: Readonly<Record<string, unknown>> = {}) =>
  (await who.post(`user/${what}/save`, { ...(await forms[`user/${what}`]()), ...more })).body;
const list = async (who: TestUser, what: string) =>
  (await who.get(`user/${what}/list`, { size: 100 })).body.data.records;

describe('a payee', () => {
  it('belongs to its owner, is usable after the waiting period, and its owner is notified', async () => {
    const { data } = await add(agent, 'wallet-address', { isDefault: 1 });
    const [row] = await list(agent, 'wallet-address');
    expect(row).toMatchObject({ id: data.id, userId: String(agent.id), isDefault: 1, status: 1 });
    const { rows } = await product.db.pool.query<{ hours: number }>(
      'select extract(epoch from cool_until - now()) / 3600 as hours from pay_wallet_address where id = $1',
      [data.id],
    );
    expect(Number(rows[0]?.hours)).toBeCloseTo(24, 1);
    const messages = await product.db.pool.query(
      `select m.title_key from msg_message m join msg_inbox i on i.message_id = m.id where i.user_id = $1`,
      [agent.id.toString()],
    );
    expect(messages.rows).toEqual([{ title_key: 'PAYEE_ADDED' }]);
    expect((await list(agent, 'user-wallet')).map(({ id }: { id: string }) => id)).toEqual([data.id]);
  });

  it('is visible to staff, and not to agents above or beside', async () => {
    const parent = await product.agent({});
    const child = await product.agent({ parent });
    const { data } = await add(child, 'bank-card');
    expect((await admin.get('user/bank-card/detail', { id: data.id })).body.data).toMatchObject({ cardLast4: /\d{4}/ });
    for (const stranger of [parent, agent]) {
      expect(await list(stranger, 'bank-card')).toEqual([]);
      expect((await stranger.get('user/bank-card/detail', { id: data.id })).status).toBe(404);
      expect((await stranger.post('user/bank-card/remove', { ids: data.id })).status).toBe(404);
    }
    expect((await admin.post('user/bank-card/remove', { ids: data.id })).status).toBe(403);
  });

  it('is the only default', async () => {
    const who = await product.agent({});
    for (let n = 0; n < 3; n += 1) await add(who, 'wallet-address', { isDefault: 1 });
    const rows = await list(who, 'wallet-address');
    // The default is offered first, also before a newer one.
    const newer = (await add(who, 'wallet-address')).data.id;
    const offered = (await who.get('agent/withdrawal/payees')).body.data as { id: string; isDefault: number }[];
    expect(offered[0]).toMatchObject({ isDefault: 1 });
    expect(offered[0]?.id).not.toBe(newer);
    expect(rows.map(({ isDefault }: { isDefault: number }) => isDefault)).toEqual([1, 0, 0]);
  });

  it('is one of a few, also when many are added in parallel', async () => {
    const who = await product.agent({});
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(who, 'wallet-address')));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
    expect(answers.filter(({ bizCode }) => bizCode === 'PAYEES_TOO_MANY')).toHaveLength(3);
  });

  it('frozen by finance stays frozen when any user removes and adds it again, until finance unfreezes it', async () => {
    const finance = await product.staff('finance');
    for (const what of ['wallet-address', 'bank-card'] as const) {
      const place = await forms[`user/${what}`]();
      const put = async (who: TestUser) => (await add(who, what, place)).data.id as string;
      const stateOf = async (id: string) => (await admin.get(`user/${what}/detail`, { id })).body.data.status;
      const owner = await product.agent();
      const first = await put(owner);
      expect((await finance.post(`user/${what}/freeze`, { ids: first, reason: 'Reported' })).status).toBe(200);
      expect((await owner.post(`user/${what}/remove`, { ids: first })).status).toBe(200);
      const second = await put(owner);
      const others = await put(await product.agent());
      expect([await stateOf(second), await stateOf(others)]).toEqual([2, 2]);
      // One is unfrozen; the other is still frozen, so the next one is frozen too.
      expect((await finance.post(`user/${what}/unfreeze`, { ids: second, reason: 'Cleared' })).status).toBe(200);
      expect([await stateOf(second), await stateOf(others)]).toEqual([1, 2]);
      expect((await finance.post(`user/${what}/unfreeze`, { ids: others, reason: 'Cleared' })).status).toBe(200);
      expect(await stateOf(await put(await product.agent()))).toBe(1);
    }
  });

  it('is frozen by finance with a reason', async () => {
    const finance = await product.staff('finance');
    const { data } = await add(agent, 'wallet-address');
    const frozen = await finance.post('user/wallet-address/freeze', { ids: data.id, reason: 'Reported' });
    expect(frozen.status).toBe(200);
    expect((await agent.get('user/wallet-address/detail', { id: data.id })).body.data.status).toBe(2);
  });
});

describe('an address', () => {
  it('must have a right checksum, is unique per user, and cannot be a receiving address of the platform', async () => {
    const { address } = await forms['user/wallet-address']();
    const wrong = `${address.slice(0, -1)}${address.endsWith('1') ? '2' : '1'}`;
    expect(await add(agent, 'wallet-address', { address: wrong })).toMatchObject({
      bizCode: 'TRON_ADDRESS_INVALID',
      data: { fields: [{ field: 'address' }] },
    });
    expect((await add(agent, 'wallet-address', { address })).code).toBe(200);
    expect(await add(agent, 'wallet-address', { address })).toMatchObject({ code: 409, bizCode: 'ADDRESS_TWICE' });
    const ours = (await forms['user/wallet-address']()).address;
    await admin.post('user/payment-method/save', await forms['user/payment-method']());
    await product.db.pool.query('update pay_method set receive_addresses = $1', [JSON.stringify([ours])]);
    expect((await add(agent, 'wallet-address', { address: ours })).bizCode).toBe('ADDRESS_OWN');
  });
});

describe('a card', () => {
  it('must have a right checksum, is encrypted and shows its last four digits', async () => {
    const who = await product.agent({});
    expect((await add(who, 'bank-card', { cardNo: '4111 1111 1111 1112' })).bizCode).toBe('CARD_INVALID');
    const { data } = await add(who, 'bank-card', { cardNo: '4111 1111 1111 1111' });
    const [row] = await list(who, 'bank-card');
    expect(row).toMatchObject({ id: data.id, cardLast4: '1111', cardNo: '••••••••' });
    const { rows } = await product.db.pool.query(
      `select (select string_agg(c::text, '') from pay_bank_card c) || (select string_agg(a::text, '') from audit_log a)
         || coalesce((select string_agg(l::text, '') from log_api l), '') as written`,
    );
    expect(rows[0].written).not.toContain('4111111111111111');
    expect(rows[0].written).not.toContain('4111 1111');
    expect((await add(who, 'bank-card', { cardNo: '4111-1111-1111-1111' })).bizCode).toBe('CARD_TWICE');
  });
});
