import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../engines/people/identity/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';

const product = await testApp();
const finance = await product.staff('finance');
const top = await product.agent({ money: 1_000_000_000n, level: 2, name: 'Alder Trading' });
const other = await product.agent({ money: 5_000_000n, name: 'Birch Supplies' });
afterAll(async () => {
  expect(await mismatches(product)).toEqual([]);
  await product.close();
});

let count = 0;
const opening = (more: object = {}) => {
  count += 1;
  return { account: `opened_${count}`, password: 'Secret-pass-1', realName: `Opened ${count}`, userType: 2, ...more };
};
const accountsOf = (answer: { body: { data: { records: { account: string }[] } } }) =>
  answer.body.data.records.map(({ account }) => account);
const balanceOf = async (user: TestUser): Promise<string> => (await user.get('agent/user/balance')).body.data.balance;

describe('opening accounts', () => {
  it('refuses invalid input', async () => {
    for (const wrong of [
      { account: 'x' },
      { password: 'short' },
      { password: 'allletters' },
      { userType: 1 },
      { phone: '12' },
      { initialAmount: '-1' },
      { spendLimitDay: '-1' },
    ]) {
      expect((await product.admin.post('agent/user/open-account', opening(wrong))).status, JSON.stringify(wrong)).toBe(
        400,
      );
    }
  });

  it('opens an agent with wallets, who can sign in with the digest of the password', async () => {
    const asked = opening({ agentLevel: 3, email: 'a@example.org', spendLimitDay: '12.5' });
    const answer = await product.admin.post('agent/user/open-account', asked);
    expect(answer.body).toMatchObject({ code: 200, data: { account: asked.account, status: 1 } });
    const listed = (await product.admin.get('agent/user/lazy-page', { account: asked.account })).body.data.records[0];
    expect(listed).toMatchObject({
      agentLevel: 3,
      balance: '0',
      email: 'a@example.org',
      phone: null,
      spendLimitDay: '12.5',
      parentName: null,
      hasChildren: 0,
    });
    expect(listed).not.toHaveProperty('passwordHash');
    const found = async (keyword: string) =>
      (await product.admin.get('agent/user/lazy-page', { keyword })).body.data.records.map(
        ({ account }: { account: string }) => account,
      );
    expect(await found(asked.account.slice(2))).toContain(asked.account);
    expect(await found('nobody of this name')).toEqual([]);
    const { app, db } = product;
    const tokens = await signIn(db, app.sessions, {
      tenantId: '000000',
      account: asked.account,
      password: asked.password,
      address: '127.0.0.1',
      userAgent: 'test',
    });
    const actor = await app.sessions.authenticate(tokens.accessToken);
    expect(actor?.roleKeys).toEqual(['agent']);
  });

  it('transfers the opener’s own money, once however often the request is sent', async () => {
    const asked = opening({ initialAmount: '30' });
    const headers = { 'idempotency-key': 'open-once-0001' };
    const [first, second] = [
      await top.post('agent/user/open-account', asked, headers),
      await top.post('agent/user/open-account', asked, headers),
    ];
    expect(second.body.data).toEqual(first.body.data);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await balanceOf(top)).toBe('970');
    expect((await top.get('agent/user/lazy-page', { account: asked.account })).body.data.records[0]).toMatchObject({
      balance: '30',
      parentName: 'Alder Trading',
    });
    const refused = opening({ initialAmount: '970.000001' });
    expect((await top.post('agent/user/open-account', refused)).body).toMatchObject({ bizCode: 'BALANCE_NOT_ENOUGH' });
    expect(accountsOf(await top.get('agent/user/lazy-page', { account: refused.account }))).toEqual([]);
    expect((await product.admin.post('agent/user/open-account', opening({ initialAmount: '1' }))).body.bizCode).toBe(
      'ALLOCATION_BY_AGENT',
    );
  });

  it('restricts agents to accounts below themselves and up to their level', async () => {
    expect((await top.post('agent/user/open-account', opening({ parentId: String(other.id) }))).body).toMatchObject({
      code: 403,
      bizCode: 'OUT_OF_SCOPE',
    });
    expect((await top.post('agent/user/open-account', opening({ agentLevel: 3 }))).body.bizCode).toBe('LEVEL_TOO_HIGH');
    const child = await product.agent({ parent: top });
    const grandchild = await top.post('agent/user/open-account', opening({ parentId: String(child.id), userType: 3 }));
    expect(grandchild.body.code).toBe(200);
    const sub = await product.agent({ parent: top, subUser: true });
    expect((await sub.post('agent/user/open-account', opening())).status).toBe(403);
  });
});

describe('the tree', () => {
  let root: TestUser;
  let left: TestUser;
  let leaf: TestUser;
  beforeAll(async () => {
    root = await product.agent({ money: 7_000_000n, name: 'Cedar Root' });
    left = await product.agent({ parent: root, name: 'Cedar Left' });
    await product.agent({ parent: root, name: 'Cedar Right', subUser: true });
    leaf = await product.agent({ parent: left, money: 3_500_000n, name: 'Cedar Leaf' });
  });

  it('opens level by level, for staff from the top, for an agent from below itself', async () => {
    const first = await product.admin.get('agent/user/lazy-page', { parentId: '0', size: 200 });
    expect(accountsOf(first)).toEqual(expect.arrayContaining([root.account, top.account]));
    expect(accountsOf(first)).not.toContain(left.account);
    const own = await root.get('agent/user/lazy-page');
    expect(own.body.data.records).toHaveLength(2);
    expect(own.body.data.records.find((row: { account: string }) => row.account === left.account)).toMatchObject({
      hasChildren: 1,
      subCount: 1,
      parentName: 'Cedar Root',
    });
    expect(accountsOf(await root.get('agent/user/lazy-page', { parentId: String(left.id) }))).toEqual([leaf.account]);
  });

  it('is searched as a whole', async () => {
    expect(accountsOf(await root.get('agent/user/lazy-page', { realName: 'cedar' }))).toHaveLength(3);
    expect((await root.get('agent/user/lazy-page', { realName: 'leaf' })).body.data.records[0]).toMatchObject({
      balance: '3.5',
      frozenBalance: '0',
    });
    expect(
      accountsOf(await product.admin.get('agent/user/lazy-page', { parentId: String(left.id), userType: 2 })),
    ).toEqual([leaf.account]);
  });

  it('is sorted by balance, also in exports', async () => {
    const listed = async (order: object) =>
      accountsOf(await root.get('agent/user/lazy-page', { realName: 'cedar', ...order }));
    expect((await listed({ descs: 'balance' }))[0]).toBe(leaf.account);
    expect((await listed({ ascs: 'balance' })).at(-1)).toBe(leaf.account);
    const file = await root.post('agent/user/export', { realName: 'cedar', descs: 'balance', format: 'csv' });
    expect(file.status).toBe(200);
  });

  it('is a tree of names for pickers', async () => {
    const nodes = (await root.get('agent/user/lazy-list')).body.data;
    expect(nodes).toContainEqual({
      id: String(left.id),
      parentId: String(root.id),
      title: `Cedar Left (${left.account})`,
      account: left.account,
      hasChildren: 1,
    });
    const found = (await product.admin.get('agent/user/lazy-list', { keyword: 'cedar le' })).body.data;
    expect(found.map(({ account }: { account: string }) => account)).toEqual([left.account, leaf.account]);
    expect((await root.get('agent/user/lazy-list', { keyword: 'Birch' })).body.data).toEqual([]);
    const one = (await root.get('agent/user/lazy-list', { id: String(leaf.id) })).body.data;
    expect(one.map(({ account }: { account: string }) => account)).toEqual([leaf.account]);
    expect((await root.get('agent/user/lazy-list', { id: String(other.id) })).body.data).toEqual([]);
    expect((await product.admin.get('agent/user/lazy-list', { id: String(product.admin.id) })).body.data).toEqual([]);
  });

  it('finds Chinese names by their pinyin, in full or as initials, in list, picker, recipients and record search', async () => {
    const called = async (realName: string) => {
      const asked = opening({ realName });
      await product.admin.post('agent/user/open-account', asked);
      return asked.account;
    };
    const [trade, shan] = [await called('云杉贸易 No. 7'), await called('单晓梅')];
    const ways = {
      list: async (keyword: string) => accountsOf(await product.admin.get('agent/user/lazy-page', { keyword })),
      field: async (keyword: string) =>
        accountsOf(await product.admin.get('agent/user/lazy-page', { realName: keyword })),
      picker: async (keyword: string) =>
        (await product.admin.get('agent/user/lazy-list', { keyword })).body.data.map(
          ({ account }: { account: string }) => account,
        ),
      recipients: async (keyword: string) =>
        (await product.admin.get('message/user-list', { keyword })).body.data.map(({ note }: { note: string }) => note),
    };
    for (const [way, find] of Object.entries(ways)) {
      for (const keyword of ['yunshan', 'YSMY', 'maoyi', 'yun shan', "yun'shan", '云杉'])
        expect(await find(keyword), `${way} ${keyword}`).toEqual([trade]);
      // A surname that is read in two ways.
      for (const keyword of ['shanxiaomei', 'danxiaomei'])
        expect(await find(keyword), `${way} ${keyword}`).toEqual([shan]);
      expect(await find('yunshanx'), way).toEqual([]);
    }
    const { data } = (await product.admin.get('desk/search/records', { keyword: 'ysmy' })).body;
    expect(data.map(({ name }: { name: string }) => name)).toContain(trade);
  });

  it('finds a renamed user by the pinyin of the new name only, and the database refuses another’s', async () => {
    const asked = opening({ realName: '青禾科技' });
    const { id } = (await product.admin.post('agent/user/open-account', asked)).body.data;
    const found = async (keyword: string) => accountsOf(await product.admin.get('agent/user/lazy-page', { keyword }));
    expect(await found('qhkj')).toEqual([asked.account]);
    expect((await product.admin.post('agent/user/update', { id, realName: '白桦物流' })).status).toBe(200);
    expect([await found('qhkj'), await found('bhwl')]).toEqual([[], [asked.account]]);
    const write = (set: string) => product.db.pool.query(`update sys_user set ${set} where id = $1`, [id]);
    for (const set of ["real_name = '青禾'", "real_name_pinyin = ''", "real_name_pinyin = '青禾 qinghe qh'"])
      await expect(write(set), set).rejects.toThrow(/sys_user_pinyin_current/);
  });

  it('never shows another agent’s subtree', async () => {
    for (const parentId of [String(top.id), String(other.id), '999999']) {
      expect((await root.get('agent/user/lazy-page', { parentId })).status).toBe(404);
      expect((await root.get('agent/user/lazy-list', { parentId })).status).toBe(404);
    }
    expect(accountsOf(await root.get('agent/user/lazy-page', { account: other.account }))).toEqual([]);
    expect((await leaf.get('agent/user/lazy-page', { parentId: String(root.id) })).status).toBe(404);
  });
});

describe('the user’s own balance', () => {
  it('is available to every signed-in user', async () => {
    expect((await other.get('agent/user/balance')).body.data).toEqual({
      balance: '5',
      frozenBalance: '0',
      brokerage: '0',
      frozenBrokerage: '0',
      rebatePending: '0',
      rebateDebt: '0',
      bonus: '0',
      currency: 'USDT',
      lowBalance: true,
      isPaused: false,
      spendLimitDay: null,
      spendLimitMonth: null,
      spentDay: null,
      spentMonth: null,
    });
    expect((await finance.get('agent/user/balance')).body.data).toMatchObject({ balance: '0', lowBalance: false });
  });
});

describe('adjusting balances', () => {
  const adjust = (
    who: Pick<TestUser, 'post'>,
    users: readonly { id: bigint }[],
    money: string,
    more: object = {},
    headers = {},
  ) =>
    who.post(
      'agent/user/manual-update-balance',
      { money, ids: users.map(({ id }) => id).join(','), reason: 'a test', ...more },
      headers,
    );

  it('refuses invalid input', async () => {
    const rich = await product.agent({});
    for (const [money, more] of [
      ['0', {}],
      ['1.0000001', {}],
      ['1', { reason: ' ' }],
      ['x', {}],
    ] as const) {
      expect((await adjust(finance, [rich], money, more)).status, money).toBe(400);
    }
    expect((await adjust(finance, [{ id: 999_999n }], '1')).status).toBe(404);
    expect(await balanceOf(rich)).toBe('0');
  });

  it('credits and debits all or nothing, and names users whose balance is too low', async () => {
    const [a, b] = [await product.agent({ money: 10_000_000n }), await product.agent({ money: 1_000_000n })];
    const credited = await adjust(finance, [a, b], '2.5', { voucherNo: 'V-1' });
    expect(credited.body.data).toMatchObject({ okCount: 2, pendingApproval: false });
    const journalNo = expect.stringMatching(/^JN/);
    expect(credited.body.data.items).toEqual([
      { id: String(a.id), account: a.account, balance: '12.5', journalNo },
      { id: String(b.id), account: b.account, balance: '3.5', journalNo },
    ]);
    const short = await adjust(finance, [a, b], '-4');
    expect(short.body).toMatchObject({
      code: 400,
      bizCode: 'BALANCE_NOT_ENOUGH',
      data: { users: [{ id: String(b.id), account: b.account }] },
    });
    expect([await balanceOf(a), await balanceOf(b)]).toEqual(['12.5', '3.5']);
    expect((await adjust(finance, [a, b], '-3')).body.data.okCount).toBe(2);
    const logs = (await finance.get('finance/log/list', { userId: String(b.id) })).body.data.records;
    expect(logs[0]).toMatchObject({
      financeType: 13,
      direction: 2,
      amount: '3',
      afterAmount: '0.5',
      remark: 'a test',
      operatorName: 'finance',
    });
  });

  it('happens once per key', async () => {
    const user = await product.agent({});
    const headers = { 'idempotency-key': 'adjust-once-0001' };
    await Promise.all(Array.from({ length: 4 }, () => adjust(finance, [user], '7', {}, headers)));
    expect(await balanceOf(user)).toBe('7');
    expect((await adjust(finance, [user], '8', {}, headers)).status).toBe(409);
    const long = (length: number) => adjust(finance, [user], '1', {}, { 'idempotency-key': 'k'.repeat(length) });
    expect([(await long(64)).status, (await long(65)).status]).toEqual([200, 400]);
    expect(await balanceOf(user)).toBe('8');
  });

  it('needs a second person above the allowance, also for an administrator', async () => {
    const users = await Promise.all(Array.from({ length: 11 }, () => product.agent({})));
    const [one] = users.slice(0, 1);
    if (!one) throw new Error('no user');
    for (const who of [await product.staff('finance'), product.admin]) {
      const asked = await adjust(who, [one], '500.01');
      expect(asked.body.data).toEqual({
        okCount: 0,
        pendingApproval: true,
        approvalId: expect.stringMatching(/^\d+$/),
        items: [],
      });
      expect((await adjust(who, users, '460')).body.data.pendingApproval).toBe(true);
      expect(await balanceOf(one)).toBe('0');
    }
    // A waiting request uses nothing of the allowance.
    const finance = await product.staff('finance');
    await adjust(finance, users, '460');
    expect((await adjust(finance, users.slice(1), '500')).body.data.okCount).toBe(10);
  });

  it('states what one person may still adjust alone today', async () => {
    const clerk = await product.staff('finance');
    const [a, b] = [await product.agent({}), await product.agent({})];
    const alone = async (...users: { id: bigint }[]) =>
      (await clerk.get('agent/user/adjustment-limit', { ids: users.map(({ id }) => id).join(',') })).body.data.alone;
    expect(await alone(a, b)).toBe('500');
    await adjust(clerk, [a], '120.5');
    expect([await alone(a), await alone(b), await alone(a, b)]).toEqual(['379.5', '500', '379.5']);
    const more = await Promise.all(Array.from({ length: 10 }, () => product.agent({})));
    await adjust(clerk, more, '460');
    // 5000 a day, of which 279.5 are left for two users.
    expect(await alone(a, b)).toBe('139.75');
    expect((await adjust(clerk, [a, b], '139.76')).body.data.pendingApproval).toBe(true);
    expect((await adjust(clerk, [a, b], '139.75')).body.data.pendingApproval).toBe(false);
    expect(await alone(b)).toBe('0');
    expect(
      (await product.agent({}).then((agent) => agent.get('agent/user/adjustment-limit', { ids: '1' }))).status,
    ).toBe(403);
  });

  it('counts a person’s adjustments of a day, also in parallel, without refused ones', async () => {
    const clerk = await product.staff('finance');
    const [rich, other] = [await product.agent({}), await product.agent({})];
    const answers = await Promise.all(Array.from({ length: 12 }, () => adjust(clerk, [rich], '100')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await balanceOf(rich)).toBe('500');
    const isWaiting = ({ body }: Awaited<ReturnType<typeof adjust>>) => body.data.pendingApproval as boolean;
    expect(answers.filter(isWaiting)).toHaveLength(7);
    expect(isWaiting(await adjust(clerk, [rich], '-0.01'))).toBe(true);
    expect(isWaiting(await adjust(clerk, [rich, other], '1'))).toBe(true);
    expect((await adjust(clerk, [other], '500')).status).toBe(200);
    const more = await Promise.all(Array.from({ length: 9 }, () => product.agent({})));
    expect((await adjust(clerk, more.slice(0, 8), '500')).status).toBe(200);
    expect(isWaiting(await adjust(clerk, more.slice(8), '0.01'))).toBe(true);
    expect((await adjust(await product.staff('finance'), [rich], '500')).status).toBe(200);
    await product.db.pool.query('update fin_adjust_day set day = day - 1 where operator_id = $1', [clerk.id]);
    expect((await adjust(clerk, [rich], '-500')).status).toBe(200);
  });

  it('undoes a credit once, by exactly the opposite amount, in parallel too', async () => {
    const [user, other] = [await product.agent({}), await product.agent({ money: 9_000_000n })];
    const clerk = await product.staff('finance');
    await adjust(clerk, [user], '120.5');
    const [movement] = (await clerk.get('finance/log/list', { userId: String(user.id) })).body.data.records;
    const reverses = movement.journalNo;
    for (const [users, money] of [
      [[user], '-120'],
      [[user], '120.5'],
      [[other], '-120.5'],
      [[user, other], '-120.5'],
    ] as const)
      expect((await adjust(clerk, users, money, { reverses })).body.bizCode, money).toBe('NOT_REVERSIBLE');
    expect((await adjust(clerk, [user], '-120.5', { reverses: 'J0' })).body.bizCode).toBe('NOT_REVERSIBLE');
    expect(await balanceOf(user)).toBe('120.5');
    await adjust(clerk, [user], '200');
    await Promise.all(Array.from({ length: 3 }, () => adjust(clerk, [user], '-120.5', { reverses })));
    expect(await balanceOf(user)).toBe('200');
    expect((await adjust(clerk, [user], '-120.5', { reverses })).body).toMatchObject({
      code: 409,
      bizCode: 'ALREADY_REVERSED',
    });
    const [undone] = (await clerk.get('finance/log/list', { userId: String(user.id) })).body.data.records;
    expect(undone).toMatchObject({ financeType: 13, amount: '120.5', bizNo: reverses });
  });

  it('undoes an adjustment by the numbers it answers, of many users at once; the log cannot undo any of them again', async () => {
    const [a, b] = [await product.agent({ money: 1_000_000n }), await product.agent({})];
    const clerk = await product.staff('finance');
    const { items } = (await adjust(clerk, [a, b], '9')).body.data;
    const numbers = (items as { id: string; journalNo: string }[]).map(({ journalNo }) => journalNo);
    const [first = '', second = ''] = numbers;
    for (const reverses of [first, `${first},J0`, `${first},${first}`, `${first},${second},J0`])
      expect((await adjust(clerk, [a, b], '-9', { reverses })).body.bizCode, reverses).toBe('NOT_REVERSIBLE');
    expect((await adjust(clerk, [a, b], '-9', { reverses: ' , ' })).status).toBe(400);
    const undone = await adjust(clerk, [a, b], '-9', { reverses: numbers.join(',') });
    expect(undone.body.data.okCount).toBe(2);
    const other = await product.staff('finance');
    for (const [at, user] of [a, b].entries()) {
      const again = await adjust(other, [user], '-9', { reverses: numbers[at] });
      expect(again.body).toMatchObject({ code: 409, bizCode: 'ALREADY_REVERSED' });
      expect(again.body.msg).toContain(undone.body.data.items[at].journalNo);
    }
    expect([await balanceOf(a), await balanceOf(b)]).toEqual(['1', '0']);
  });

  it('undoes a credit above the limit of one person with a second one, once', async () => {
    const [clerk, checker] = [await product.staff('finance'), await product.staff('finance_check')];
    const user = await product.agent({});
    const approve = (ids: string) => checker.post('desk/approval/pass', { ids });
    await approve((await adjust(clerk, [user], '700')).body.data.approvalId);
    const [movement] = (await clerk.get('finance/log/list', { userId: String(user.id) })).body.data.records;
    const undo = () => adjust(clerk, [user], '-700', { reverses: movement.journalNo });
    const [first, second] = [(await undo()).body.data.approvalId, (await undo()).body.data.approvalId];
    expect(await balanceOf(user)).toBe('700');
    expect((await approve(first)).status).toBe(200);
    expect(await balanceOf(user)).toBe('0');
    await adjust(await product.staff('finance'), [user], '450');
    expect((await approve(second)).body.bizCode).toBe('ALREADY_REVERSED');
    expect(await balanceOf(user)).toBe('450');
  });

  it('never changes the actor’s own money', async () => {
    expect((await adjust(finance, [finance], '1')).body.bizCode).toBe('OWN_BALANCE');
    expect((await adjust(product.admin, [finance], '1')).status).toBe(404);
  });
});

describe('service addresses', () => {
  const above = async (who: TestUser, query: Record<string, string> = {}) =>
    (await who.get('agent/user/service-address', query)).body;
  const publish = (who: TestUser, serviceAddress: string) =>
    who.post('agent/user/update/my-service-address', { serviceAddress });

  it('are open to every signed-in user, and accept a Telegram name, an https address or nothing', async () => {
    expect((await publish(top, 'http://example.com')).status).toBe(400);
    expect((await publish(top, '@alder_desk')).status).toBe(200);
    expect((await top.get('agent/user/my-service-address')).body.data).toEqual({ serviceAddress: '@alder_desk' });
    expect((await publish(top, '')).status).toBe(200);
    expect((await top.get('agent/user/my-service-address')).body.data).toEqual({ serviceAddress: '' });
  });

  it('come from the nearest agent above with one, else from the platform', async () => {
    const middle = await product.agent({ parent: top });
    const leaf = await product.agent({ parent: middle, subUser: true });
    const values = [{ paramKey: 'agent.defaultServiceAddress', paramValue: 'https://example.com/help' }];
    expect((await product.admin.post('system/param/update-control-panel', { values })).status).toBe(200);
    expect((await above(leaf)).data.serviceAddress).toBe('https://example.com/help');
    await publish(top, '@alder_desk');
    expect((await above(leaf)).data.serviceAddress).toBe('@alder_desk');
    await publish(middle, '@middle_desk');
    expect((await above(leaf)).data.serviceAddress).toBe('@middle_desk');
    expect((await above(middle)).data.serviceAddress).toBe('@alder_desk');
    expect((await above(top)).data.serviceAddress).toBe('https://example.com/help');

    // Those of another user are visible only with access to that user.
    expect((await above(product.admin, { userId: String(leaf.id) })).data.serviceAddress).toBe('@middle_desk');
    expect((await above(top, { userId: String(leaf.id) })).data.serviceAddress).toBe('@middle_desk');
    for (const stranger of [other, leaf])
      expect((await above(stranger, { userId: String(middle.id) })).bizCode).toBe('ACCOUNT_NOT_FOUND');

    const emptied = [{ paramKey: 'agent.defaultServiceAddress', paramValue: '' }];
    expect((await product.admin.post('system/param/update-control-panel', { values: emptied })).status).toBe(200);
    expect((await above(top)).data.serviceAddress).toBe('');
  });
});
