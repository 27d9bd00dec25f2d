import { z } from 'zod';
import { audited, dict, exactMoney, identifier, percent, ref, shown, text, time } from '../../kit/field.ts';
import { amount } from '../../kit/schema.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import { rebateLevel, rebateSource, rebateStatus } from './dictionaries.ts';

export const rebateFields = {
  rebateNo: identifier({
    label: { zh: '返佣单号', en: 'Commission no.' },
    max: 32,
    required: true,
    list: 'hidden',
    search: 'like',
  }),
  beneficiaryId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    { label: { zh: '受益代理', en: 'Earned by' }, required: true, search: 'equal' },
  ),
  beneficiaryName: text({
    label: { zh: '受益代理', en: 'Earned by' },
    max: 64,
    required: true,
    list: true,
    width: 160,
  }),
  level: dict(rebateLevel, { label: { zh: '返佣级别', en: 'Level' }, required: true, list: true, search: 'equal' }),
  /** Agents see the first letter of it. */
  fromUserName: text({ label: { zh: '消费用户', en: 'Customer' }, max: 64, required: true, list: true, width: 150 }),
  sourceType: dict(rebateSource, {
    label: { zh: '来源', en: 'Source' },
    required: true,
    list: 'hidden',
    search: 'equal',
  }),
  sourceNo: identifier({
    label: { zh: '来源单号', en: 'Document' },
    max: 32,
    required: true,
    list: 'optional',
    search: 'equal',
  }),
  /** This and the next three fields of a rebate on the margin are for staff with the permission for costs. */
  chargeAmount: exactMoney({ label: { zh: '消费金额', en: 'Paid' }, list: 'optional' }),
  costAmount: exactMoney({ label: { zh: '成本', en: 'Cost' }, list: 'hidden' }),
  baseAmount: exactMoney({ label: { zh: '返佣基数', en: 'Base amount' }, list: 'hidden' }),
  rate: percent({ label: { zh: '比例', en: 'Rate' }, list: true }),
  rebateAmount: exactMoney({ label: { zh: '返佣', en: 'Commission' }, required: true, list: true, search: 'range' }),
  reversedAmount: exactMoney({ label: { zh: '已冲回', en: 'Reversed' }, required: true, list: true }),
  settledAmount: exactMoney({ label: { zh: '已结算', en: 'Settled' }, required: true, list: 'hidden' }),
  status: dict(rebateStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
  voidReason: text({ label: { zh: '作废原因', en: 'Why voided' }, max: REASON_MAX, list: 'hidden', width: 200 }),
  /** The request to void it that waits or was approved; not for agents. */
  approvalId: ref(null, { label: { zh: '复核申请', en: 'Approval' } }),
  settleTime: time({ label: { zh: '结算时间', en: 'Settled at' }, required: true, list: true }),
  createTime: shown(audited.createTime, { label: { zh: '产生时间', en: 'Earned at' }, list: true }),
};

/** Earned rebates, net of refunds. For agents their own, for staff all. */
export const rebateTotals = z.object({
  today: amount(),
  yesterday: amount(),
  month: amount(),
  total: amount(),
  /** Earned but not settled yet. */
  pending: amount(),
  /** To be deducted from the next settlements. */
  debt: amount(),
  /** Percent, the best agreed with the reader; null where none is, and where rebates are or were of the margin. */
  level1Rate: z.string().nullable(),
  level2Rate: z.string().nullable(),
  currency: z.string(),
});

/** Earned day by day, one series for each level. */
export const rebateChart = z.object({
  xAxis: z.array(z.string()),
  series: z.array(z.object({ level: z.int(), data: z.array(amount()) })),
  total: amount(),
});
