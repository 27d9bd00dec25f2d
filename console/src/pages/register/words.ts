import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { contactPhoneHelp } from '@trade-assistant/contract/kit/phone-number.ts';

/** Texts of the invitation page. */
export const registerWords = {
  page: { zh: '注册代理账号', en: 'Register as an agent' },
  looking: { zh: '正在确认邀请…', en: 'Checking the invitation…' },
  invited: { zh: '{name} 邀请您成为代理。', en: '{name} invites you to become an agent.' },
  approval: {
    zh: '提交后由管理员审核，通过后即可登录。',
    en: 'An administrator reviews your registration; you can sign in once it is approved.',
  },
  code: { zh: '邀请码', en: 'Invite code' },
  codeHint: { zh: '邀请人发给您的 8 位字母和数字', en: 'The 8 letters and digits from your invitation' },
  codeNeeded: { zh: '请输入邀请码', en: 'Enter the invite code' },
  next: { zh: '下一步', en: 'Next' },
  failed: { zh: '暂时无法确认邀请，请稍后重试', en: 'The invitation could not be verified, please try again' },
  name: { zh: '姓名/公司', en: 'Name or company' },
  nameNeeded: { zh: '请输入姓名或公司名称', en: 'Enter your name or company name' },
  phone: { zh: '手机（选填）', en: 'Phone (optional)' },
  phoneRule: contactPhoneHelp,
  email: { zh: '邮箱（选填）', en: 'E-mail (optional)' },
  emailRule: { zh: '邮箱格式不正确', en: 'Invalid e-mail address' },
  submitted: { zh: '注册已提交', en: 'Registration submitted' },
  submittedHint: {
    zh: '管理员审核通过后，即可使用账号 {account} 登录。',
    en: 'After an administrator approves it, you can sign in as {account}.',
  },
  haveAccount: { zh: '已有账号？去登录', en: 'Have an account? Sign in' },
} as const satisfies Record<string, Text>;
