import { z } from 'zod';
import { BOOK_CURRENCY } from '../../currency.ts';
import { post } from '../../kit/call.ts';
import { audited, dict, exactMoney, identifier, int, readOnly, shown, text, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';
import { REASON_MAX, type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { asked } from '../agent/recharge-fields.ts';
import { incomingPaymentProblem, incomingPaymentStatus, network } from './dictionaries.ts';

const fields = {
  ...readOnly({
    txHash: identifier({
      label: { zh: '交易哈希', en: 'Transaction' },
      max: 128,
      required: true,
      list: true,
      search: 'equal',
    }),
    amount: exactMoney({
      label: { zh: '到账金额', en: 'Amount received' },
      required: true,
      list: true,
      search: 'range',
    }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 8, required: true, list: 'hidden', width: 80 }),
    network: dict(network, { label: { zh: '网络', en: 'Network' }, list: true }),
    /** The address, or the number of the account. */
    receiveAddress: text({
      label: { zh: '收款地址', en: 'Paid to' },
      max: 64,
      required: true,
      list: 'hidden',
      search: 'equal',
      width: 200,
    }),
    status: dict(incomingPaymentStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'in',
    }),
    problem: dict(incomingPaymentProblem, { label: { zh: '未匹配原因', en: 'Reason' }, list: true }),
    /** The recharge it paid; of one that is not matched the one it may have been meant for. */
    rechargeNo: identifier({ label: { zh: '充值单号', en: 'Recharge no.' }, max: 24, list: true, search: 'ending' }),
    userName: text({ label: { zh: '用户', en: 'User' }, max: 64, list: true, width: 140 }),
    confirmations: int({ label: { zh: '确认数', en: 'Confirmations' }, required: true, list: true }),
    payer: text({ label: { zh: '付款方', en: 'Payer' }, max: 128, list: 'hidden', width: 200 }),
    reference: text({ label: { zh: '附言', en: 'Reference' }, max: 255, list: 'hidden', width: 200 }),
    watcherCode: identifier({ label: { zh: '监听编码', en: 'Watcher' }, max: 64, required: true, list: 'hidden' }),
    paidTime: time({ label: { zh: '付款时间', en: 'Paid' }, required: true, list: true, search: 'range', sort: true }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '首次发现', en: 'First seen' }, list: 'hidden' }),
};

const { unmatched, dismissed } = incomingPaymentStatus.is;

const transitions = {
  dismiss: {
    title: { zh: '忽略', en: 'Ignore' },
    from: [unmatched],
    to: dismissed,
    access: 'handle',
    reason: 'required',
  },
  reopen: {
    title: { zh: '恢复', en: 'Restore' },
    from: [dismissed],
    to: unmatched,
    access: 'handle',
  },
} as const satisfies Transitions;

const told = (max: number) => z.string().trim().max(max);

/** A payment reported by a watcher, in a list or alone. */
export const seenPayment = z.object({
  /** `TRC20`, `ERC20`, `BEP20`; left out for a bank. */
  network: told(16).optional(),
  /** The address, or the number of the account, that received it. */
  address: told(64).min(1),
  /** The transaction, or the bank's number of the transfer. */
  txHash: told(128).min(1),
  amount: amount(),
  currency: told(8).default(BOOK_CURRENCY),
  confirmations: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  /** Unix seconds. */
  paidTime: z.coerce.number().int().min(0).max(9_999_999_999),
  payer: told(128).optional(),
  /** The text of the payer. */
  reference: told(255).optional(),
});

/** Payments reported by watchers, each with the recharge it paid; a payment without one is attached manually. */
export const incomingPayment = resource('user/incoming-payment', {
  title: { zh: '到账记录', en: 'Incoming payments' },
  help: {
    zh: '监听到的付款；未匹配的可手工关联充值订单',
    en: 'Detected payments; attach unmatched ones to a recharge',
  },
  empty: { zh: '还没有监听到付款', en: 'No payments detected yet' },
  nameField: 'txHash',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields,
  waiting: [
    {
      title: { zh: '到账未匹配', en: 'Unmatched payments' },
      call: 'page',
      filters: { status: `${incomingPaymentStatus.is.unmatched}` },
      access: 'handle',
      since: 'paidTime',
      brief: { about: ['txHash'], amount: 'amount', settle: 'attach' },
    },
  ],
  calls: {
    ...crud(fields, ['page', 'counts', 'detail', 'export', 'timeline']),
    ...transitionCalls(transitions),
    /**
     * Attaches a payment to a recharge, which is then reviewed for the amount that arrived. A second person approves it
     * first if the payment differs from the order in amount, address or time, or if the recharge has expired.
     */
    attach: post({
      title: { zh: '关联充值', en: 'Attach to a recharge' },
      access: 'handle',
      stepUp: true,
      input: z.object({
        id: id(),
        rechargeNo: z.string().trim().min(1).max(24),
        reason: z.string().trim().min(1).max(REASON_MAX),
      }),
      data: asked,
    }),
    /**
     * A watcher reports a payment, or more confirmations of one; `id` is the watcher's. Headers and signature are those of all vendors,
     * the body is a payment as in its list (docs/operations/watching-payments.md).
     */
    callback: post({
      title: { zh: '到账通知', en: 'Payment notification' },
      access: 'public',
      untrailed: 'sent by a watcher; stored as it came, and what it changes is in the timeline of the recharge',
      perMinute: 600,
      rawBody: true,
      input: z.object({ id: id() }),
    }),
  },
});
