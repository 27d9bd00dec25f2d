import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

/** Refusals of the ledger. `STATE_CONFLICT`, `IDEMPOTENCY_CONFLICT` and `REASON_REQUIRED` are common errors. */
export const ledgerErrors = defineErrors({
  BALANCE_NOT_ENOUGH: { status: 400, zh: '余额不足，请先充值', en: 'Insufficient balance' },
  BROKERAGE_NOT_ENOUGH: { status: 400, zh: '可用佣金不足', en: 'Insufficient commission' },
  REBATE_NOT_ENOUGH: { status: 400, zh: '待结算返佣不足', en: 'Insufficient pending commission' },
  REFUND_EXCEEDS: { status: 400, zh: '退款金额超过已扣金额', en: 'Refund exceeds charge' },
  NOT_REFUNDABLE: { status: 400, zh: '该笔流水不可退款', en: 'This movement cannot be refunded' },
  ALREADY_REVERSED: { status: 400, zh: '该凭证已冲正或已退款', en: 'Already reversed or refunded' },
  NOT_REVERSIBLE: { status: 400, zh: '该凭证不可冲正', en: 'This entry cannot be reversed' },
  HOLD_EXCEEDS: { status: 400, zh: '金额超过剩余冻结金额 {left}', en: 'Exceeds the {left} still on hold' },
  HOLD_NOT_FOUND: { status: 404, zh: '冻结记录不存在', en: 'Hold not found' },
  JOURNAL_NOT_FOUND: { status: 404, zh: '凭证不存在', en: 'Entry not found' },
  WALLET_NOT_FOUND: { status: 404, zh: '该用户没有资金账户', en: 'This user has no wallet' },
  AMOUNT_INVALID: { status: 400, zh: '金额必须大于 0', en: 'The amount must be above zero' },
  LEDGER_READONLY: { status: 400, zh: '资金流水不可手工新增或删除', en: 'The ledger is read-only' },
  LEDGER_MISMATCH: {
    status: 503,
    zh: '账务核对异常，提现已暂停',
    en: 'Ledger verification failed; withdrawals are paused',
  },
});
