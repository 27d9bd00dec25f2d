import type { MessageTemplate } from './template.ts';

/** Messages about number checks and the declarations they need. */
export const checkTemplates = {
  CONSENT_PASSED: {
    title: { zh: '名单来源声明已通过', en: 'Declaration of source approved' },
    content: {
      zh: '声明 {no} 已通过，有效期至 {until}',
      en: 'Declaration {no} was approved; it is valid until {until}',
    },
    type: 1,
    level: 'success',
  },
  CONSENT_REFUSED: {
    title: { zh: '名单来源声明未通过', en: 'Declaration of source rejected' },
    content: {
      zh: '声明 {no} 未通过：{reason}。请补充后重新提交',
      en: 'Declaration {no} was rejected: {reason}. Please complete it and submit a new one',
    },
    type: 1,
    level: 'warning',
  },
  CONSENT_EXPIRED: {
    title: { zh: '名单来源声明已过期', en: 'Your declaration of source has expired' },
    content: { zh: '声明 {no} 已过期，请重新提交', en: 'Declaration {no} has expired; please submit a new one' },
    type: 1,
    level: 'warning',
  },
  CASE_CLOSED: {
    title: { zh: '合规工单已结案', en: 'A compliance case was decided' },
    content: {
      zh: '工单 {no} 的结论：{reason}。如有异议，可在 14 天内申诉',
      en: 'Decision of case {no}: {reason}. You can appeal within 14 days',
    },
    type: 1,
    level: 'warning',
  },
  CASE_UPHELD: {
    title: { zh: '申诉未通过', en: 'Appeal rejected' },
    content: { zh: '工单 {no} 维持原结论：{reason}', en: 'The decision of case {no} stays: {reason}' },
    type: 1,
    level: 'warning',
  },
  CASE_OVERTURNED: {
    title: { zh: '申诉成立', en: 'Appeal accepted' },
    content: { zh: '工单 {no} 的结论已撤销：{reason}', en: 'The decision of case {no} was overturned: {reason}' },
    type: 1,
    level: 'success',
  },
  SUPPLIER_CLAIM_OVERDUE: {
    title: { zh: '供应商索赔逾期未答复', en: 'A supplier claim is overdue' },
    content: {
      zh: '{supplier} 未在期限内答复索赔单 {no}，请跟进',
      en: '{supplier} has not answered claim {no} in time; please follow up',
    },
    type: 1,
    level: 'warning',
  },
  CHECK_UNPAID: {
    title: { zh: '检测任务未支付', en: 'Check not paid' },
    content: {
      zh: '任务 {no}（{name}）{hours} 小时内未支付，已取消，未扣费',
      en: 'Task {no} ({name}) was not paid within {hours} hours and was cancelled; nothing was charged',
    },
    type: 1,
    level: 'warning',
  },
  CHECK_STALLED: {
    title: { zh: '任务停滞', en: 'Task without progress' },
    content: {
      zh: '任务 {no}（{name}）已 {minutes} 分钟没有新结果',
      en: 'Task {no} ({name}) has had no result for {minutes} minutes',
    },
    type: 1,
    level: 'warning',
  },
  CHECK_BROKEN: {
    title: { zh: '任务因程序错误暂停', en: 'Task paused by an error' },
    content: {
      zh: '任务 {no}（{name}）处理时发生程序错误，已暂停，其他任务不受影响；平台修复后可继续',
      en: 'Task {no} ({name}) was paused because of an error of the program; other tasks go on. Staff can resume it once the error is corrected',
    },
    type: 1,
    level: 'warning',
  },
  CHECK_FRUITLESS: {
    title: { zh: '检测任务无结果已取消', en: 'Check without results cancelled' },
    content: {
      zh: '任务 {no}（{name}）连续 {hours} 小时没有任何结果，已取消；没有结果的号码不收费，冻结的金额已退回',
      en: 'Task {no} ({name}) had no result for {hours} hours and was cancelled. Numbers without a result are free, and their money was returned',
    },
    type: 1,
    level: 'warning',
  },
  CHECK_ABANDONED: {
    title: { zh: '暂停的检测任务已取消', en: 'Paused check cancelled' },
    content: {
      zh: '任务 {no}（{name}）暂停了 {days} 天，已取消；没有结果的号码不收费，冻结的金额已退回',
      en: 'Task {no} ({name}) was paused for {days} days and was cancelled. Numbers without a result are free, and their money was returned',
    },
    type: 1,
    level: 'warning',
  },
  CHECK_UNSERVED: {
    title: { zh: '检测任务没有可用服务商', en: 'No provider for a check' },
    content: {
      zh: '任务 {no}（{name}）目前没有可用的服务商，有服务商后自动继续',
      en: 'No provider can work on task {no} ({name}) now; it continues as soon as there is one',
    },
    type: 1,
    level: 'warning',
  },
} as const satisfies Record<string, MessageTemplate>;
