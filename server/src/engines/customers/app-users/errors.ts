import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const appUserErrors = defineErrors({
  /** `clean.ts` adds the open business. */
  CLEAN_BLOCKED: {
    status: 400,
    zh: '{user} 存在余额或未完结业务，不能清理',
    en: '{user} has a balance or open business and cannot be cleaned',
  },
  APP_USER_ACTIVE: {
    status: 400,
    zh: '{user} 已有登录或业务记录，不能删除；请使用“清理账号”',
    en: '{user} has signed in or has records and cannot be deleted; use “Clean account”',
  },
  PANEL_CONSENT_MISSING: {
    status: 400,
    zh: '本人尚未授权，不能设为面板成员',
    en: 'The user has not given their consent to be a panel member',
  },
  PANEL_CONSENT_VERSION: {
    status: 400,
    zh: '授权说明已更新为 {version}，请重新阅读',
    en: 'The consent text has changed to version {version}; please read it again',
  },
  LOCK_TOO_LONG: { status: 403, zh: '您最多可锁定 {n} 天', en: 'You can lock for at most {n} {n|day|days}' },
  TEAM_UNKNOWN: { status: 400, zh: '团队不存在或已停用', en: 'This team does not exist or is disabled' },
  TEAM_USERS_UNKNOWN: { status: 400, zh: '请选择有效的App用户', en: 'Choose existing app users' },
  TEAM_OF_AGENT: {
    status: 400,
    zh: '{user} 不属于该团队的代理',
    en: '{user} does not belong to the agent of this team',
  },
  MEMBER_OF_TEAM: {
    status: 400,
    zh: '{user} 已在团队“{team}”中，请先移出',
    en: '{user} is in the team “{team}”; remove them there first',
  },
});

/** Returns an error with its sentence at a field of the form. */
export function atField(
  field: string,
  name: keyof typeof appUserErrors.declarations,
  params: Readonly<Record<string, string | number>> = {},
) {
  const error = appUserErrors[name](params as never);
  const message = { zh: error.say('zh'), en: error.say('en') };
  return appUserErrors[name](params as never, { fields: [{ field, message }] });
}
