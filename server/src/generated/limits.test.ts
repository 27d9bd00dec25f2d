import { withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Parameter } from '@trade-assistant/contract/kit/parameter.ts';
import { type ParameterKey, parameters } from '@trade-assistant/contract/parameters.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../testing/app.ts';
import { addActivity } from '../testing/contents.ts';
import { type Bound, type LimitCase, meetings, repeat, tryLimit } from '../testing/limit-cases.ts';
import { newHash, openMethod } from '../testing/recharges.ts';
import { openPayoutMethod, orderedWithdrawal, withdrawer } from '../testing/withdrawals.ts';

const { reach, together } = meetings();
const product = await testApp({}, { reach });
afterAll(() => product.close());

interface Limit extends Omit<LimitCase, 'earlier'> {
  /** The parameter with its value. */
  readonly key?: ParameterKey;
}

const MONEY = parseMoney('80');
const TIMES = 2n;
const EARLIER = { money: parseMoney('30'), times: 1n };
/** A user who orders recharges by a separate method. */
async function payer(columns: object = {}, somebody?: TestUser) {
  const who = somebody ?? (await product.agent());
  const paymentMethod = await openMethod(product, { ...columns });
  const order = async (amount: bigint = parseMoney('10')) =>
    (await who.post('agent/recharge/create-order', { amount: formatMoney(amount), paymentMethod })).body;
  const usedAt = (time: string) =>
    product.db.pool.query(`update pay_recharge set create_time = ${time} where user_id = $1`, [who.id]);
  return { who, order, usedAt };
}

/** A user who withdraws by a separate method. */
async function receiver(columns: object = {}, isAppUser = false) {
  const own = await withdrawer(product, { balance: 500_000_000n, isAppUser });
  const paymentMethod = await openPayoutMethod(product, { ...columns });
  const order = async (amount: bigint = parseMoney('10')) => {
    const asked = { walletKind: 2, amount: formatMoney(amount), paymentMethod, payeeType: 2, payeeId: own.payeeId };
    return (await own.who.post('agent/withdrawal/create-order', asked)).body;
  };
  const usedAt = (time: string) =>
    product.db.pool.query(`update pay_withdrawal set create_time = ${time} where user_id = $1`, [own.who.id]);
  return { order, usedAt };
}
const wasDone = ({ code }: { code: number }): boolean => code === 200;

/** Limits that a payment method has for each direction. */
const ofMethod = (column: string, more: Partial<Limit> = {}): Limit[] =>
  Object.entries({ recharges: payer, withdrawals: receiver }).map(([what, somebody]) => ({
    name: `${column} of a method for ${what}`,
    value: MONEY,
    ...more,
    bound: async () => {
      const { order, usedAt } = await somebody({ [column]: String(MONEY) });
      return { use: async (amount) => wasDone(await order(amount)), usedAt };
    },
  }));

/** Whether one person may pay a withdrawal of this amount by hand. */
const paysAlone = async (amount: bigint, more: object): Promise<boolean> => {
  const own = await withdrawer(product, { balance: 500_000_000n });
  const ids = await orderedWithdrawal(product, own, { amount: formatMoney(amount) });
  await product.admin.post('agent/withdrawal/pass', { ids, ...more });
  const { status } = (await product.admin.get('agent/withdrawal/detail', { id: ids })).body.data;
  return status === withdrawalStatus.is.passed;
};

/** A user who adjusts balances: always of the same user, or each time of another. */
async function adjuster(isOfOne: boolean): Promise<Bound> {
  const clerk = await product.staff('finance');
  const one = await product.agent();
  return {
    use: async (amount) => {
      const user = isOfOne ? one : await product.agent();
      const asked = { money: formatMoney(amount), ids: String(user.id), reason: 'Bank slip' };
      const { body } = await clerk.post('agent/user/manual-update-balance', asked);
      return wasDone(body) && body.data.pendingApproval === false;
    },
    usedAt: (time) =>
      product.db.pool.query(
        `update fin_adjust_day set day = ((${time}) at time zone 'Asia/Shanghai')::date where operator_id = $1`,
        [clerk.id],
      ),
  };
}

const LIMITS: readonly Limit[] = [
  ...ofMethod('min_amount', { isLeast: true }),
  ...ofMethod('max_amount'),
  ...ofMethod('day_max', { counts: 'day' }),
  {
    name: 'what withdrawals of a day come to where the method says nothing',
    key: 'withdraw.dayMax',
    counts: 'day',
    value: MONEY,
    bound: async () => {
      const { order, usedAt } = await receiver();
      return { use: async (amount) => wasDone(await order(amount)), usedAt };
    },
  },
  {
    name: 'the recharges of an app user in a day',
    key: 'appUser.rechargeDayMax',
    counts: 'day',
    value: MONEY,
    bound: async () => {
      const { order, usedAt } = await payer({}, await product.appUser());
      return { use: async (amount) => wasDone(await order(amount)), usedAt };
    },
  },
  {
    name: 'the withdrawals of an app user without full verification in a day',
    key: 'appUser.withdrawDayMax',
    counts: 'day',
    value: MONEY,
    bound: async () => {
      const { order, usedAt } = await receiver({}, true);
      return { use: async (amount) => wasDone(await order(amount)), usedAt };
    },
  },
  {
    name: 'the least an app user withdraws',
    key: 'appUser.withdrawMin',
    isLeast: true,
    value: MONEY,
    bound: async () => {
      const { order } = await receiver({}, true);
      return { use: async (amount) => wasDone(await order(amount)) };
    },
  },
  {
    name: 'withdrawals of a day',
    key: 'withdraw.perDay',
    counts: 'day',
    value: TIMES,
    bound: async () => {
      const { order, usedAt } = await receiver();
      return { use: (times) => repeat(times, async () => wasDone(await order())), usedAt };
    },
  },
  {
    name: 'open recharges',
    key: 'recharge.openMost',
    value: TIMES,
    counts: 'ever',
    bound: async () => {
      const { order, usedAt } = await payer();
      return { use: (times) => repeat(times, async () => wasDone(await order())), usedAt };
    },
  },
  {
    name: 'recharges of a day, cancelled ones included',
    key: 'recharge.perDay',
    counts: 'day',
    value: TIMES,
    bound: async () => {
      const { who, order, usedAt } = await payer();
      const once = async () => {
        const answer = await order();
        if (wasDone(answer)) await who.post('agent/recharge/remove', { ids: answer.data.id });
        return wasDone(answer);
      };
      return { use: (times) => repeat(times, once), usedAt };
    },
  },
  {
    name: 'what one person credits above what was to be paid',
    key: 'recharge.correctAlone',
    value: MONEY,
    bound: async () => {
      const { who, order } = await payer();
      const { id, payAmount } = (await order(parseMoney('100'))).data;
      await who.post('agent/recharge/update', { id, txHash: newHash() });
      return {
        use: async (amount) => {
          const creditedAmount = formatMoney(parseMoney(payAmount) + amount);
          const asked = { id, creditedAmount, reason: 'Bank slip' };
          const { body } = await product.admin.post('agent/recharge/correct', asked);
          return wasDone(body) && body.data.approvalId === null;
        },
      };
    },
  },
  {
    name: 'the budget that one person publishes',
    key: 'activity.budgetAlone',
    value: MONEY,
    counts: 'day',
    bound: async () => {
      const who = await product.staff('administrator');
      return {
        use: async (amount) => {
          const money = { budget: formatMoney(amount), perUserLimit: '1', ruleJson: [{ min: '9000', bonus: '1' }] };
          const id = await addActivity(product, money);
          const { body } = await who.post('app-manage/activity/publish', { id });
          return wasDone(body) && body.data.approvalId === null;
        },
        usedAt: (time) =>
          product.db.pool.query(`update cnt_activity set alone_time = ${time} where alone_user = $1`, [who.id]),
      };
    },
  },
  {
    name: 'what one person pays by hand',
    key: 'withdraw.checkAbove',
    value: MONEY,
    bound: async () => ({ use: (amount) => paysAlone(amount, { txHash: 'slip 1' }) }),
  },
  {
    name: 'what is paid by hand without a proof',
    key: 'withdraw.proofAbove',
    value: MONEY,
    bound: async () => ({ use: (amount) => paysAlone(amount, {}) }),
  },
  {
    name: 'what one person adjusts of one user in a day',
    key: 'finance.adjustPerUser',
    counts: 'day',
    value: MONEY,
    bound: () => adjuster(true),
  },
  {
    name: 'what one person adjusts of all users in a day',
    key: 'finance.adjustPerDay',
    counts: 'day',
    value: MONEY,
    bound: () => adjuster(false),
  },
];

/** Sets a limit's parameter for the tests of a suite. */
function holding({ key, value }: Limit): void {
  let before = '';
  beforeAll(async () => {
    if (!key) return;
    const { rows } = await product.db.pool.query(
      `select param_value as value from sys_param where tenant_id = '000000' and param_key = $1`,
      [key],
    );
    before = rows[0]?.value;
    await product.setParameter(key, value === TIMES ? String(value) : formatMoney(value));
  });
  afterAll(() => key && product.setParameter(key, before));
}

describe.each(LIMITS)('$name', (limit) => {
  holding(limit);
  tryLimit({ ...limit, earlier: limit.value === TIMES ? EARLIER.times : EARLIER.money }, together);
});

/** Limits tested at, below and above their value in other files. */
const ELSEWHERE: readonly ParameterKey[] = [
  'price.stepUpPercent',
  'recharge.autoPassMost',
  'payee.coolHours',
  'export.stepUpRows',
  'export.approvalRows',
  'warranty.massPercent',
  'warranty.massLeast',
  'embedded.permille',
  'embedded.reward',
  'embedded.dailyCap',
  'sms.complaintRate',
  'sms.complaintTexts',
];

it('every number that a second person guards is tested here or in the tests listed above', () => {
  const figures = Object.entries(parameters as Record<string, Parameter>).flatMap(([key, { guard, field }]) =>
    guard && ['integer', 'money'].includes(field.kind) ? [key] : [],
  );
  const tried = LIMITS.flatMap(({ key }) => key ?? []);
  expect(figures.filter((key) => ![...tried, ...ELSEWHERE].includes(key as ParameterKey))).toEqual([]);
});
