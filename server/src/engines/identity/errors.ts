import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const identityErrors = defineErrors({
  ACCOUNT_EXISTS: { status: 400, zh: '账号已存在', en: 'The account already exists' },
  ACCOUNT_INVALID: {
    status: 400,
    zh: '账号须为 4-32 位字母、数字或下划线',
    en: 'An account has 4 to 32 letters, digits or underscores',
  },
  ACCOUNT_NOT_FOUND: { status: 404, zh: '用户不存在', en: 'No such user' },
  ACCOUNT_DISABLED: { status: 400, zh: '账号已停用', en: 'The account is disabled' },
  ACCOUNT_LOCKED: { status: 400, zh: '账号已锁定至 {time}', en: 'The account is locked until {time}' },
  ACCOUNT_PENDING: { status: 400, zh: '账号正在等待审核', en: 'The account is waiting for approval' },
  LOCK_PASSWORD_EMPTY: { status: 400, zh: '锁屏密码不能为空', en: 'The lock password cannot be empty' },
  LOCK_PASSWORD_NEEDED: { status: 400, zh: '请先设置锁屏密码', en: 'Set a lock password first' },
  LOCK_PASSWORD_WRONG: {
    status: 400,
    zh: '密码错误，请输入锁屏密码或登录密码',
    en: 'Wrong password; enter the lock password or your sign-in password',
  },
  LOCK_RESTS: {
    status: 400,
    zh: '密码错误次数过多，请 {minutes} 分钟后再试',
    en: 'Too many wrong passwords, try again in {minutes} min',
  },
  TENANT_UNKNOWN: { status: 400, zh: '租户不存在', en: 'There is no such tenant' },
  TENANT_CLOSED: { status: 400, zh: '租户已停用或已到期', en: 'The tenant is closed or has expired' },
  UPLINE_DISABLED: {
    status: 400,
    zh: '上级代理已停用，暂不能下单',
    en: 'An agent above is disabled, orders are paused',
  },
  DEPTH_LIMIT: { status: 400, zh: '超过最大层级（{max} 级）', en: 'Too deep, at most {max} levels' },
  SUB_LIMIT: { status: 400, zh: '子账号数量已达上限（{max} 个）', en: 'Sub-user limit reached ({max})' },
  LEVEL_TOO_HIGH: { status: 400, zh: '代理等级不能高于自己', en: 'The level may not exceed your own' },
  PARENT_INVALID: { status: 400, zh: '上级代理无效', en: 'That parent is not possible' },
  ROLE_NOT_ASSIGNABLE: { status: 403, zh: '不能授予该角色', en: 'You may not give that role' },
  SELF_CHANGE: { status: 400, zh: '不能停用或锁定自己', en: 'You cannot disable or lock yourself' },
  REGISTRATION_EXPIRED: {
    status: 400,
    zh: '第三方登录已过期，请重新登录后再注册',
    en: 'Your sign-in has expired, sign in again to register',
  },
  REGISTERED_ALREADY: {
    status: 400,
    zh: '该第三方账号已注册，请直接登录',
    en: 'You have registered already, please sign in',
  },
  LAST_ADMINISTRATOR: { status: 400, zh: '至少保留一名超级管理员', en: 'At least one administrator must remain' },
});
