import { dictionary, openDictionary } from '../../kit/dictionary.ts';

/** What an activity gives. */
export const activityType = dictionary('activity_type', {
  recharge: { value: 1, zh: '充值赠送', en: 'Recharge bonus' },
  coupon: { value: 2, zh: '优惠券', en: 'Coupon' },
  invitation: { value: 3, zh: '邀请奖励', en: 'Invitation reward' },
  notice: { value: 4, zh: '公示', en: 'Notice only' },
});

/** States of an activity. */
export const activityStatus = dictionary('activity_status', {
  draft: { value: 0, zh: '草稿', en: 'Draft', tone: 'off' },
  scheduled: { value: 1, zh: '未开始', en: 'Scheduled', tone: 'waiting' },
  running: { value: 2, zh: '进行中', en: 'Running', tone: 'good' },
  ended: { value: 3, zh: '已结束', en: 'Ended', tone: 'off' },
  offline: { value: 4, zh: '已下线', en: 'Taken offline', tone: 'bad' },
});

/** The users who take part in an activity; a set. */
export const activityUsers = dictionary('activity_users', {
  agent: { value: 1, zh: '代理', en: 'Agents' },
  subUser: { value: 2, zh: '子账号', en: 'Sub-users' },
  appUser: { value: 4, zh: 'App用户', en: 'App users' },
});

/** The event that gave a bonus. */
export const grantCause = dictionary('grant_cause', {
  recharge: { value: 1, zh: '充值', en: 'Recharge' },
  claim: { value: 2, zh: '领券', en: 'Coupon claimed' },
  invitation: { value: 3, zh: '邀请', en: 'Invitation' },
});

/** Whether a bonus of an activity still counts. */
export const grantStatus = dictionary('grant_status', {
  granted: { value: 1, zh: '已发放', en: 'Granted', tone: 'good' },
  returned: { value: 2, zh: '已收回', en: 'Returned', tone: 'off' },
});

/** The readers of an announcement; a set. */
export const announcementReaders = dictionary('announcement_readers', {
  ...activityUsers.entries,
  staff: { value: 8, zh: '平台', en: 'Staff' },
});

/** How important an announcement is. */
export const announcementLevel = dictionary('announcement_level', {
  ordinary: { value: 1, zh: '普通', en: 'Normal', tone: 'off' },
  important: { value: 2, zh: '重要', en: 'Important', tone: 'attention' },
  urgent: { value: 3, zh: '紧急', en: 'Urgent', tone: 'bad' },
});

/** States of an announcement. */
export const announcementStatus = dictionary('announcement_status', {
  draft: { value: 0, zh: '草稿', en: 'Draft', tone: 'off' },
  published: { value: 1, zh: '已发布', en: 'Published', tone: 'good' },
  withdrawn: { value: 2, zh: '已撤回', en: 'Withdrawn', tone: 'bad' },
});

/** Subjects of instructions. */
export const instructionCategory = openDictionary('instruction_category', {
  start: { value: 1, zh: '新手入门', en: 'Getting started' },
  checks: { value: 2, zh: '号码检测', en: 'Number checks' },
  orders: { value: 3, zh: '订单', en: 'Orders' },
  recharge: { value: 4, zh: '充值与提现', en: 'Recharges and withdrawals' },
  api: { value: 5, zh: '接口', en: 'API' },
  compliance: { value: 6, zh: '合规', en: 'Compliance' },
});

/** The language of an instruction. */
export const instructionLang = dictionary('instruction_lang', {
  zh: { value: 1, zh: '中文', en: 'Chinese' },
  en: { value: 2, zh: '英文', en: 'English' },
});
