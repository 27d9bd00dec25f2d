import { int, money } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Limits of app users, their locks, and the trust that panel members need. */
export const appUserParameters = {
  'appUser.rechargeDayMax': parameter(
    money({
      label: { zh: 'App用户每日充值上限', en: 'Daily recharge limit of app users' },
      help: { zh: '每个App用户每天最多充值的金额', en: 'Per app user' },
      group: group.apps,
      required: true,
      least: 1n,
      initial: '5000',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'appUser.withdrawMin': parameter(
    money({
      label: { zh: 'App用户单笔提现下限', en: 'Least withdrawal of app users' },
      help: { zh: '低于此金额不能提现', en: 'Smaller withdrawals are refused' },
      group: group.apps,
      required: true,
      least: 0n,
      initial: '5',
    }),
  ),
  'appUser.withdrawDayMax': parameter(
    money({
      label: { zh: 'App用户每日提现上限', en: 'Daily withdrawal limit of app users' },
      help: { zh: '未完整认证的App用户每天最多提现的金额', en: 'Per app user without full verification' },
      group: group.apps,
      required: true,
      least: 1n,
      initial: '200',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'appUser.lockDays': parameter(
    int({
      label: { zh: 'App用户锁定天数', en: 'Lock of app users' },
      help: { zh: '没有“长期锁定”权限的人最多锁定几天', en: 'Days at most, without the permission to lock for longer' },
      group: group.apps,
      min: 1,
      max: 365,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'appUser.minTrust': parameter(
    int({
      label: { zh: '面板成员最低信用分', en: 'Least trust score of panel members' },
      help: { zh: '低于此分的成员不再分配嵌入号任务', en: 'Members below it get no further seed number tasks' },
      group: group.apps,
      min: 0,
      max: 100,
      required: true,
      initial: 40,
    }),
  ),
} as const;
