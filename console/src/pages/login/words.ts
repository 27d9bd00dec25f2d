import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/** Texts of social sign-in, registration and a locked sign-in. */
export const loginWords = {
  resting: { zh: '登录失败次数过多，请 {time} 后再试', en: 'Too many failed sign-ins, try again in {time}' },
  rested: { zh: '现在可以重新登录了', en: 'You can sign in again now' },

  others: { zh: '其他登录方式', en: 'Or continue with' },
  with: { zh: '使用 {name} 登录', en: 'Continue with {name}' },
  leaving: { zh: '正在前往 {name}…', en: 'Going to {name}…' },
  returning: { zh: '正在登录…', en: 'Signing you in…' },
  linking: { zh: '正在绑定…', en: 'Linking…' },
  cancelled: { zh: '您已取消第三方登录', en: 'You cancelled the sign-in' },
  refused: { zh: '第三方登录没有完成，请重试', en: 'The sign-in was not completed, please try again' },

  linkCancelled: { zh: '您已取消绑定', en: 'You cancelled the linking' },
  linkRefused: { zh: '绑定没有完成，请重试', en: 'The linking was not completed, please try again' },

  register: { zh: '账号注册', en: 'Account registration' },
  registerHint: {
    zh: '您的第三方身份已确认。填写账号信息，管理员审核通过后即可登录。',
    en: 'Your identity is confirmed. Choose an account name; you can sign in after an administrator approves it.',
  },
  registerMissing: { zh: '注册窗口没有加载成功', en: 'The registration form could not be loaded' },
  accountName: { zh: '账号名称', en: 'Account name' },
  accountRule: { zh: '4–32 位字母、数字或下划线', en: '4–32 letters, digits or underscores' },
  realName: { zh: '姓名（选填）', en: 'Name (optional)' },
  passwordRule: {
    zh: '至少 8 位，包含大写字母、小写字母、数字、符号中的两类',
    en: 'At least 8 characters including two of: upper case, lower case, digits, symbols',
  },
  again: { zh: '确认密码', en: 'Confirm password' },
  submit: { zh: '提交注册', en: 'Register' },
  tenantFirst: { zh: '请先输入租户编号', en: 'Enter the tenant ID first' },
  accountNeeded: { zh: '请输入账号名称', en: 'Enter an account name' },
  passwordsNeeded: { zh: '请输入密码和确认密码', en: 'Enter the password and confirm it' },
  different: { zh: '两次输入的密码不一致', en: 'The passwords do not match' },
  notSubmitted: { zh: '填写的内容尚未提交', en: 'Your input has not been submitted' },
  discard: { zh: '放弃填写', en: 'Discard' },
  stay: { zh: '继续填写', en: 'Keep editing' },
  submitFailed: { zh: '提交失败，请稍后重试', en: 'The submission failed, please try again later' },
  submitted: { zh: '注册已提交', en: 'Registration submitted' },
  submittedHint: {
    zh: '管理员审核通过后，账号 {account} 即可使用密码或第三方登录。',
    en: 'After an administrator approves it, {account} can sign in with its password or the provider.',
  },
  backToSignIn: { zh: '返回登录', en: 'Back to sign-in' },
} as const satisfies Record<string, Text>;
