import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';

const product = await testApp();
const agent = await product.agent({ money: 10_000_000n, name: 'Dune Trading' });
const sub = await product.agent({ parent: agent, subUser: true });
afterAll(async () => {
  expect(await mismatches(product)).toEqual([]);
  await product.close();
});

const move = (call: 'allocate' | 'reclaim', to: TestUser, money: string, who: Pick<TestUser, 'post'> = agent) =>
  who.post(`agent/user/${call}`, { id: String(to.id), money });
const codeOf = (answer: { status: number; body: { bizCode?: string } }) => [answer.status, answer.body.bizCode];
const balanceOf = async (who: TestUser) => (await who.get('agent/user/balance')).body.data.balance;

describe('money between an agent and users directly below', () => {
  it('is refused to staff, who have no balance, and for amounts that are not positive', async () => {
    expect(codeOf(await move('allocate', sub, '1', product.admin))).toEqual([400, 'ALLOCATION_BELOW']);
    for (const money of ['0', '-1']) expect((await move('allocate', sub, money)).status).toBe(400);
  });

  it('moves in both directions, with a message and lines in both statements', async () => {
    const given = await move('allocate', sub, '4');
    expect(given.body.data).toMatchObject({ ownBalance: '6', balance: '4' });
    expect([await balanceOf(agent), await balanceOf(sub)]).toEqual(['6', '4']);
    const [message] = (await sub.get('message/my/list', {}, { lang: 'en' })).body.data.records;
    expect(message.content).toContain('Dune Trading allocated 4.00 USDT');
    expect((await move('reclaim', sub, '1.5')).body.data).toMatchObject({ ownBalance: '7.5', balance: '2.5' });
    const log = (await agent.get('finance/log/list', { size: 50 })).body.data.records.filter(
      ({ bizNo }: { bizNo: string }) => bizNo === given.body.data.transferNo,
    );
    expect(log.map((row: Record<string, unknown>) => [row['financeType'], row['direction'], row['amount']])).toEqual(
      expect.arrayContaining([
        [11, 2, '4'],
        [11, 1, '4'],
      ]),
    );
  });

  it('never exceeds the balance, and leaves no trace when refused', async () => {
    const before = [await balanceOf(agent), await balanceOf(sub)];
    expect(codeOf(await move('allocate', sub, '7.500001'))).toEqual([400, 'BALANCE_NOT_ENOUGH']);
    expect(codeOf(await move('reclaim', sub, '2.500001'))).toEqual([400, 'BALANCE_NOT_ENOUGH']);
    expect([await balanceOf(agent), await balanceOf(sub)]).toEqual(before);
  });

  it('is never taken from an agent below, nor moved across a level or into another subtree', async () => {
    const child = await product.agent({ parent: agent });
    const below = await product.agent({ parent: child, subUser: true });
    const other = await product.agent({ money: 1_000_000n });
    expect((await move('allocate', child, '1')).status).toBe(200);
    expect(codeOf(await move('reclaim', child, '1'))).toEqual([400, 'ALLOCATION_BELOW']);
    expect(codeOf(await move('allocate', below, '1'))).toEqual([400, 'ALLOCATION_BELOW']);
    expect(codeOf(await move('allocate', agent, '1'))).toEqual([400, 'ALLOCATION_BELOW']);
    expect((await move('allocate', other, '1')).status).toBe(404);
    expect((await move('reclaim', sub, '1', other)).status).toBe(404);
  });

  it('prevents removal of the sub-user until it is reclaimed', async () => {
    const remove = () => product.admin.post('system/user/remove', { ids: String(sub.id) });
    const refused = await remove();
    expect(refused.status).toBe(400);
    expect(refused.body.msg).toContain('收回余额');
    await move('reclaim', sub, await balanceOf(sub));
    expect(await balanceOf(sub)).toBe('0');
    expect((await remove()).status).toBe(200);
  });

  // A failure prints the seed; ALLOCATIONS_SEED replays it.
  it('adds up for any parallel movements', async () => {
    const seed = Number(process.env['ALLOCATIONS_SEED'] ?? Date.now() % 2 ** 31);
    const head = await product.agent({ money: 9_000_000n });
    const hands = await Promise.all([1, 2, 3].map(() => product.agent({ parent: head, subUser: true })));
    const step = fc.record({
      call: fc.constantFrom('allocate', 'reclaim'),
      to: fc.nat(2),
      money: fc.integer({ min: 1, max: 6 }),
    });
    const steps = fc.sample(step, { seed, numRuns: 40 });
    const ended = await Promise.all(
      steps.map(({ call, to, money }) => move(call, hands[to] as TestUser, String(money), head)),
    );
    for (const { status, body } of ended)
      expect(status === 200 || body.bizCode === 'BALANCE_NOT_ENOUGH', `seed ${seed}: ${status} ${body.msg}`).toBe(true);
    const balances = await Promise.all([head, ...hands].map(balanceOf));
    expect(
      balances.reduce((sum, one) => sum + Number(one), 0),
      `seed ${seed}`,
    ).toBe(9);
  });
});
