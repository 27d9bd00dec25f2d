import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/** Texts of the login page about passkeys and the second step. */
export const twoStepWords = {
  passkey: { zh: '使用通行密钥登录', en: 'Sign in with a passkey' },
  passkeyFailed: { zh: '通行密钥不可用，请使用密码登录', en: 'The passkey cannot be used; sign in with your password' },
  title: { zh: '两步验证', en: 'Two-step verification' },
  hint: { zh: '请输入身份验证器应用中的 6 位验证码', en: 'Enter the 6-digit code of your authenticator app' },
  recoveryHint: { zh: '请输入一个未用过的恢复码', en: 'Enter one of your unused recovery codes' },
  code: { zh: '验证码', en: 'Code' },
  recoveryCode: { zh: '恢复码', en: 'Recovery code' },
  codeNeeded: { zh: '请输入验证码', en: 'Enter the code' },
  verify: { zh: '验证', en: 'Verify' },
  useRecovery: { zh: '手机不在身边？使用恢复码', en: 'No phone at hand? Use a recovery code' },
  useApp: { zh: '使用身份验证器', en: 'Use the authenticator app' },
  back: { zh: '返回', en: 'Back' },
} as const satisfies Record<string, Text>;
