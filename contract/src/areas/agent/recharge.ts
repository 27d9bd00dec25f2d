import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';
import { transitionCalls } from '../../kit/transitions.ts';
import { rechargeStatus } from '../user/dictionaries.ts';
import {
  instructions,
  paidRecharge,
  pictureName,
  pictureTicket,
  proofLimits,
  rechargeCancellation,
  rechargeClaims,
  rechargeCorrection,
  rechargeFields,
  rechargeTransitions,
} from './recharge-fields.ts';

const transitions = { ...rechargeTransitions, ...rechargeCancellation };

/** Recharges of agents: the amount due and where to pay it, the proof of payment, and the credited amount. */
export const recharge = resource('agent/recharge', {
  title: { zh: '代理充值', en: 'Recharges' },
  help: {
    zh: '按应付金额付款并提交凭证，财务审核后入账',
    en: 'Pay the exact amount and upload proof; Finance will credit it',
  },
  empty: { zh: '还没有充值，点击“充值”开始', en: 'No recharges yet; start with “Recharge”' },
  nameField: 'rechargeNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields: rechargeFields,
  head: ['userName', 'status', 'amount'],
  found: [{ call: 'list', by: ['rechargeNo'], shows: ['userName', 'amount', 'status'] }],
  waiting: [
    {
      title: { zh: '代理充值待审核', en: 'Agent recharges' },
      call: 'list',
      filters: { status: `${rechargeStatus.is.review}` },
      access: 'audit',
      since: 'createTime',
      brief: { about: ['userName'], amount: 'payAmount', settle: 'pass' },
    },
  ],
  calls: {
    ...crud(rechargeFields, ['list', 'counts', 'detail', 'update', 'export', 'timeline']),
    ...transitionCalls(transitions),
    /** Creates a recharge of the caller, and answers how to pay it. */
    'create-order': post({
      title: { zh: '充值', en: 'Recharge' },
      access: 'add',
      input: z.object({ amount: amount(), paymentMethod: z.string().trim().min(1).max(32) }),
      data: instructions,
    }),
    /** Creates a recharge together with its proof, for payments made already. */
    save: post({
      title: { zh: '登记充值', en: 'Record a recharge' },
      access: 'add',
      input: paidRecharge,
      data: z.object({ id: id() }),
    }),
    /** The same again, for one that waits for its payment. */
    instructions: get({
      title: { zh: '付款说明', en: 'How to pay' },
      access: 'view',
      input: z.object({ id: id() }),
      data: instructions,
    }),
    correct: post(rechargeCorrection),
    claims: get(rechargeClaims),
    /** Stores a picture that proves a payment; kept once a recharge names its `link`. */
    'put-proof': post({
      title: { zh: '上传付款凭证', en: 'Upload a proof of payment' },
      access: 'edit',
      untrailed: 'a picture nobody uses yet; the recharge that names it is in the trail',
      upload: { ...proofLimits, isAttachment: true },
      data: z.object({ link: z.string() }),
    }),
    /** A picture that proves a payment, for an `<img>`, which sends no token: rows name it with a ticket. */
    proof: get({
      title: { zh: '付款凭证', en: 'Proof of payment' },
      access: 'public',
      answer: 'file',
      rowless: 'a picture',
      input: z.object({ name: z.string().regex(pictureName), ticket: pictureTicket }),
    }),
  },
  extras: { check: { zh: '复核入账金额', en: 'Approve other amounts' } },
});
