import { crud, resource } from '../../kit/resource.ts';
import { transitionCalls } from '../../kit/transitions.ts';
import {
  withdrawalDecisions,
  withdrawalEvents,
  withdrawalFields,
  withdrawalTransitions,
} from '../agent/withdrawal-fields.ts';
import { withdrawalStatus } from './dictionaries.ts';

/** The withdrawals of users who are not agents, for review by staff. */
export const withdrawalRecord = resource('user/withdrawal-record', {
  title: { zh: '用户提现记录', en: 'User withdrawals' },
  help: { zh: '子账号和用户的提现，财务审核后打款', en: 'Withdrawals of sub-users and users; Finance pays them' },
  empty: { zh: '还没有用户提现', en: 'No user withdrawals yet' },
  nameField: 'withdrawNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions: withdrawalTransitions,
  events: withdrawalEvents,
  fields: withdrawalFields,
  head: ['userName', 'status', 'amount'],
  found: [{ call: 'page', by: ['withdrawNo'], shows: ['userName', 'amount', 'status'], unless: 'agent/withdrawal' }],
  waiting: [
    {
      title: { zh: 'App 用户提现待处理', en: 'App-user withdrawals' },
      call: 'page',
      filters: { status_in: [withdrawalStatus.is.pending, withdrawalStatus.is.failed].join() },
      access: 'audit',
      since: 'createTime',
      brief: { about: ['userName'], amount: 'netAmount', settle: 'pass' },
    },
  ],
  calls: {
    ...crud(withdrawalFields, ['page', 'counts', 'detail', 'export', 'timeline']),
    ...transitionCalls(withdrawalTransitions),
    ...withdrawalDecisions,
  },
  extras: { risk: { zh: '查看风险提示', en: 'View risk flags' } },
});
