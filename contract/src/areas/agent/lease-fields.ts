import { businessType } from '../../dictionaries.ts';
import {
  audited,
  country,
  date,
  dict,
  identifier,
  int,
  money,
  phone,
  readOnly,
  ref,
  shown,
  text,
  time,
  unitPrice,
  yes,
} from '../../kit/field.ts';
import { searchedNumber } from '../../kit/presets.ts';
import { leaseProblem, leaseStatus } from './dictionaries.ts';

/** A number rented by the month. */
export const leaseFields = {
  ...readOnly({
    number: phone(searchedNumber),
    productName: text({ label: { zh: '商品', en: 'Product' }, max: 64, required: true, list: true, width: 200 }),
    ownerId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '租用人', en: 'Held by' }, required: true, search: 'equal' },
    ),
    /** Whether the lease is the reader's own; only its owner can renew it. */
    isOwn: yes({ label: { zh: '本人租用', en: 'Mine' }, required: true }),
    ownerName: text({ label: { zh: '租用人', en: 'Held by' }, max: 64, required: true, list: true, width: 140 }),
    businessType: dict(businessType, {
      label: { zh: '业务类型', en: 'Business' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    countryCode: country({ label: { zh: '国家', en: 'Country' }, required: true, list: true, search: 'in' }),
    status: dict(leaseStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    /** Negative: days overdue. Empty after the lease has ended. */
    daysLeft: int({ label: { zh: '剩余天数', en: 'Days left' }, min: -100_000, list: true, sort: true }),
    endDate: date({
      label: { zh: '租期止', en: 'Ends' },
      help: { zh: '租期的最后一天', en: 'The last day' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    startDate: date({ label: { zh: '租期起', en: 'From' }, required: true, list: 'hidden' }),
    months: int({ label: { zh: '已付月数', en: 'Months paid' }, required: true, list: 'hidden' }),
    monthPrice: unitPrice({
      label: { zh: '月租', en: 'Per month' },
      help: { zh: '最近一次支付的价格', en: 'Price of the last payment' },
      required: true,
      list: true,
    }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: 'hidden', width: 80 }),
    autoRenew: yes({
      label: { zh: '自动续租', en: 'Auto-renew' },
      help: { zh: '到期日自动从余额支付下一个月', en: 'The next month is paid from the balance on the last day' },
      required: true,
      list: true,
      search: 'equal',
    }),
    problem: dict(leaseProblem, { label: { zh: '续租受阻', en: 'Renewal problem' }, list: 'hidden', search: 'equal' }),
    /** Until when the number itself is supplied to the platform; for staff. */
    supplyEnd: date({
      label: { zh: '供应到期', en: 'Supplied until' },
      help: { zh: '号码自身的供应租期', en: 'When the supply of the number itself ends' },
      list: 'hidden',
    }),
    orderNo: identifier({
      label: { zh: '订单号', en: 'Order no.' },
      max: 24,
      required: true,
      list: 'hidden',
      search: 'ending',
    }),
    endedTime: time({ label: { zh: '结束时间', en: 'Ended' }, list: 'hidden' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '租用时间', en: 'Rented' }, list: 'hidden' }),
} as const;

/** One month of a lease, and the amount paid for it. */
export const leaseMonthFields = {
  ...readOnly({
    leaseId: ref(
      { resource: 'agent/lease', call: 'list', by: 'number' },
      { label: { zh: '号码', en: 'Lease' }, required: true, search: 'equal' },
    ),
    monthNo: int({ label: { zh: '第几个月', en: 'Month' }, required: true, list: true, sort: true }),
    fromDate: date({ label: { zh: '起', en: 'From' }, required: true, list: true }),
    untilDate: date({ label: { zh: '止', en: 'To' }, required: true, list: true }),
    amount: money({ label: { zh: '金额', en: 'Paid' }, required: true, list: true }),
    isAuto: yes({ label: { zh: '自动续租', en: 'Automatic' }, required: true, list: true }),
    docNo: identifier({ label: { zh: '单据', en: 'Document' }, max: 32, required: true, list: true }),
    refundTime: time({ label: { zh: '退款时间', en: 'Refunded' }, list: true }),
  }),
  createUserName: audited.createUserName,
  createTime: shown(audited.createTime, { label: { zh: '支付时间', en: 'Paid at' }, list: true }),
} as const;
