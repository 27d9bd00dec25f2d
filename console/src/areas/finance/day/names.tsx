import type { DayLine, DaySide } from '@trade-assistant/contract/areas/finance/day.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { groupedMoney, isNegative } from '../../../kit/fields/money.ts';

export const LINE_NAMES: Readonly<Record<DayLine, Text>> = {
  recharge: { zh: '充值到账', en: 'Recharges credited' },
  payout: { zh: '提现打款', en: 'Withdrawals paid' },
  fee: { zh: '提现手续费', en: 'Withdrawal fees' },
  return: { zh: '提现退票', en: 'Withdrawals returned' },
  sale: { zh: '号码销售', en: 'Numbers sold' },
  package: { zh: '套餐销售', en: 'Packages sold' },
  refund: { zh: '号码退款', en: 'Numbers refunded' },
  packageRefund: { zh: '套餐退款', en: 'Packages refunded' },
  placed: { zh: '当日下单（扣除退款）', en: 'Orders placed that day, less refunds' },
  numbers: { zh: '交付号码（个）', en: 'Numbers delivered' },
  wallets: { zh: '全部钱包净变动', en: 'All wallets, net change' },
};

export const SIDE_NAMES: Readonly<Record<DaySide, Text>> = {
  ledger: { zh: '账本', en: 'Ledger' },
  documents: { zh: '单据', en: 'Documents' },
  stock: { zh: '库存', en: 'Stock' },
  reports: { zh: '报表', en: 'Reports' },
};

/** An exact amount, because these figures are compared to the last digit. `currency` if it is not shown beside it. */
export const Amount = ({ line, wire, currency }: { line: DayLine; wire: string; currency?: string }) =>
  line === 'numbers' ? (
    <span>{Number(wire).toLocaleString('en-US')}</span>
  ) : (
    <span className="kit-money" data-negative={isNegative(wire) || undefined}>
      {groupedMoney(wire)}
      {currency && <span className="kit-unit"> {currency}</span>}
    </span>
  );
