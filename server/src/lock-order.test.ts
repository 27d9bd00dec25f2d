import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payoutService, readWatchers } from './engines/money/payments/index.ts';
import { expireApprovals } from './engines/office/approvals/index.ts';
import { runDueLeases } from './engines/stock/orders/index.ts';
import { ageLeases, createRental } from './engines/stock/orders/orders-fixture.ts';
import { openDb, sqlState } from './kernel/db/index.ts';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';
import { newHash, orderedRecharge, RECEIVING } from './testing/recharges.ts';
import { meetStatements } from './testing/statements.ts';
import { openChannel, openPayoutMethod, orderedWithdrawal, withdrawer } from './testing/withdrawals.ts';

/** One of two parallel works: it stops after its first lock, until it is released. */
interface Player {
  readonly hasLocked: PromiseWithResolvers<void>;
  readonly goOn: Promise<void>;
}
type Step = () => Promise<{ status: number } | undefined>;
/** A request, the decisions about it, and the operations on its object. */
interface Subject {
  readonly id: string;
  readonly asker: Pick<TestUser, 'post'>;
  readonly about: readonly Step[];
}

const nothing = () => undefined;
const playing = new AsyncLocalStorage<Player>();
const DEADLOCK = '40P01';
/** Statements that lock rows for long; claiming payouts to ask about ends its transaction at once. */
const LOCKS = /for update(?! of w skip)/i;

let deadlocks = 0;
let product: TestApp;
let finance: TestUser;
let other: TestUser;
let checker: TestUser;
beforeAll(async () => {
  product = await testApp(
    { SANDBOX: '1' },
    {
      reach: (connection) => {
        const db = openDb({ ...connection, max: 8 });
        meetStatements(db, (_client, text, send) => {
          const player = playing.getStore();
          return player && LOCKS.test(text) ? locking(player, send) : player && counted(send);
        });
        return db;
      },
    },
  );
  [finance, other, checker] = [
    await product.staff('finance'),
    await product.staff('finance'),
    await product.staff('finance_check'),
  ];
});
beforeEach(() => {
  deadlocks = 0;
});
afterAll(() => product.close());

async function counted(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    if (sqlState(error) === DEADLOCK) deadlocks += 1;
    throw error;
  }
}

async function locking({ hasLocked, goOn }: Player, send: () => Promise<unknown>): Promise<unknown> {
  const answer = await counted(send);
  hasLocked.resolve();
  await goOn;
  return answer;
}

const waiting = async (): Promise<number> => {
  const { rows } = await product.db.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
};

/** Starts the second while the first has its first lock, and releases the first once the second waits or has ended. */
async function meet(first: Step, second: Step) {
  const { promise: goOn, resolve: go } = Promise.withResolvers<void>();
  const one = { hasLocked: Promise.withResolvers<void>(), goOn };
  const two = { hasLocked: Promise.withResolvers<void>(), goOn: Promise.resolve() };
  const firstDone = playing.run(one, first);
  await Promise.race([one.hasLocked.promise, firstDone]);
  let isDone = false;
  const secondDone = playing.run(two, second).finally(() => {
    isDone = true;
  });
  await expect.poll(async () => isDone || (await waiting()) > 0).toBe(true);
  const hasWaited = !isDone;
  go();
  return { hasWaited, answers: await Promise.all([firstDone, secondDone]) };
}

/** The operations of the list of requests and its timer. */
const DECISIONS: Readonly<Record<string, (subject: Subject) => Step | Promise<Step>>> = {
  pass:
    ({ id }) =>
    () =>
      checker.post('desk/approval/pass', { ids: id }),
  'turn-down':
    ({ id }) =>
    () =>
      checker.post('desk/approval/turn-down', { ids: id, reason: 'No' }),
  withdraw:
    ({ id, asker }) =>
    () =>
      asker.post('desk/approval/withdraw', { ids: id }),
  expire: async ({ id }) => {
    await product.db.pool.query(`update apr_request set expire_time = now() - interval '1 second' where id = $1`, [id]);
    return () => product.app.db.tx((tx) => expireApprovals(tx, product.app.approvals)).then(nothing);
  },
};
const approvalOf = async (resource: string, id: string): Promise<string> =>
  (await finance.get(`${resource}/detail`, { id })).body.data.approvalId;
const asked = (code: string): Promise<string> =>
  product.db.pool
    .query<{ id: string }>(`select id::text from apr_request where params::text like $1 and status = 0`, [`%${code}%`])
    .then(({ rows }) => rows[0]?.id ?? '');

async function bigWithdrawal(channel?: string) {
  const own = await withdrawer(product, { balance: 9_000_000_000n });
  const id = await orderedWithdrawal(product, own, { amount: '2000', paymentMethod: await openPayoutMethod(product) });
  // Said to have failed, and paid all the same when it is asked about again.
  if (channel)
    await product.db.pool.query(
      `update pay_withdrawal set status = 5, attempt = 1, channel_code = $2, sent_time = now(), poll_time = now() where id = $1`,
      [id, channel],
    );
  await finance.post('agent/withdrawal/pass', { ids: id, txHash: 'slip 1' });
  return { id, own, requestId: await approvalOf('agent/withdrawal', id) };
}

const service = async (resource: string, code: string, form: Record<string, unknown>): Promise<Subject> => {
  const { id } = (await product.admin.post(`${resource}/save`, form)).body.data;
  const requestId = await asked(code);
  return {
    id: requestId,
    asker: product.admin,
    about: [() => product.admin.post(`${resource}/update`, { id, merchantId: 'm-2' })],
  };
};

let count = 0;
const SUBJECTS: Readonly<Record<string, () => Promise<Subject>>> = {
  'a withdrawal': async () => {
    const { id, own, requestId } = await bigWithdrawal();
    return {
      id: requestId,
      asker: finance,
      about: [
        () => other.post('agent/withdrawal/turn-down', { ids: id, reason: 'No' }),
        () => product.admin.post('agent/withdrawal/pass', { ids: id }),
        () => own.who.post('agent/withdrawal/remove', { ids: id }),
      ],
    };
  },
  'a withdrawal whose channel says something else': async () => {
    const { requestId } = await bigWithdrawal(await openChannel(product, 1));
    return { id: requestId, asker: finance, about: [() => payoutService.handOver(product.app).then(nothing)] };
  },
  'a recharge for another amount': async () => {
    const id = await orderedRecharge(product, await product.agent(), { isPaid: true });
    await finance.post('agent/recharge/correct', { id, creditedAmount: '90', reason: 'Bank fee' });
    return {
      id: await approvalOf('agent/recharge', id),
      asker: finance,
      about: [() => other.post('agent/recharge/turn-down', { ids: id, reason: 'No' })],
    };
  },
  'a payout channel': () => {
    count += 1;
    const channelCode = `lock-${count}`;
    const named = { channelCode, channelName: '通道', channelNameEn: 'Channel', channelKind: 1, sort: 1, status: 1 };
    return service('user/payout-channel', channelCode, { ...named, outcome: 1, delaySeconds: 0 });
  },
  'a payment watcher': () => {
    count += 1;
    const watcherCode = `lock-${count}`;
    const named = { watcherCode, watcherName: '监听', watcherNameEn: 'Watcher', watcherKind: 1, status: 1 };
    return service('user/payment-watcher', watcherCode, named);
  },
  'higher limits of a payment method': async () => {
    count += 1;
    const amounts = { minAmount: '10', maxAmount: '5000', scale: 6, expireMinutes: 30, feePayer: 1 };
    const named = {
      methodCode: `lock-${count}`,
      methodName: '泰达币',
      methodNameEn: 'Tether',
      methodType: 1,
      network: 1,
    };
    const form = { ...amounts, ...named, direction: 3, visibleUserTypes: 3, sort: 1, status: 1 };
    const { id } = (await product.admin.post('user/payment-method/save', form)).body.data;
    const change = (maxAmount: string) => product.admin.post('user/payment-method/update', { id, maxAmount });
    return {
      id: (await change('6000')).body.data.approvalId,
      asker: product.admin,
      about: [() => change('7000'), () => change('4000')],
    };
  },
  'a parameter': async () => {
    count += 1;
    const key = 'finance.adjustPerDay';
    const values = [{ paramKey: key, paramValue: String(90_000 + count) }];
    const { body } = await product.admin.post('system/param/update-control-panel', { values, reason: 'Season' });
    const { rows } = await product.db.pool.query(
      `select id::text from sys_param where param_key = $1 and tenant_id = '000000' and deleted_at is null`,
      [key],
    );
    const stronger = [{ paramKey: key, paramValue: String(500 + count) }];
    return {
      id: body.data.asked[0].approvalId,
      asker: product.admin,
      about: [
        () => product.admin.post('system/param/submit', { id: rows[0].id, paramValue: String(400 + count) }),
        () => product.admin.post('system/param/update-control-panel', { values: stronger }),
      ],
    };
  },
};

it.each(Object.keys(SUBJECTS))('a decision about %s and a change of it never wait for each other', async (kind) => {
  const make = SUBJECTS[kind] as (typeof SUBJECTS)[string];
  let at = 0;
  for (const [name, decision] of Object.entries(DECISIONS))
    for (const isListFirst of [true, false]) {
      const subject = await make();
      const list = await decision(subject);
      const change = subject.about[Math.floor(at / 2) % subject.about.length] as Step;
      at += 1;
      const { hasWaited, answers } = await meet(...((isListFirst ? [list, change] : [change, list]) as [Step, Step]));
      const where = `${kind}, ${isListFirst ? `${name} first` : `${name} second`}`;
      // The timer skips requests locked by others.
      expect(hasWaited, where).toBe(isListFirst || name !== 'expire');
      expect(
        answers.filter((answer) => (answer?.status ?? 200) >= 500),
        where,
      ).toEqual([]);
    }
  expect(deadlocks).toBe(0);
});

it('attaching a payment and matching it never wait for each other', async () => {
  for (const isMatchedFirst of [true, false]) {
    const id = await orderedRecharge(product, await product.agent());
    const txHash = newHash();
    await product.db.pool.query('update pay_recharge set tx_hash = $2, status = 1, update_time = now() where id = $1', [
      id,
      txHash,
    ]);
    const { rows } = await product.db.pool.query<{ id: string }>(
      `insert into pay_incoming (tenant_id, watcher_code, network, receive_address, tx_hash, amount, currency, confirmations, paid_time, status, problem)
       values ('000000', 'chain', 1, $1, $2, 90000000, 'USDT', 30, now(), 2, 1) returning id::text`,
      [RECEIVING, txHash],
    );
    const { rechargeNo } = (await finance.get('agent/recharge/detail', { id })).body.data;
    const attach = () => finance.post('user/incoming-payment/attach', { id: rows[0]?.id, rechargeNo, reason: 'Named' });
    const match = () => readWatchers(product.app).then(nothing);
    const { answers } = await meet(...((isMatchedFirst ? [match, attach] : [attach, match]) as [Step, Step]));
    expect(answers.find(Boolean)).toMatchObject({ status: 200 });
  }
  expect(deadlocks).toBe(0);
});

describe('switching auto-renewal during a renewal', () => {
  /** Two leases of an agent that are due, the later one first in the table. */
  async function rented() {
    const agent = await product.agent({ money: 1_000_000_000n });
    const { productId } = await createRental(product.db, { stock: 2 });
    const order = { productId: String(productId), quantity: 2, expectedAmount: '2', useDeclaration: 1 };
    expect((await agent.post('agent/product/buy', order)).body).toMatchObject({ code: 200 });
    const { rows } = await product.db.pool.query<{ id: string }>(
      'select id::text from agt_lease where owner_id = $1 order by agt_lease.id',
      [agent.id],
    );
    const ids = rows.map(({ id }) => id);
    await ageLeases(product.db, 32, agent.id);
    await product.db.pool.query('update agt_lease set auto_renew = 1, version = version + 1 where id = $1', [ids[1]]);
    await product.db.pool.query('update agt_lease set auto_renew = 1, version = version + 1 where id = $1', [ids[0]]);
    const switched = () => agent.post('agent/lease/auto-renew', { ids: ids.toReversed().join(','), autoRenew: 0 });
    const renewed = () => agent.post('agent/lease/renew', { ids: ids.join(','), months: 2, expectedAmount: '4' });
    const turned = () => runDueLeases(product.app.db).then(nothing);
    return { ids, switched, renewed, turned };
  }

  it.each(['renewed', 'turned'] as const)('never ends in a deadlock: %s', async (how) => {
    for (const isRenewalFirst of [true, false]) {
      const { switched, [how]: renewal } = await rented();
      const { answers } = await meet(...((isRenewalFirst ? [renewal, switched] : [switched, renewal]) as [Step, Step]));
      expect(answers.filter((answer) => answer && answer.status !== 200)).toEqual([]);
    }
    expect(deadlocks).toBe(0);
  });

  it('locks the same leases in the same order', async () => {
    const { ids, switched, renewed } = await rented();
    const elsewhere = await product.db.pool.connect();
    const player = (): Player => ({ hasLocked: Promise.withResolvers<void>(), goOn: Promise.resolve() });
    try {
      await elsewhere.query('begin');
      await elsewhere.query('select from agt_lease where id = $1 for update', [ids[1]]);
      const first = playing.run(player(), switched);
      await expect.poll(waiting).toBe(1);
      const second = playing.run(player(), renewed);
      await expect.poll(waiting).toBe(2);
      await elsewhere.query('rollback');
      expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      elsewhere.release();
    }
    expect(deadlocks).toBe(0);
  });
});
