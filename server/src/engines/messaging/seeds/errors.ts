import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const seedErrors = defineErrors({
  SEED_NUMBER_INVALID: {
    status: 400,
    zh: '号码无效，请填写带国家码的完整号码，例如 +1 202 555 0100',
    en: 'Not a phone number; enter it whole with its country code, such as +1 202 555 0100',
  },
  SEED_NUMBER_TAKEN: {
    status: 400,
    zh: '该渠道已有此嵌入号',
    en: 'The channel already has this seed number',
  },
  SEED_PANEL_MISSING: {
    status: 400,
    zh: '面板成员功能尚未启用，目前只能添加平台自有号码',
    en: 'Panel members are not available yet; add a number of the platform',
  },
  SEED_MEMBER_UNKNOWN: {
    status: 400,
    zh: '面板成员不存在或尚未授权，请选择已授权的成员',
    en: 'Not a panel member with a consent; choose one who has given it',
  },
  SEED_UNAVAILABLE: {
    status: 400,
    zh: '该嵌入号不可用，请选择可用的号码',
    en: 'The seed number is not available; choose an available one',
  },
  SEED_DAILY_LIMIT: {
    status: 400,
    zh: '该嵌入号今日已用满 {n} 次，请选择其他号码',
    en: 'The seed number was used {n} times today, which is its limit; choose another one',
  },
  SEED_IN_ORDER: {
    status: 400,
    zh: '该订单已使用此嵌入号',
    en: 'The order already uses this seed number',
  },
  SEED_MEMBER_REPORTS: {
    status: 400,
    zh: '面板成员的号码由成员本人反馈',
    en: 'The panel member reports about this number',
  },
  SEED_RECEIVED_TIME: {
    status: 400,
    zh: '收到时间应在下发之后、现在之前',
    en: 'The time of receipt should be between the dispatch and now',
  },
  SEED_PROOF_GONE: {
    status: 400,
    zh: '图片已失效，请重新上传',
    en: 'A picture is no longer available; upload it again',
  },
  SEED_SELF_REVIEW: {
    status: 403,
    zh: '不能审核自己反馈的任务，请由其他人审核',
    en: 'You reported this task; another person has to review it',
  },
  SEED_CHEATED: {
    status: 400,
    zh: '已判定作弊的任务不能通过，请先撤销作弊判定',
    en: 'The task is marked as cheating and cannot be approved; withdraw the mark first',
  },
  EVIDENCE_REQUIRED: { status: 400, zh: '请上传作弊依据', en: 'Evidence required' },
  SEED_SECOND_PERSON: {
    status: 403,
    zh: '作弊判定的撤销和申诉须由判定人以外的人处理',
    en: 'Another person than the one who marked the task as cheating has to decide this',
  },
  SEED_APPEAL_LATE: {
    status: 400,
    zh: '申诉期限已于 {time} 截止',
    en: 'The time to appeal ended at {time}',
  },
  NOT_CHEAT: { status: 400, zh: '未判定作弊不可锁定：{no}', en: 'Not marked as cheating: {no}' },
  SEED_NO_MEMBER: {
    status: 400,
    zh: '任务 {no} 使用平台自有号码，没有可锁定的账号',
    en: 'Task {no} uses a number of the platform; there is no account to lock',
  },
});

export type SeedError = keyof typeof seedErrors.declarations;

/** Returns an error shown at a field of the form. */
export function atField(field: string, name: SeedError, params: Record<string, string | number> = {}) {
  const error = seedErrors[name](params as never);
  const message = { zh: error.say('zh'), en: error.say('en') };
  return seedErrors[name](params as never, { fields: [{ field, message }] });
}
