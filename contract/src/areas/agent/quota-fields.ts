import { businessType } from '../../dictionaries.ts';
import {
  audited,
  country,
  dict,
  exactMoney,
  identifier,
  int,
  money,
  readOnly,
  ref,
  shown,
  text,
  time,
} from '../../kit/field.ts';
import { nameFields } from '../../kit/presets.ts';
import { activePeriod, filterType } from '../whatsapp/dictionaries.ts';
import { packageService, quotaEvent, quotaStatus } from './dictionaries.ts';

/** The uses of a package; the same for a product that sells one. */
const scope = {
  ...readOnly({
    packageService: dict(packageService, {
      label: { zh: '可抵用服务', en: 'Covers' },
      required: true,
      list: true,
      search: 'equal',
    }),
    filterType: dict(filterType, { label: { zh: '检测类型', en: 'Check' }, list: true }),
    activePeriod: dict(activePeriod, { label: { zh: '活跃周期', en: 'Active period' }, list: 'hidden' }),
    countryCode: country({ label: { zh: '国家', en: 'Country' }, any: true, required: true, list: 'hidden' }),
  }),
} as const;

const units = (zh: string, en: string, list: boolean | 'hidden' = 'hidden') =>
  int({ label: { zh, en }, required: true, list, form: false });

/** A purchased package: its units, their use, its end. */
export const quotaFields = {
  quotaNo: identifier({
    label: { zh: '套餐单号', en: 'Package no.' },
    max: 24,
    required: true,
    list: true,
    search: 'ending',
    form: false,
  }),
  ...nameFields('packageName', { zh: '套餐名称', en: 'Name' }),
  ...readOnly({
    ownerId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '持有人', en: 'Held by' }, required: true, search: 'equal' },
    ),
    ownerName: text({ label: { zh: '持有人', en: 'Held by' }, max: 64, required: true, list: true, width: 140 }),
    businessType: dict(businessType, {
      label: { zh: '业务类型', en: 'Business' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
  }),
  ...scope,
  total: units('总量', 'Units', true),
  used: units('已用', 'Used'),
  frozen: units('冻结', 'On hold'),
  expired: units('已过期', 'Expired'),
  /** The usable units. */
  left: units('剩余', 'Remaining', true),
  ...readOnly({
    amount: money({ label: { zh: '金额', en: 'Paid' }, required: true, list: true }),
    booked: exactMoney({ label: { zh: '已核销金额', en: 'Used value' }, required: true, list: 'hidden' }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: 'hidden', width: 80 }),
    orderNo: identifier({
      label: { zh: '订单号', en: 'Order no.' },
      max: 24,
      required: true,
      list: 'hidden',
      search: 'ending',
    }),
    expireTime: time({
      label: { zh: '到期时间', en: 'Expires' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    status: dict(quotaStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '购买时间', en: 'Bought' }, list: 'hidden' }),
} as const;

/** One line of a package's statement. */
export const quotaEntryFields = {
  ...readOnly({
    quotaId: ref(
      { resource: 'agent/quota', call: 'list', by: 'quotaNo' },
      { label: { zh: '套餐', en: 'Package' }, search: 'equal' },
    ),
    kind: dict(quotaEvent, { label: { zh: '类型', en: 'Type' }, required: true, list: true, search: 'equal' }),
    units: int({ label: { zh: '数量', en: 'Units' }, required: true, list: true }),
    leftAfter: int({ label: { zh: '剩余', en: 'Remaining' }, required: true, list: true }),
    amount: exactMoney({ label: { zh: '核销金额', en: 'Value' }, required: true, list: true }),
    bizNo: identifier({ label: { zh: '单据', en: 'Document' }, max: 32, list: true }),
    remark: text({ label: { zh: '说明', en: 'Note' }, max: 255, list: true, width: 180 }),
  }),
  createUserName: audited.createUserName,
  createTime: shown(audited.createTime, { label: { zh: '时间', en: 'Time' }, list: true }),
} as const;
