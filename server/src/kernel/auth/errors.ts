import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

/** Why somebody was not let in. A wrong name and a wrong password are told apart nowhere. */
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
    en: 'The sign-in was used twice and has been ended for safety',
  },
  PASSWORD_WEAK: {
    status: 400,
    zh: '密码至少 8 位，且包含大写字母、小写字母、数字、符号中的两类',
    en: 'At least 8 characters of two kinds: upper case, lower case, digits, symbols',
  },
});
