import { dictionary } from '../../kit/dictionary.ts';
import type { Text } from '../../kit/locale.ts';

export const walletKind = dictionary('wallet_kind', {
  balance: { value: 1, zh: '余额', en: 'Balance' },
  hold: { value: 2, zh: '冻结', en: 'On hold' },
  brokerage: { value: 3, zh: '佣金', en: 'Commission' },
  brokerageHold: { value: 4, zh: '冻结佣金', en: 'Commission on hold' },
  rebatePending: { value: 5, zh: '待结算', en: 'Pending commission' },
  rebateDebt: { value: 6, zh: '返佣欠款', en: 'Commission debt' },
  bonus: { value: 7, zh: '赠送', en: 'Bonus' },
});

export const financeType = dictionary('finance_type', {
  recharge: { value: 1, zh: '充值', en: 'Recharge' },
  consumption: { value: 2, zh: '购买', en: 'Purchase' },
  hold: { value: 3, zh: '冻结', en: 'Hold' },
  release: { value: 4, zh: '解冻', en: 'Release' },
  refund: { value: 5, zh: '退款', en: 'Refund' },
  rebate: { value: 6, zh: '返佣', en: 'Commission' },
  rebateReversal: { value: 7, zh: '返佣冲回', en: 'Commission reversal' },
  withdrawal: { value: 8, zh: '提现', en: 'Withdrawal' },
  withdrawalReturn: { value: 9, zh: '提现退回', en: 'Withdrawal return' },
  transfer: { value: 10, zh: '佣金转余额', en: 'Commission to balance' },
  allocation: { value: 11, zh: '拨款', en: 'Allocation' },
  manualCredit: { value: 12, zh: '人工加款', en: 'Manual credit' },
  manualDebit: { value: 13, zh: '人工扣款', en: 'Manual debit' },
  reward: { value: 14, zh: '任务奖励', en: 'Reward' },
  rewardReversal: { value: 15, zh: '奖励冲回', en: 'Reward reversal' },
  bonus: { value: 16, zh: '活动赠送', en: 'Bonus' },
  fee: { value: 17, zh: '手续费', en: 'Fee' },
  lease: { value: 18, zh: '月租', en: 'Lease' },
});

export const financeDirection = dictionary('finance_direction', {
  in: { value: 1, zh: '入账', en: 'In', tone: 'good' },
  out: { value: 2, zh: '出账', en: 'Out', tone: 'attention' },
});

/** Words for the direction of a movement that only moves a user's money to or from its hold: neither income nor expense. */
const holdDirections: Readonly<Record<number, Readonly<Record<number, Text>>>> = {
  [financeType.is.hold]: {
    [financeDirection.is.in]: { zh: '冻结转入', en: 'Moved to hold' },
    [financeDirection.is.out]: { zh: '冻结转出', en: 'Put on hold' },
  },
  [financeType.is.release]: {
    [financeDirection.is.in]: { zh: '解冻转入', en: 'Released to wallet' },
    [financeDirection.is.out]: { zh: '解冻转出', en: 'Released from hold' },
  },
};

/** Returns the words for the direction of a movement that is neither income nor expense; undefined for others. */
export const holdDirection = (movement: {
  readonly financeType: number;
  readonly direction: number;
}): Text | undefined => holdDirections[movement.financeType]?.[movement.direction];

/** Returns the author of a movement with its approver, if there was one. */
export const operatorText = ({
  operatorName,
  approverName,
}: {
  readonly operatorName: string;
  readonly approverName: string | null;
}): Text =>
  approverName === null
    ? { zh: operatorName, en: operatorName }
    : { zh: `${operatorName}（${approverName} 复核）`, en: `${operatorName} (approved by ${approverName})` };

/** Whether an adjustment of the opposite amount can undo a movement; the server decides. */
export const isReversible = (movement: { readonly walletKind: number; readonly financeType: number }): boolean =>
  movement.walletKind === walletKind.is.balance &&
  [financeType.is.recharge, financeType.is.manualCredit, financeType.is.manualDebit].some(
    (one) => one === movement.financeType,
  );

/** The business behind a movement, where its code is no resource. */
export const businessTypes: Readonly<Record<string, Text>> = {
  manual_adjust: { zh: '人工调账', en: 'Balance adjustment' },
  product_order: { zh: '商品订单', en: 'Product order' },
  outbound: { zh: '出库单', en: 'Delivery note' },
  'agent/recharge': { zh: '代理充值', en: 'Recharge' },
  'user/recharge-record': { zh: '用户充值', en: 'User recharge' },
  'agent/withdrawal': { zh: '代理提现', en: 'Withdrawal' },
  'user/withdrawal-record': { zh: '用户提现', en: 'User withdrawal' },
  'agent/rebate': { zh: '返佣', en: 'Commission' },
  rebate: { zh: '返佣', en: 'Commission' },
  'agent/quota': { zh: '预付套餐', en: 'Prepaid package' },
  quota: { zh: '预付套餐', en: 'Prepaid package' },
  lease: { zh: '租用', en: 'Lease' },
};

export const proofResult = dictionary('proof_result', {
  bad: { value: 0, zh: '不符', en: 'Mismatch', tone: 'bad' },
  good: { value: 1, zh: '相符', en: 'Match', tone: 'good' },
});

export const dayResult = dictionary('day_result', {
  differs: { value: 0, zh: '不符', en: 'Mismatch', tone: 'bad' },
  agrees: { value: 1, zh: '相符', en: 'Match', tone: 'good' },
});

/** Whether the figures of a closed day have changed since its close. */
export const dayChange = dictionary('day_change', {
  none: { value: 0, zh: '未变动', en: 'Unchanged', tone: 'off' },
  changed: { value: 1, zh: '日结后有变动', en: 'Changed since close', tone: 'attention' },
});
