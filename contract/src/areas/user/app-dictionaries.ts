import { dictionary } from '../../kit/dictionary.ts';

/** Relations of app users to the company. */
export const appUserKind = dictionary('app_user_kind', {
  customer: { value: 1, zh: '客户', en: 'Customer' },
  member: { value: 2, zh: '面板成员', en: 'Panel member' },
});

/** Ways in which accounts of app users are opened. */
export const registerSource = dictionary('app_register_source', {
  staff: { value: 1, zh: '人工开户', en: 'Added by staff' },
  website: { value: 2, zh: '网站注册', en: 'Website' },
});

/** Levels of verification of app users. */
export const appKycLevel = dictionary('app_kyc_level', {
  none: { value: 0, zh: '未认证', en: 'Not verified', tone: 'off' },
  basic: { value: 1, zh: '基础认证', en: 'Basic', tone: 'waiting' },
  full: { value: 2, zh: '完整认证', en: 'Full', tone: 'good' },
});
