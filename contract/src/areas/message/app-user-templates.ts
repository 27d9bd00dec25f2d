import type { MessageTemplate } from './template.ts';

/** Messages about app users: their registration, locks and tasks. */
export const appUserTemplates = {
  APP_USER_REGISTERED: {
    title: { zh: 'App用户注册待审核', en: 'App user to approve' },
    content: {
      zh: '{user} 在网站注册为 App 用户，请审核',
      en: '{user} registered as an app user on a website; please review',
    },
    type: 3,
    level: 'warning',
  },
  APP_USER_LOCKED: {
    title: { zh: '账号已锁定', en: 'Your account is locked' },
    content: { zh: '您的账号已锁定至 {time}：{reason}', en: 'Your account is locked until {time}: {reason}' },
    type: 1,
    level: 'warning',
  },
  APP_USER_UNLOCKED: {
    title: { zh: '账号已解锁', en: 'Your account is unlocked' },
    content: { zh: '您的账号已解锁，可以继续使用', en: 'Your account is unlocked; you can use it again' },
    type: 1,
    level: 'success',
  },
  SEED_CHEAT: {
    title: { zh: '任务被判定作弊', en: 'Task marked as cheating' },
    content: {
      zh: '任务 {no} 被判定作弊：{reason}。可在 {time} 前申诉',
      en: 'Task {no} was marked as cheating: {reason}. You can appeal until {time}',
    },
    type: 1,
    level: 'error',
  },
  SEED_APPEAL_WON: {
    title: { zh: '申诉成立', en: 'Appeal accepted' },
    content: { zh: '任务 {no} 的作弊判定已撤销：{reason}', en: 'Task {no} is no longer marked as cheating: {reason}' },
    type: 1,
    level: 'success',
  },
  SEED_APPEAL_REFUSED: {
    title: { zh: '申诉未成立', en: 'Appeal rejected' },
    content: { zh: '任务 {no} 的作弊判定维持：{reason}', en: 'Task {no} stays marked as cheating: {reason}' },
    type: 1,
    level: 'warning',
  },
} as const satisfies Record<string, MessageTemplate>;
