import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { charge, revenue } from '../../../engines/money/ledger/index.ts';
import { moveAgent, repeatMoves } from '../../../engines/people/identity/index.ts';
import { createShop } from '../../../engines/stock/orders/orders-fixture.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { digestOf } from '../../../kernel/auth/password.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';

const product = await testApp();
const { admin } = product;
afterAll(async () => {
  expect(await mismatches(product)).toEqual([]);
  await product.close();
});

const system = systemActor('000000');
const money = parseMoney('10');
const detail = async (who: TestUser, user: TestUser) =>
  (await who.get('agent/user/detail', { id: String(user.id) })).body;
const asked = (answer: { status: number; body: { bizCode?: string } }) => [answer.status, answer.body.bizCode];
let listening: Promise<string> | undefined;
/** Opens a socket of a user. */
async function socketOf({ token }: TestUser): Promise<Socket> {
  listening ??= product.server.listen({ port: 0, host: '127.0.0.1' }).then((url) => {
    product.app.realtime.attach(product.server.server);
    return url;
  });
  const socket = io(await listening, { path: '/ws', transports: ['websocket'], auth: { token }, reconnection: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}
const spend = (user: TestUser, idemKey: string) =>
  product.db.tx((tx) =>
    charge(tx, system, { userId: user.id, amount: 1n, to: revenue('whatsapp'), bizType: 'test', idemKey }),
  );

describe('changing an agent', () => {
  it('requires an agent above, and writes exactly the given values', async () => {
    const top = await product.agent({ level: 2, money, name: 'Alder' });
    const below = await product.agent({ parent: top, name: 'Birch' });
    const other = await product.agent();
    const change = (who: TestUser, more: object) => who.post('agent/user/update', { id: String(below.id), ...more });
    const { version } = (await detail(top, below)).data;
    const answer = await change(top, {
      version,
      realName: 'Birch & Sons',
      agentLevel: 2,
      spendLimitDay: '5',
      phone: '',
    });
    expect(answer.body).toMatchObject({ code: 200, data: { id: String(below.id) } });
    expect((await detail(admin, below)).data).toMatchObject({
      realName: 'Birch & Sons',
      agentLevel: 2,
      spendLimitDay: '5',
      spendLimitMonth: null,
      phone: null,
      version: version + 1,
      totalRecharge: '0',
    });
    expect((await detail(admin, top)).data).toMatchObject({
      totalRecharge: '10',
      totalConsume: '0',
      totalWithdraw: '0',
    });
    expect(asked(await change(top, { version, realName: 'Late' }))).toEqual([400, 'STALE_DATA']);
    expect(asked(await change(top, { agentLevel: 3 }))).toEqual([400, 'LEVEL_TOO_HIGH']);
    expect(asked(await change(top, { spendLimitMonth: '-1' }))).toEqual([400, 'AMOUNT_INVALID']);
    expect((await change(top, { parentId: String(other.id), balance: '5', status: 0 })).status).toBe(400);
    expect((await change(other, { realName: 'Taken' })).status).toBe(404);
    expect(asked(await below.post('agent/user/update', { id: String(below.id), agentLevel: 4 }))).toEqual([
      400,
      'OWN_ACCOUNT',
    ]);
    expect((await detail(other, below)).code).toBe(404);
    expect((await change(admin, { agentLevel: 4, spendLimitDay: null })).status).toBe(200);
    expect((await detail(top, below)).data).toMatchObject({
      agentLevel: 4,
      spendLimitDay: null,
      realName: 'Birch & Sons',
    });
    // Sending the present level, set by the platform, is no change.
    expect((await change(top, { agentLevel: 4, realName: 'Birch' })).status).toBe(200);
    const wallets = await product.db.pool.query('select distinct user_name from fin_wallet where user_id = $1', [
      below.id,
    ]);
    expect(wallets.rows).toEqual([{ user_name: 'Birch' }]);
  });

  it('keeps a spending limit that the platform or an agent further up has set', async () => {
    const top = await product.agent();
    const middle = await product.agent({ parent: top });
    const below = await product.agent({ parent: middle });
    const limit = (who: TestUser, change: object) => who.post('agent/user/update', { id: String(below.id), ...change });
    expect((await limit(middle, { spendLimitDay: '100' })).status).toBe(200);
    expect((await limit(admin, { spendLimitDay: '50' })).status).toBe(200);
    for (const value of ['500', '40', null])
      expect((await limit(middle, { spendLimitDay: value })).body).toMatchObject({
        bizCode: 'LIMIT_SET_ABOVE',
        data: { fields: [{ field: 'spendLimitDay', message: expect.stringContaining('平台') }] },
      });
    // A form sends unchanged values too; the two limits are independent.
    expect((await limit(middle, { spendLimitDay: '50', spendLimitMonth: '900' })).status).toBe(200);
    expect((await limit(top, { spendLimitMonth: '800' })).status).toBe(200);
    expect((await limit(middle, { spendLimitMonth: '900' })).body.bizCode).toBe('LIMIT_SET_ABOVE');
    expect((await detail(admin, below)).data).toMatchObject({ spendLimitDay: '50', spendLimitMonth: '800' });
    // A limit removed by its setter is free again.
    expect((await limit(admin, { spendLimitDay: null })).status).toBe(200);
    expect((await limit(middle, { spendLimitDay: '70' })).status).toBe(200);
  });

  it('is refused for staff, who have their own calls', async () => {
    const finance = await product.staff('finance');
    expect((await admin.post('agent/user/update', { id: String(finance.id), realName: 'X' })).status).toBe(404);
    expect((await admin.get('agent/user/detail', { id: String(finance.id) })).status).toBe(404);
  });
});

describe('disabling an agent', () => {
  const disable = (who: TestUser, user: TestUser, more: object = {}) =>
    who.post('agent/user/disable', { ids: String(user.id), reason: 'Left us', ...more });
  const enable = (who: TestUser, user: TestUser) => who.post('agent/user/enable', { ids: String(user.id) });

  it('ends its sessions with a reason and can be undone only by the level that did it or above', async () => {
    const top = await product.agent();
    const below = await product.agent({ parent: top, subUser: true });
    expect((await top.post('agent/user/disable', { ids: String(below.id) })).status).toBe(400);
    expect((await disable(top, below)).status).toBe(200);
    expect((await below.get('agent/user/balance')).status).toBe(401);
    expect((await detail(top, below)).data).toMatchObject({ status: 0, statusReason: 'Left us' });
    expect(asked(await disable(top, below))).toEqual([400, 'STATE_CONFLICT']);
    expect((await enable(top, below)).status).toBe(200);
    expect((await disable(admin, below)).status).toBe(200);
    expect(asked(await enable(top, below))).toEqual([403, 'STATE_SET_ABOVE']);
    expect((await enable(admin, below)).status).toBe(200);
    const { body } = await top.get('agent/user/timeline', { id: String(below.id) });
    expect(body.data.map(({ event }: { event: string }) => event)).toEqual(['enable', 'disable', 'enable', 'disable']);
    expect(asked(await disable(top, top))).toEqual([400, 'OWN_ACCOUNT']);
    expect((await disable(below, top)).status).toBe(401);
  });

  it('or locking it from above cannot be undone by the agent between, nor can a pending registration be approved', async () => {
    const top = await product.agent();
    const middle = await product.agent({ parent: top });
    const below = await product.agent({ parent: middle });
    const stateOf = async () => (await detail(admin, below)).data.status;
    // The top agent disabled it: the middle agent cannot enable it, the top agent can.
    expect((await disable(top, below)).status).toBe(200);
    expect(asked(await enable(middle, below))).toEqual([403, 'STATE_SET_ABOVE']);
    expect((await enable(top, below)).status).toBe(200);
    // The middle agent disabled it: agents above can enable it.
    expect((await disable(middle, below)).status).toBe(200);
    expect((await enable(top, below)).status).toBe(200);
    // Staff locked it: agents can neither enable it, nor disable it in order to enable it.
    const until = '2099-01-01 00:00:00';
    const lock = { userId: String(below.id), status: 2, reason: 'Looked into', until };
    expect((await admin.post('system/user/update-status', lock)).status).toBe(200);
    expect(asked(await enable(top, below))).toEqual([400, 'STATE_CONFLICT']);
    expect(asked(await disable(top, below))).toEqual([403, 'STATE_SET_ABOVE']);
    expect(await stateOf()).toBe(2);
    // An expired lock has no effect.
    await product.db.pool.query(`update sys_user set locked_until = now() - interval '1 second' where id = $1`, [
      String(below.id),
    ]);
    expect((await disable(top, below)).status).toBe(200);
    // A registration waits for the platform.
    await product.db.pool.query(`update sys_user set status = 3, status_path = '/' where id = $1`, [String(below.id)]);
    expect(asked(await enable(top, below))).toEqual([400, 'STATE_CONFLICT']);
    expect(asked(await disable(top, below))).toEqual([400, 'STATE_CONFLICT']);
    expect(await stateOf()).toBe(3);
    const refuse = { userId: String(below.id), status: 0, reason: 'Not known' };
    expect((await admin.post('system/user/update-status', refuse)).status).toBe(200);
    expect(asked(await enable(top, below))).toEqual([403, 'STATE_SET_ABOVE']);
  });

  it('by an agent can be undone by it after both have moved, and not by an agent no longer above', async () => {
    const top = await product.agent();
    const middle = await product.agent({ parent: top });
    const below = await product.agent({ parent: middle });
    const away = await product.agent();
    const move = (user: TestUser, parent: TestUser) =>
      admin.post('agent/user/move', { id: String(user.id), parentId: String(parent.id), reason: 'New region' });
    expect((await disable(middle, below)).status).toBe(200);
    expect((await move(middle, away)).status).toBe(200);
    expect((await enable(await product.enter(middle.row), below)).status).toBe(200);
    expect((await disable(await product.enter(middle.row), below)).status).toBe(200);
    expect((await move(below, top)).status).toBe(200);
    expect(asked(await enable(top, below))).toEqual([403, 'STATE_SET_ABOVE']);
    expect((await enable(admin, below)).status).toBe(200);
  });

  it('alone pauses orders of accounts below, and keeps their access to everything else', async () => {
    const top = await product.agent({ money });
    const below = await product.agent({ parent: top, money });
    const { productId } = await createShop(product.db, { stock: 1 });
    const buy = () =>
      below.post('agent/product/buy', {
        productId: String(productId),
        quantity: 1,
        expectedAmount: '1',
        useDeclaration: 1,
      });
    const paused = async () => (await below.get('agent/user/balance')).body.data.isPaused;
    expect(await paused()).toBe(false);
    expect((await disable(admin, top)).status).toBe(200);
    await expect.poll(async () => (await top.get('agent/user/balance')).status).toBe(401);
    expect((await below.get('agent/user/balance')).body.data).toMatchObject({ balance: '10', isPaused: true });
    for (const call of [
      'finance/log/list',
      'whatsapp/outbound/list',
      'agent/lease/list',
      'agent/withdrawal/list',
      'agent/quota/list',
    ])
      expect((await below.get(call)).status, call).toBe(200);
    expect((await buy()).body.bizCode).toBe('UPLINE_DISABLED');
    expect((await enable(admin, top)).status).toBe(200);
    expect(await paused()).toBe(false);
    expect((await buy()).status).toBe(200);
  });

  it('returns how many accounts are below, and lets only staff close them as well', async () => {
    const top = await product.agent();
    const middle = await product.agent({ parent: top });
    const deepest = await product.agent({ parent: middle, subUser: true });
    const count = async (who: TestUser, ids: string) =>
      (await who.get('agent/user/people-below', { ids })).body.data.people;
    const both = `${top.id},${middle.id}`;
    expect([
      await count(admin, String(top.id)),
      await count(admin, both),
      await count(admin, String(deepest.id)),
    ]).toEqual([2, 2, 0]);
    expect([await count(top, String(middle.id)), await count(await product.agent(), both)]).toEqual([1, 0]);
    expect(asked(await disable(top, middle, { withBelow: 1 }))).toEqual([403, 'NO_PERMISSION']);
    expect((await detail(admin, middle)).data.status).toBe(1);
    expect((await disable(admin, middle, { withBelow: 1 })).status).toBe(200);
    await expect.poll(async () => (await deepest.get('agent/user/balance')).status).toBe(401);
    // Disabled again without them: they can sign in.
    await enable(admin, middle);
    await disable(admin, middle);
    expect((await (await product.enter(deepest.row)).get('agent/user/balance')).status).toBe(200);
  });

  it('with accounts below keeps them out until it is enabled, also on sockets, with the reason', async () => {
    const top = await product.agent();
    const middle = await product.agent({ parent: top });
    const below = [
      middle,
      await product.agent({ parent: middle }),
      await product.agent({ parent: middle, subUser: true }),
    ];
    const beside = await product.agent();
    const sockets = await Promise.all([...below, beside].map((user) => socketOf(user)));
    expect((await disable(admin, top, { withBelow: 1 })).status).toBe(200);
    for (const user of below) await expect.poll(async () => (await user.get('agent/user/balance')).status).toBe(401);
    await expect.poll(() => sockets.map((socket) => socket.connected)).toEqual([false, false, false, true]);
    expect((await beside.get('agent/user/balance')).status).toBe(200);
    const signIn = async (user: TestUser) =>
      (
        await product.guest.post('auth/oauth/token', {
          ...{ grant_type: 'password', tenantId: '000000', username: user.account },
          password: digestOf('Test-password-1'),
        })
      ).body;
    for (const user of below) expect(await signIn(user)).toMatchObject({ error_code: 'UPLINE_CLOSED' });
    // An account that is itself disabled stays so when the others return.
    const [, deepest] = below as [TestUser, TestUser];
    expect((await disable(admin, deepest)).status).toBe(200);
    expect((await enable(admin, top)).status).toBe(200);
    expect(await signIn(middle)).toMatchObject({ user_id: String(middle.id) });
    expect(await signIn(deepest)).toMatchObject({ error_code: 'ACCOUNT_DISABLED' });
    for (const socket of sockets) socket.close();
  });

  it('names the first account that cannot be changed', async () => {
    const [one, two] = [await product.agent(), await product.agent()];
    await disable(admin, two);
    const both = await admin.post('agent/user/disable', { ids: `${one.id},${two.id}`, reason: 'Both' });
    expect(asked(both)).toEqual([400, 'STATE_CONFLICT']);
    expect((await detail(admin, one)).data.status).toBe(1);
  });
});

describe('moving an agent', () => {
  const move = (who: TestUser, user: TestUser, to: TestUser | null, reason = 'New region') =>
    who.post('agent/user/move', { id: String(user.id), parentId: to ? String(to.id) : '0', reason });

  it('moves all accounts below and everything they own', async () => {
    const [north, south] = [await product.agent({ name: 'North' }), await product.agent({ name: 'South' })];
    const moved = await product.agent({ parent: north, money });
    const below = await product.agent({ parent: moved, money });
    await spend(below, `moved ${below.id}`);
    const seen = async (who: TestUser) => {
      const { records } = (await who.get('finance/log/list', { userId: String(below.id) })).body.data;
      return records.length;
    };
    expect([await seen(north), await seen(south), await seen(below)]).toEqual([2, 0, 2]);
    expect(asked(await move(north, moved, south))).toEqual([403, 'NO_PERMISSION']);
    expect((await move(admin, moved, south)).status).toBe(200);
    expect([await seen(north), await seen(south), await seen(below)]).toEqual([0, 2, 2]);
    expect((await detail(south, below)).data).toMatchObject({ depth: 3, balance: '9.999999' });
    expect((await detail(north, below)).code).toBe(404);
    expect((await detail(admin, north)).data.subCount).toBe(0);
    expect((await detail(admin, south)).data.subCount).toBe(1);
    for (const who of [moved, north, south]) {
      const [message] = (await who.get('message/my/list')).body.data.records;
      expect(message.title).toBe('代理上级已变更');
    }
    // Signed-in users continue under their new place.
    expect((await moved.get('agent/user/lazy-page')).body.data.total).toBe(1);
    expect((await move(admin, moved, null)).status).toBe(200);
    expect((await detail(admin, moved)).data).toMatchObject({ depth: 1, parentName: null });
    expect(asked(await move(admin, moved, null))).toEqual([400, 'STATE_CONFLICT']);
  });

  it('is refused for impossible targets', async () => {
    const top = await product.agent();
    const below = await product.agent({ parent: top });
    const subUser = await product.agent({ parent: top, subUser: true });
    const staff = await product.staff('finance');
    expect(asked(await move(admin, top, below))).toEqual([400, 'MOVE_INTO_OWN']);
    expect(asked(await move(admin, top, top))).toEqual([400, 'MOVE_INTO_OWN']);
    for (const [user, to] of [
      [subUser, null],
      [top, subUser],
      [top, staff],
    ] as const)
      expect((await move(admin, user, to)).status).toBe(400);
    let deep = await product.agent();
    for (let depth = 2; depth <= 4; depth += 1) deep = await product.agent({ parent: deep });
    expect(asked(await move(admin, top, deep))).toEqual([400, 'DEPTH_LIMIT']);
    expect((await detail(admin, below)).data).toMatchObject({ depth: 2, parentName: top.account });
  });

  it('includes rows written meanwhile under the old path', async () => {
    const [north, south] = [await product.agent(), await product.agent()];
    const moved = await product.agent({ parent: north, money });
    const { rows } = await product.db.pool.query('select owner_path from sys_user where id = $1', [moved.id]);
    expect((await move(admin, moved, south)).status).toBe(200);
    // A purchase that started before the move and ended after it.
    await product.db.pool.query('update fin_wallet set owner_path = $1 where user_id = $2', [
      rows[0].owner_path,
      moved.id,
    ]);
    await product.db.tx(repeatMoves);
    const after = await product.db.pool.query('select distinct owner_path from fin_wallet where user_id = $1', [
      moved.id,
    ]);
    expect(after.rows).toEqual([{ owner_path: `/${south.id}/${moved.id}/` }]);
  });

  it('keeps every path equal to the tree, for any parallel moves', async () => {
    const seed = Number(process.env['MOVES_SEED'] ?? Date.now() % 2 ** 31);
    const agents: TestUser[] = [];
    for (let count = 0; count < 8; count += 1) agents.push(await product.agent({ money }));
    const step = fc.tuple(fc.nat(7), fc.option(fc.nat(7)));
    const programs = fc.sample(fc.array(step, { minLength: 15, maxLength: 15 }), { seed, numRuns: 3 });
    const mover = await admin.actor();
    const unexpected: unknown[] = [];
    await Promise.all(
      programs.map(async (program, client) => {
        for (const [index, [who, to]] of program.entries()) {
          const [id, parentId] = [agents[who]?.id ?? 0n, to === null ? null : (agents[to]?.id ?? 0n)];
          try {
            if (index % 3 === 0) await spend(agents[who] as TestUser, `step ${seed} ${client} ${index}`);
            await product.db.tx((tx) => moveAgent(tx, mover, { id, parentId, reason: 'test' }));
          } catch (error) {
            if (!isAppError(error) || !/MOVE_INTO_OWN|DEPTH_LIMIT|STATE_CONFLICT/.test(error.code))
              unexpected.push(error);
          }
        }
      }),
    );
    expect(unexpected, `seed ${seed}`).toEqual([]);
    await product.db.tx(repeatMoves);
    const { rows } = await product.db.pool.query(`
      with recursive tree as (
        select id, '/' || id || '/' as path, 1 as depth from sys_user where parent_id is null and user_type = 2
        union all select u.id, t.path || u.id || '/', t.depth + 1 from sys_user u join tree t on t.id = u.parent_id
      )
      select u.id, 'sys_user' as wrong from sys_user u left join tree t using (id)
        where u.user_type <> 1 and (u.owner_path, u.depth) is distinct from (t.path, t.depth)
      union all select w.user_id, 'fin_wallet' from fin_wallet w join tree t on t.id = w.user_id where w.owner_path <> t.path
      union all select l.user_id, 'finance_log' from finance_log l join tree t on t.id = l.user_id where l.owner_path <> t.path
      union all select u.id, 'sub_count' from sys_user u where u.user_type = 2
        and sub_count <> (select count(*) from sys_user b where b.parent_id = u.id and b.deleted_at is null)`);
    expect(rows, `seed ${seed}`).toEqual([]);
  });
});

it('every table with a path is moved', async () => {
  const { rows } = await product.db.pool.query(`
    select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'owner_path'
      and table_name !~ '_(\\d|default)' order by 1`);
  const { rows: source } = await product.db.pool.query(
    `select prosrc from pg_proc where proname in ('agt_move_paths', 'agt_repeat_moves')`,
  );
  expect([rows.length > 5, source.length]).toEqual([true, 2]);
  for (const { table_name: name } of rows)
    for (const { prosrc } of source) if (name !== 'sys_user') expect(prosrc, name).toContain(`'${name}'`);
});
