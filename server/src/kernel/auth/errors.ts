import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

/** Errors of signing in. No error distinguishes a wrong name from a wrong password. */
export const authErrors = defineErrors({
  SIGN_IN_FAILED: { status: 400, zh: '账号或密码错误', en: 'Wrong account or password' },
  SIGN_IN_LOCKED: {
    status: 400,
    zh: '登录失败次数过多，请 {minutes} 分钟后再试',
    en: 'Too many failed sign-ins, try again in {minutes} min',
  },
  CAPTCHA_WRONG: { status: 400, zh: '验证码错误或已失效', en: 'The verification code is wrong or has expired' },
  GRANT_UNKNOWN: { status: 400, zh: '不支持的登录方式：{grant}', en: 'Unsupported grant: {grant}' },
  SESSION_EXPIRED: { status: 401, zh: '登录已失效，请重新登录', en: 'The session has ended, please sign in again' },
  TOKEN_REUSED: {
    status: 401,
    zh: '登录凭证被重复使用，为安全起见已退出登录',
    en: 'The sign-in was reused and has been ended for your security',
  },
  SOCIAL_UNKNOWN: { status: 400, zh: '未配置该第三方登录', en: 'This sign-in provider is not configured' },
  SOCIAL_UNAVAILABLE: {
    status: 503,
    zh: '{name} 暂时无法访问，请稍后再试或使用账号密码登录',
    en: '{name} cannot be reached, try again later or use your password',
  },
  SOCIAL_STATE: {
    status: 400,
    zh: '第三方登录已过期，或不是在本浏览器发起的，请重新登录',
    en: 'The sign-in has expired or was started in another browser; please start again',
  },
  SOCIAL_FAILED: {
    status: 400,
    zh: '{name} 没有确认您的身份，请重新登录',
    en: '{name} did not confirm your identity; please start again',
  },
  STEP_UP_REQUIRED: {
    status: 428,
    zh: '此操作需要再次输入两步验证码',
    en: 'This action requires your verification code again',
  },
  SECOND_FACTOR_NEEDED: {
    status: 428,
    zh: '此操作要求两步验证，请先在个人中心开启',
    en: 'This action requires two-step verification: set it up under Personal info first',
  },
  SECOND_FACTOR_DUE: {
    status: 403,
    zh: '请先开启两步验证，再继续使用',
    en: 'Set up two-step verification first',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    zh: '请先修改密码，再继续使用',
    en: 'Change your password first',
  },
  PASSWORD_WRONG: { status: 400, zh: '密码错误', en: 'Wrong password' },
  PASSWORD_WEAK: {
    status: 400,
    zh: '密码至少 8 位，且包含大写字母、小写字母、数字、符号中的两类',
    en: 'At least 8 characters of two kinds: upper case, lower case, digits, symbols',
  },
});
