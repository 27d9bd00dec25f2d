import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, id, ids } from '../../kit/schema.ts';
import { transitionCalls } from '../../kit/transitions.ts';
import { payeeType, withdrawalStatus } from '../user/dictionaries.ts';
import {
  WITHDRAWALS_MAX,
  withdrawalCancellation,
  withdrawalDecisions,
  withdrawalEvents,
  withdrawalFields,
  withdrawalOrder,
  withdrawalSubmission,
  withdrawalTransitions,
} from './withdrawal-fields.ts';

const transitions = { ...withdrawalTransitions, ...withdrawalCancellation };

/** Withdrawals of agents: requested, reviewed, and paid manually or by a channel. */
export const withdrawal = resource('agent/withdrawal', {
  title: { zh: '代理提现', en: 'Withdrawals' },
  help: {
    zh: '申请后金额先冻结，财务审核打款；未打款的退回原账户',
    en: 'The amount is on hold until Finance pays it; otherwise it is returned',
  },
  empty: { zh: '还没有提现', en: 'No withdrawals yet' },
  nameField: 'withdrawNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  events: withdrawalEvents,
  fields: withdrawalFields,
  head: ['userName', 'status', 'amount'],
  found: [{ call: 'list', by: ['withdrawNo'], shows: ['userName', 'amount', 'status'] }],
  waiting: [
    {
      title: { zh: '代理提现待处理', en: 'Agent withdrawals' },
      call: 'list',
      filters: { status_in: [withdrawalStatus.is.pending, withdrawalStatus.is.failed].join() },
      access: 'audit',
      since: 'createTime',
      brief: { about: ['userName'], amount: 'netAmount', settle: 'pass' },
    },
  ],
  calls: {
    ...crud(withdrawalFields, ['list', 'counts', 'detail', 'export', 'timeline']),
    ...transitionCalls(transitions),
    ...withdrawalDecisions,
    /** Requests a withdrawal of the caller. */
    'create-order': post({
      title: { zh: '提现', en: 'Withdraw' },
      access: 'add',
      stepUp: true,
      input: withdrawalOrder,
      data: z.object({ id: id(), withdrawNo: z.string() }),
    }),
    /** The same; with an id, another note for one that waits for its review. */
    submit: post({
      title: { zh: '提现或修改附言', en: 'Withdraw, or edit the note' },
      access: 'add',
      stepUp: true,
      input: withdrawalSubmission,
      data: z.object({ id: id() }),
    }),
    /** Moves brokerage to the balance: an `amount` of the caller's own, or as staff the withdrawals named, which then end. */
    transfer: post({
      title: { zh: '佣金转余额', en: 'Move commission to balance' },
      access: 'transfer',
      stepUp: true,
      input: z.object({ amount: amount().optional(), ids: ids(WITHDRAWALS_MAX).optional() }),
      data: z.array(z.object({ id: id(), status: z.int() })),
    }),
    /** The caller's payees, usable ones first. */
    payees: get({
      title: { zh: '可用收款账户', en: 'Payees' },
      access: 'add',
      data: z.array(
        z.object({
          payeeType: z.int().meta({ enum: [...payeeType.values] }),
          id: id(),
          name: z.string(),
          label: z.string().nullable(),
          network: z.int().nullable(),
          currency: z.string().nullable(),
          isDefault: z.int(),
          isFrozen: z.boolean(),
          coolUntil: z.string().nullable(),
        }),
      ),
    }),
    /**
     * A channel reports the result of a payout; `id` is the channel's. Headers and signature are those of all vendors, the body is
     * described in docs/operations/payouts.md.
     */
    callback: post({
      title: { zh: '代付结果通知', en: 'Payout result' },
      access: 'public',
      untrailed: 'sent by a channel; stored as it came, and what it changes is in the timeline',
      perMinute: 600,
      rawBody: true,
      input: z.object({ id: id() }),
    }),
  },
  extras: {
    check: { zh: '复核提现', en: 'Second review of withdrawals' },
    risk: { zh: '查看风险提示', en: 'View risk flags' },
  },
});
