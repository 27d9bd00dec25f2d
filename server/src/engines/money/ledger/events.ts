import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { AccountPattern } from './accounts.ts';

/** Kinds of movements as users see them: the `finance_type` dictionary. */
export const FINANCE_TYPE = {
  RECHARGE: 1,
  CONSUMPTION: 2,
  HOLD: 3,
  RELEASE: 4,
  REFUND: 5,
  REBATE: 6,
  REBATE_REVERSAL: 7,
  WITHDRAWAL: 8,
  WITHDRAWAL_RETURN: 9,
  TRANSFER: 10,
  ALLOCATION: 11,
  MANUAL_CREDIT: 12,
  MANUAL_DEBIT: 13,
  REWARD: 14,
  REWARD_REVERSAL: 15,
  BONUS: 16,
  FEE: 17,
  LEASE: 18,
} as const;

export type FinanceType = (typeof FINANCE_TYPE)[keyof typeof FINANCE_TYPE];

interface EventRule extends Text {
  /** Accounts the event may debit and credit; a journal on another account is a programming error. */
  readonly debit: readonly AccountPattern[];
  readonly credit: readonly AccountPattern[];
  readonly type: FinanceType;
  /** Whether `refund` may refund it, in part or whole. */
  readonly refundable?: true;
}

const type = FINANCE_TYPE;
const SPENDABLE = ['u:bonus', 'u:balance'] as const;
const HELD = ['u:hold', 'u:brokerage_hold'] as const;
const FREE = ['u:balance', 'u:brokerage'] as const;

/**
 * Every event of the ledger with the accounts between which it may move money. Closed: a new event needs a line here.
 */
export const LEDGER_EVENTS = {
  RECHARGE_PASS: {
    zh: '充值到账',
    en: 'Recharge credited',
    debit: ['p:cash', 'p:marketing_expense'],
    credit: ['u:balance', 'u:bonus'],
    type: type.RECHARGE,
  },
  CHARGE: {
    zh: '消费扣款',
    en: 'Charge',
    debit: SPENDABLE,
    credit: ['p:revenue'],
    type: type.CONSUMPTION,
    refundable: true,
  },
  HOLD: { zh: '冻结', en: 'Hold', debit: [...SPENDABLE, 'u:brokerage'], credit: HELD, type: type.HOLD },
  SETTLE: {
    zh: '结算扣款',
    en: 'Settle',
    debit: ['u:hold'],
    credit: ['p:revenue'],
    type: type.CONSUMPTION,
    refundable: true,
  },
  RELEASE: { zh: '解冻退回', en: 'Release', debit: HELD, credit: [...SPENDABLE, 'u:brokerage'], type: type.RELEASE },
  REFUND: { zh: '退款', en: 'Refund', debit: ['p:revenue', 'p:deferred'], credit: SPENDABLE, type: type.REFUND },
  REBATE_ACCRUE: {
    zh: '返佣计提',
    en: 'Commission accrued',
    debit: ['p:rebate_expense'],
    credit: ['u:rebate_pending'],
    type: type.REBATE,
  },
  REBATE_SETTLE: {
    zh: '返佣结算',
    en: 'Commission settled',
    debit: ['u:rebate_pending'],
    credit: ['u:rebate_debt', 'u:brokerage'],
    type: type.REBATE,
  },
  REBATE_REVERSE: {
    zh: '返佣冲回',
    en: 'Commission reversed',
    debit: ['u:rebate_pending'],
    credit: ['p:rebate_expense'],
    type: type.REBATE_REVERSAL,
  },
  REBATE_CLAWBACK: {
    zh: '返佣追回',
    en: 'Commission clawed back',
    debit: ['u:brokerage', 'u:rebate_debt'],
    credit: ['p:rebate_expense'],
    type: type.REBATE_REVERSAL,
  },
  WD_HOLD: { zh: '提现冻结', en: 'Withdrawal held', debit: FREE, credit: HELD, type: type.WITHDRAWAL },
  WD_RELEASE: { zh: '提现退回', en: 'Withdrawal released', debit: HELD, credit: FREE, type: type.WITHDRAWAL_RETURN },
  WD_SEND: { zh: '代付提交', en: 'Payout sent', debit: HELD, credit: ['p:clearing'], type: type.WITHDRAWAL },
  WD_FAIL: {
    zh: '代付失败退回',
    en: 'Payout failed',
    debit: ['p:clearing'],
    credit: HELD,
    type: type.WITHDRAWAL_RETURN,
  },
  WD_PAID: {
    zh: '打款成功',
    en: 'Paid',
    debit: ['p:clearing', ...HELD],
    credit: ['p:cash', 'p:fee_income'],
    type: type.WITHDRAWAL,
  },
  WD_RETURN: {
    zh: '退票',
    en: 'Returned',
    debit: ['p:cash', 'p:fee_income'],
    credit: FREE,
    type: type.WITHDRAWAL_RETURN,
  },
  TRANSFER: {
    zh: '佣金转余额',
    en: 'Move commission to balance',
    debit: ['u:brokerage', 'u:brokerage_hold'],
    credit: ['u:balance'],
    type: type.TRANSFER,
  },
  ALLOCATE: { zh: '拨款', en: 'Allocation', debit: ['u:balance'], credit: ['u:balance'], type: type.ALLOCATION },
  RECLAIM: { zh: '收回', en: 'Reclaim', debit: ['u:balance'], credit: ['u:balance'], type: type.ALLOCATION },
  // The bonus moves only with the reversal of a recharge.
  ADJUST_IN: {
    zh: '人工加款',
    en: 'Manual credit',
    debit: ['p:adjust', 'p:marketing_expense'],
    credit: [...FREE, 'u:bonus'],
    type: type.MANUAL_CREDIT,
  },
  ADJUST_OUT: {
    zh: '人工扣款',
    en: 'Manual debit',
    debit: [...FREE, 'u:bonus'],
    credit: ['p:adjust', 'p:marketing_expense'],
    type: type.MANUAL_DEBIT,
  },
  REWARD: { zh: '任务奖励', en: 'Task reward', debit: ['p:reward_expense'], credit: ['u:balance'], type: type.REWARD },
  REWARD_REVERSE: {
    zh: '任务奖励冲回',
    en: 'Task reward reversed',
    debit: ['u:balance'],
    credit: ['p:reward_expense'],
    type: type.REWARD_REVERSAL,
  },
  BONUS: { zh: '活动赠送', en: 'Bonus', debit: ['p:marketing_expense'], credit: ['u:bonus'], type: type.BONUS },
  BONUS_EXPIRE: {
    zh: '赠送过期',
    en: 'Bonus expired',
    debit: ['u:bonus'],
    credit: ['p:marketing_expense'],
    type: type.BONUS,
  },
  PACKAGE_SALE: {
    zh: '套餐售出',
    en: 'Package sold',
    debit: ['u:hold', ...SPENDABLE],
    credit: ['p:deferred'],
    type: type.CONSUMPTION,
    refundable: true,
  },
  PACKAGE_USE: {
    zh: '套餐核销',
    en: 'Package used',
    debit: ['p:deferred'],
    credit: ['p:revenue'],
    type: type.CONSUMPTION,
  },
  PACKAGE_RETURN: {
    zh: '套餐退回',
    en: 'Package units returned',
    debit: ['p:revenue'],
    credit: ['p:deferred'],
    type: type.REFUND,
  },
  LEASE: {
    zh: '月租',
    en: 'Lease',
    debit: ['u:hold', ...SPENDABLE],
    credit: ['p:revenue'],
    type: type.LEASE,
    refundable: true,
  },
  FEE: { zh: '手续费', en: 'Fee', debit: ['u:balance', 'u:brokerage'], credit: ['p:fee_income'], type: type.FEE },
} as const satisfies Record<string, EventRule>;

export type LedgerEvent = keyof typeof LEDGER_EVENTS;

export const eventRule = (event: LedgerEvent): EventRule => LEDGER_EVENTS[event];

export const isLedgerEvent = (code: string): code is LedgerEvent => Object.hasOwn(LEDGER_EVENTS, code);
