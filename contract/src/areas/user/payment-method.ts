import { z } from 'zod';
import { BOOK_CURRENCY } from '../../currency.ts';
import { get, post } from '../../kit/call.ts';
import {
  audited,
  bits,
  countries,
  decimal,
  dict,
  int,
  json,
  money,
  percent,
  readOnly,
  ref,
  shown,
  tags,
  text,
  textarea,
  yes,
} from '../../kit/field.ts';
import { codeField, nameFields, remarkField, sortField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import { feePayer, network, payingUsers, paymentDirection, paymentType, rateMode } from './dictionaries.ts';

const { crypto, bank, thirdParty, manual } = paymentType.is;
const { recharge, withdrawal, both } = paymentDirection.is;
const ofCrypto = { field: 'methodType', is: [crypto], isNeeded: true } as const;
const ofLocal = { field: 'methodType', is: [bank, thirdParty, manual], isNeeded: true } as const;
const forRecharge = { field: 'direction', is: [recharge, both] } as const;
const forWithdrawal = { field: 'direction', is: [withdrawal, both] } as const;

const CURRENCY = matching(/^[A-Z]{3}$/, {
  zh: '应为三位大写货币代码，例如 CNY',
  en: 'should be three capital letters such as CNY',
});
const AMOUNT = matching(/^\d{1,9}(\.\d{1,2})?$/, { zh: '应为金额，例如 100', en: 'should be an amount, such as 100' });

/** The most addresses one method may receive at. */
export const RECEIVE_ADDRESSES_MAX = 5;

/** The account that transfers are sent to, as a payer needs it. */
export const bankAccount = z.object({
  bankName: z.string().trim().min(1).max(64),
  holderName: z.string().trim().min(1).max(64),
  accountNo: z.string().trim().min(4).max(34),
  branch: z.string().trim().max(64).optional(),
  swift: z.string().trim().max(16).optional(),
});
export type BankAccount = z.output<typeof bankAccount>;

const groups = {
  method: { zh: '方式', en: 'Method' },
  limits: { zh: `限额（${BOOK_CURRENCY}）`, en: `Limits (${BOOK_CURRENCY})` },
  fees: { zh: `手续费（${BOOK_CURRENCY}）`, en: `Fees (${BOOK_CURRENCY})` },
  shown: { zh: '展示', en: 'Shown' },
} as const;

const names = nameFields('methodName', { zh: '方式名称', en: 'Name' });

const fields = {
  methodCode: codeField({ label: { zh: '方式编码', en: 'Code' }, form: 'create', group: groups.method }),
  methodName: shown(names.methodName, { group: groups.method }),
  methodNameEn: shown(names.methodNameEn, { group: groups.method }),
  methodType: dict(paymentType, {
    label: { zh: '类型', en: 'Type' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: crypto,
    group: groups.method,
  }),
  direction: dict(paymentDirection, {
    label: { zh: '用途', en: 'Used for' },
    required: true,
    list: true,
    search: 'equal',
    initial: recharge,
    group: groups.method,
  }),
  network: dict(network, {
    label: { zh: '网络', en: 'Network' },
    list: true,
    search: 'equal',
    form: 'create',
    group: groups.method,
    when: ofCrypto,
  }),
  localCurrency: text({
    label: { zh: '当地货币', en: 'Local currency' },
    max: 3,
    pattern: CURRENCY,
    list: true,
    form: 'create',
    group: groups.method,
    when: ofLocal,
    width: 100,
  }),
  fxRate: decimal({
    label: { zh: '汇率', en: 'Rate' },
    help: { zh: `1 ${BOOK_CURRENCY} 折合多少当地货币`, en: `Local currency per 1 ${BOOK_CURRENCY}` },
    scale: 8,
    min: 0.00000001,
    list: 'hidden',
    group: groups.method,
    when: ofLocal,
  }),
  fxMode: dict(rateMode, {
    label: { zh: '汇率方式', en: 'Rate type' },
    help: {
      zh: '行情：“汇率”填写市场汇率，充值时加上点差，提现时减去',
      en: 'Market: enter the market rate; the spread is added to recharges and deducted from withdrawals',
    },
    list: 'hidden',
    initial: rateMode.is.fixed,
    group: groups.method,
    when: { field: ofLocal.field, is: ofLocal.is },
  }),
  fxSpread: percent({
    label: { zh: '点差（%）', en: 'Spread (%)' },
    scale: 4,
    max: 50,
    list: 'hidden',
    group: groups.method,
    when: { field: 'fxMode', is: [rateMode.is.market], isNeeded: true },
  }),
  scale: int({
    label: { zh: '小数位', en: 'Decimals' },
    help: { zh: '应付和到账金额保留的小数位数', en: 'Decimal places of amounts due and paid' },
    min: 0,
    max: 6,
    required: true,
    initial: 2,
    group: groups.method,
  }),
  minAmount: money({
    label: { zh: '单笔最小', en: 'Minimum' },
    required: true,
    list: true,
    least: 1n,
    group: groups.limits,
  }),
  maxAmount: money({
    label: { zh: '单笔最大', en: 'Maximum' },
    required: true,
    list: true,
    least: 1n,
    group: groups.limits,
  }),
  dayMax: money({
    label: { zh: '每人每日上限', en: 'Daily maximum per user' },
    least: 1n,
    list: 'hidden',
    group: groups.limits,
  }),
  expireMinutes: int({
    label: { zh: '支付时限（分钟）', en: 'Payment window (minutes)' },
    min: 5,
    max: 10_080,
    required: true,
    initial: 30,
    list: 'hidden',
    group: groups.limits,
  }),
  confirmations: int({
    label: { zh: '所需确认数', en: 'Required confirmations' },
    help: {
      zh: '监听到的付款达到此确认数才算到账',
      en: 'A detected payment counts as received from this number on',
    },
    min: 0,
    max: 1000,
    initial: 20,
    list: 'hidden',
    group: groups.limits,
    when: { ...forRecharge, isNeeded: true },
  }),
  autoPass: yes({
    label: { zh: '自动入账', en: 'Automatic credit' },
    help: {
      zh: '监听到的付款金额一致且已确认时直接入账；上限见系统参数',
      en: 'Credits detected, confirmed payments of the exact amount; the limit is a parameter',
    },
    initial: 0,
    list: 'hidden',
    group: groups.limits,
    when: { ...forRecharge, isNeeded: true },
  }),
  feeFixed: money({
    label: { zh: '固定手续费', en: 'Fixed fee' },
    least: 0n,
    list: 'hidden',
    group: groups.fees,
    when: forWithdrawal,
  }),
  feeRate: percent({
    label: { zh: '手续费率（%）', en: 'Fee rate (%)' },
    scale: 4,
    max: 50,
    list: 'hidden',
    group: groups.fees,
    when: forWithdrawal,
  }),
  feePayer: dict(feePayer, {
    label: { zh: '手续费承担方', en: 'Fee borne by' },
    group: groups.fees,
    initial: feePayer.is.user,
    when: { ...forWithdrawal, isNeeded: true },
  }),
  quickAmounts: tags({
    label: { zh: '快捷金额', en: 'Quick amounts' },
    help: { zh: '充值时可一键选择', en: 'Offered as buttons when recharging' },
    max: 12,
    count: 8,
    pattern: AMOUNT,
    group: groups.shown,
    when: forRecharge,
  }),
  visibleUserTypes: bits(payingUsers, {
    label: { zh: '可见用户', en: 'Visible to' },
    required: true,
    list: 'hidden',
    initial: payingUsers.is.agent + payingUsers.is.subUser + payingUsers.is.appUser,
    group: groups.shown,
    width: 140,
  }),
  visibleCountries: countries({
    label: { zh: '可见国家', en: 'Countries' },
    help: {
      zh: '留空则不限。按代理手机号的国家判断',
      en: 'Leave empty for all countries. An agent’s country is that of their phone number',
    },
    count: 100,
    list: 'hidden',
    group: groups.shown,
    width: 160,
  }),
  notice: textarea({ label: { zh: '提示', en: 'Chinese notice' }, max: 500, group: groups.shown }),
  noticeEn: textarea({ label: { zh: '英文提示', en: 'English notice' }, max: 500, group: groups.shown }),
  sort: sortField({ group: groups.shown }),
  status: statusField({ group: groups.shown }),
  /** Limits of a new method and higher limits that wait for a second person, in words. */
  ...readOnly({
    askedLimits: text({ label: { zh: '待复核的限额', en: 'Limits waiting for approval' }, max: 500 }),
    /** The request a second person decides about. */
    approvalId: ref(null, { label: { zh: '复核申请', en: 'Approval' } }),
    /** A second person approved the limits: a manual arrangement is offered for recharges from then on. */
    confirmed: yes({ label: { zh: '已复核', en: 'Approved' }, required: true, initial: 0 }),
    /** Where the money is sent; changed by `update-receiving` alone. */
    receiveAddresses: tags({
      label: { zh: '收款地址', en: 'Receiving addresses' },
      max: 64,
      count: RECEIVE_ADDRESSES_MAX,
      list: true,
      width: 220,
    }),
    bankInfo: json(bankAccount, { label: { zh: '收款账户', en: 'Receiving account' } }),
  }),
  remark: remarkField({ group: groups.shown }),
  ...audited,
};

/** The choices of a payer or payee; amounts in the book currency. */
const methodChoice = z.object({
  methodCode: z.string(),
  methodName: z.string(),
  methodNameEn: z.string(),
  methodType: z.int(),
  network: z.int().nullable(),
  localCurrency: z.string().nullable(),
  fxRate: z.string().nullable(),
  scale: z.int(),
  minAmount: amount(),
  maxAmount: amount(),
  dayMax: amount().nullable(),
  feeFixed: amount().nullable(),
  feeRate: z.string().nullable(),
  feePayer: z.int().nullable(),
  expireMinutes: z.int(),
  quickAmounts: z.array(z.string()),
  notice: z.string().nullable(),
  noticeEn: z.string().nullable(),
});

const standard = crud(fields, ['page', 'detail', 'save', 'update', 'remove', 'export'], { changes: 'destinations' });

/** Methods of recharges and withdrawals, with limits, fees and receiving accounts. */
export const paymentMethod = resource('user/payment-method', {
  title: { zh: '支付方式', en: 'Payment methods' },
  help: {
    zh: '充值和提现的方式；收款信息、限额上调和新增的人工收款须由第二个人复核',
    en: 'How users pay in and are paid out; a second person approves receiving details, higher limits and new manual methods',
  },
  empty: { zh: '添加一种方式后，代理即可充值', en: 'Add a method so that agents can recharge' },
  nameField: { zh: 'methodName', en: 'methodNameEn' },
  defaultSort: 'sort',
  unique: [['methodCode']],
  fields,
  calls: {
    ...standard,
    /**
     * A manual arrangement is offered for recharges after a second person has approved its limits: `approvalId` is the
     * request.
     */
    save: { ...standard.save, data: z.object({ id: id(), approvalId: id().nullable().optional() }) },
    /** Higher limits are not set: `approvalId` is the request for a second person. */
    update: { ...standard.update, data: z.object({ id: id(), approvalId: id().nullable().optional() }) },
    /** The methods the caller may use now, in order. */
    choices: get({
      title: { zh: '可用支付方式', en: 'Available payment methods' },
      access: 'signed-in',
      input: z.object({ direction: z.enum(['recharge', 'withdrawal']) }),
      data: z.array(methodChoice),
    }),
    /** Proposes another receiving account; a second person decides. Omitted fields are cleared. */
    'update-receiving': post({
      title: { zh: '变更收款信息', en: 'Change receiving details' },
      access: 'edit-receiving',
      changes: 'destinations',
      input: z.object({
        id: id(),
        receiveAddresses: z.array(z.string().trim().min(1).max(64)).max(RECEIVE_ADDRESSES_MAX).optional(),
        bankInfo: bankAccount.optional(),
        reason: z.string().trim().min(1).max(REASON_MAX),
      }),
      data: z.object({ approvalId: id(), approvalNo: z.string() }),
    }),
  },
  extras: { approve: { zh: '复核收款信息与限额', en: 'Approve receiving details and limits' } },
});
