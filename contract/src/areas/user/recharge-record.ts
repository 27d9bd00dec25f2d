import { get, post } from '../../kit/call.ts';
import { crud, resource } from '../../kit/resource.ts';
import { transitionCalls } from '../../kit/transitions.ts';
import { rechargeClaims, rechargeCorrection, rechargeFields, rechargeTransitions } from '../agent/recharge-fields.ts';
import { rechargeStatus } from './dictionaries.ts';

/** The recharges of users who are not agents, for review by staff. */
export const rechargeRecord = resource('user/recharge-record', {
  title: { zh: '用户充值记录', en: 'User recharges' },
  help: { zh: '子账号和用户的充值，财务审核后入账', en: 'Recharges of sub-users and users; Finance credits them' },
  empty: { zh: '还没有用户充值', en: 'No user recharges yet' },
  nameField: 'rechargeNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions: rechargeTransitions,
  fields: rechargeFields,
  head: ['userName', 'status', 'amount'],
  found: [{ call: 'page', by: ['rechargeNo'], shows: ['userName', 'amount', 'status'], unless: 'agent/recharge' }],
  waiting: [
    {
      title: { zh: 'App 用户充值待审核', en: 'App-user recharges' },
      call: 'page',
      filters: { status: `${rechargeStatus.is.review}` },
      access: 'audit',
      since: 'createTime',
      brief: { about: ['userName'], amount: 'payAmount', settle: 'pass' },
    },
  ],
  calls: {
    ...crud(rechargeFields, ['page', 'counts', 'detail', 'export', 'timeline']),
    ...transitionCalls(rechargeTransitions),
    correct: post(rechargeCorrection),
    claims: get(rechargeClaims),
  },
});
