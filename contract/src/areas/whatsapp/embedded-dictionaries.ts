import { dictionary } from '../../kit/dictionary.ts';

/** Closed lists of seed numbers and their tasks. */

export const seedOwner = dictionary('seed_owner', {
  platform: { value: 1, zh: '平台自有', en: 'Platform' },
  member: { value: 2, zh: '面板成员', en: 'Panel member' },
});

export const seedStatus = dictionary('seed_number_status', {
  disabled: { value: 0, zh: '停用', en: 'Disabled', tone: 'off' },
  available: { value: 1, zh: '可用', en: 'Available', tone: 'good' },
  inUse: { value: 2, zh: '使用中', en: 'In use', tone: 'running' },
  invalid: { value: 3, zh: '失效', en: 'Invalid', tone: 'bad' },
});

export const seedTaskStatus = dictionary('seed_task_status', {
  planned: { value: 0, zh: '待下发', en: 'Planned', tone: 'waiting' },
  running: { value: 1, zh: '进行中', en: 'In progress', tone: 'running' },
  reported: { value: 2, zh: '已反馈', en: 'Reported', tone: 'attention' },
  approved: { value: 3, zh: '已通过', en: 'Approved', tone: 'good' },
  rejected: { value: 4, zh: '已驳回', en: 'Rejected', tone: 'bad' },
  timedOut: { value: 5, zh: '已超时', en: 'Timed out', tone: 'off' },
  cancelled: { value: 6, zh: '已取消', en: 'Cancelled', tone: 'off' },
});

/** Result of a message, as the holder of the number reports it. */
export const seedReport = dictionary('seed_report', {
  none: { value: 0, zh: '未反馈', en: 'No report', tone: 'off' },
  received: { value: 1, zh: '已收到', en: 'Received', tone: 'good' },
  missing: { value: 2, zh: '未收到', en: 'Not received', tone: 'bad' },
  different: { value: 3, zh: '内容不符', en: 'Different content', tone: 'bad' },
});

/** Comparison of the provider's receipt with the report. */
export const seedMatch = dictionary('seed_match', {
  match: { value: 1, zh: '一致', en: 'Match', tone: 'good' },
  providerFalse: { value: 2, zh: '通道虚报', en: 'False receipt', tone: 'bad' },
  memberFalse: { value: 3, zh: '用户虚报', en: 'False report', tone: 'bad' },
  late: { value: 4, zh: '延迟', en: 'Late', tone: 'waiting' },
  undecidable: { value: 5, zh: '无法判断', en: 'Undecidable', tone: 'off' },
});

export const seedRewardStatus = dictionary('seed_reward_status', {
  unpaid: { value: 0, zh: '未发放', en: 'Not paid', tone: 'off' },
  paid: { value: 1, zh: '已发放', en: 'Paid', tone: 'good' },
  reversed: { value: 2, zh: '已冲回', en: 'Reversed', tone: 'bad' },
});

export const seedAppeal = dictionary('seed_appeal', {
  none: { value: 0, zh: '无', en: 'None', tone: 'off' },
  filed: { value: 1, zh: '申诉中', en: 'Appealed', tone: 'attention' },
  won: { value: 2, zh: '申诉成立', en: 'Appeal upheld', tone: 'good' },
  refused: { value: 3, zh: '申诉驳回', en: 'Appeal rejected', tone: 'bad' },
});
