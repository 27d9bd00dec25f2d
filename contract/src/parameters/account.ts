import {
  passwordRule,
  passwordSentence,
  serviceAddressRule,
  serviceAddressSentence,
} from '../areas/agent/account-fields.ts';
import { UNLIMITED } from '../areas/system/tenant.ts';
import { int, secret, text, yes } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { matching } from '../kit/sentences.ts';
import { group, unit } from './words.ts';

/** Sign-in and accounts. */
export const accountParameters = {
  'account.failCount': parameter(
    int({
      label: { zh: '账号错误锁定次数', en: 'Failed sign-ins before a lockout' },
      help: {
        zh: '同一来源对同一账号连续输错这么多次后暂停登录',
        en: 'After this many failures from one network, sign-in to the account is blocked from there',
      },
      group: group.signIn,
      min: 1,
      max: 50,
      required: true,
      initial: 5,
    }),
    { unit: unit.times },
  ),
  'account.lockMinutes': parameter(
    int({
      label: { zh: '账号锁定时长', en: 'Lockout duration' },
      help: { zh: '每次输错后重新计时', en: 'Every further failure restarts it' },
      group: group.signIn,
      min: 1,
      max: 1440,
      required: true,
      initial: 30,
    }),
    { unit: unit.minutes },
  ),
  'account.registerUser': parameter(
    yes({
      label: { zh: '开启注册', en: 'Self-registration' },
      help: {
        zh: '第三方登录的新用户和持邀请码的代理可提交注册，由管理员审核',
        en: 'New users of sign-in providers and agents with an invite code can register; an administrator approves them',
      },
      group: group.signIn,
      required: true,
      initial: 1,
    }),
  ),
  'account.switchMode': parameter(
    yes({
      label: { zh: '机构与角色切换', en: 'Switching department and role' },
      help: {
        zh: '有多个机构或角色的用户登录时选择其一，只拥有所选的权限，可随时切换',
        en: 'Users with several roles pick one at sign-in and can switch at any time',
      },
      group: group.signIn,
      required: true,
      initial: 0,
    }),
    { isPublic: true },
  ),
  'account.demandSecondFactor': parameter(
    yes({
      label: { zh: '资金操作要求两步验证', en: 'Require two-step verification for money operations' },
      help: {
        zh: '未开启两步验证的账号不能提现、改收款账户、调账、复核和大量导出，须先开启',
        en: 'Users without it must set it up before withdrawals, payees, adjustments, approvals and large exports',
      },
      group: group.signIn,
      required: true,
      initial: 0,
    }),
    { guard: { weaker: 'lower' } },
  ),
  'account.secondFactorForAll': parameter(
    yes({
      label: { zh: '所有人须开启两步验证', en: 'Require two-step verification for all' },
      help: {
        zh: '未开启的账号登录后须先开启，才能使用其他功能；只对部分人要求时，在角色中设置',
        en: 'Users without it must set it up before anything else. To require it for some users only, use their role',
      },
      group: group.signIn,
      required: true,
      initial: 0,
    }),
    { guard: { weaker: 'lower' } },
  ),
  'account.sessionDays': parameter(
    int({
      label: { zh: '登录最长有效期', en: 'Maximum session length' },
      help: {
        zh: '从登录起满这么多天须重新登录，一直在用也不例外',
        en: 'Days after sign-in before users must sign in again, even if active',
      },
      group: group.signIn,
      min: 1,
      max: 365,
      required: true,
      initial: 30,
    }),
    { unit: unit.days },
  ),
  'account.initialPasswordHours': parameter(
    int({
      label: { zh: '一次性密码有效期', en: 'One-time password lifetime' },
      help: {
        zh: '开户或重置时给出的密码须在此时限内登录并修改，过期后需重新重置',
        en: 'Time to sign in with a password from a new account or reset; afterwards it must be reset again',
      },
      group: group.signIn,
      min: 1,
      max: 2160,
      required: true,
      initial: 168,
    }),
    { unit: unit.hours },
  ),
  'account.initialPassword': parameter(
    secret({
      label: { zh: '重置后的初始密码', en: 'Password after reset' },
      help: {
        zh: '留空则每次生成随机密码（推荐）。供不显示重置结果的客户端使用：所有人重置后密码相同，首次登录须修改',
        en: 'Empty: random each time (recommended). For clients that do not show it: the same for all users, changed at the first sign-in',
      },
      group: group.signIn,
      max: 64,
      pattern: matching(new RegExp(`^$|${passwordRule.source}`), passwordSentence),
      initial: '',
    }),
    { guard: { weaker: 'given' } },
  ),
  'tenant.accountNumber': parameter(
    int({
      label: { zh: '新租户账号额度', en: 'User limit of new tenants' },
      help: {
        zh: '新增租户时的账号额度，-1 或 0 为不限制；已有租户不受影响',
        en: 'Initial limit of a new tenant; -1 or 0: no limit. Existing tenants keep theirs',
      },
      group: group.signIn,
      min: UNLIMITED,
      max: 10_000_000,
      required: true,
      initial: UNLIMITED,
    }),
    { scope: 'platform', unit: unit.accounts },
  ),
  'agent.maxSubUsers': parameter(
    int({
      label: { zh: '每个代理的子账号上限', en: 'Sub-users per agent' },
      help: { zh: '已有的子账号不受影响', en: 'Existing sub-users are kept' },
      group: group.signIn,
      min: 0,
      max: 10_000,
      required: true,
      initial: 50,
    }),
    { unit: unit.accounts },
  ),
  'agent.contractRemindDays': parameter(
    int({
      label: { zh: '代理合同到期提醒', en: 'Contracts that end soon' },
      help: {
        zh: '提前这么多天提醒运营和财务，到期后再提醒一次；账号不受影响',
        en: 'Operations and finance are reminded this many days before the end, and once more after it; accounts are not affected',
      },
      group: group.signIn,
      min: 1,
      max: 180,
      required: true,
      initial: 30,
    }),
    { unit: unit.days },
  ),
  'agent.defaultServiceAddress': parameter(
    text({
      label: { zh: '平台服务地址', en: 'Platform support contact' },
      help: {
        zh: 'Telegram 用户名或 https 链接，上级代理均未填写时显示给代理',
        en: 'Telegram user name or https link; shown to agents when no parent has one',
      },
      group: group.signIn,
      max: 128,
      pattern: matching(new RegExp(`^$|${serviceAddressRule.source}`), serviceAddressSentence),
      initial: '',
    }),
  ),
};
