import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/** Texts of the locked screen. */
export const lockWords = {
  lock: { zh: '锁屏', en: 'Lock screen' },
  change: { zh: '修改锁屏密码', en: 'Change the lock password' },
  locked: { zh: '屏幕已锁定', en: 'Screen locked' },
  hint: { zh: '输入锁屏密码或登录密码以继续', en: 'Enter your lock password or sign-in password' },
  password: { zh: '密码', en: 'Password' },
  unlock: { zh: '解锁', en: 'Unlock' },
  needed: { zh: '锁屏密码不能为空', en: 'The lock password cannot be empty' },
  leaveAsk: { zh: '退出登录将关闭已打开的标签页，确定吗？', en: 'Signing out closes your open tabs. Sign out?' },

  setTitle: { zh: '设置锁屏密码', en: 'Set a lock password' },
  setHint: {
    zh: '锁屏后用它解锁，也可使用登录密码。标签页和填写中的内容会保留。',
    en: 'Unlocks the screen, as does your sign-in password. Tabs and unsaved input are kept.',
  },
  setAndLock: { zh: '设置并锁屏', en: 'Set and lock' },
  current: { zh: '当前锁屏密码或登录密码', en: 'Current lock password or sign-in password' },
  fresh: { zh: '锁屏密码', en: 'Lock password' },
  again: { zh: '确认锁屏密码', en: 'Lock password again' },
  different: { zh: '两次输入的密码不一致', en: 'The passwords do not match' },
  changed: { zh: '锁屏密码已修改', en: 'The lock password was changed' },
} as const satisfies Record<string, Text>;
