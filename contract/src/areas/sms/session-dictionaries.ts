import { dictionary } from '../../kit/dictionary.ts';

/** Closed lists of two-way text sessions. */

export const sessionType = dictionary('sms_session_type', {
  automatic: { value: 1, zh: '自动回复', en: 'Automatic replies' },
  people: { value: 2, zh: '人工客服', en: 'Answered by people' },
  survey: { value: 3, zh: '问卷', en: 'Survey' },
});

export const sessionTaskStatus = dictionary('sms_session_task_status', {
  draft: { value: 0, zh: '草稿', en: 'Draft', tone: 'off' },
  running: { value: 1, zh: '运行中', en: 'Running', tone: 'running' },
  paused: { value: 2, zh: '已暂停', en: 'Paused', tone: 'waiting' },
  ended: { value: 3, zh: '已结束', en: 'Ended', tone: 'off' },
});

export const sessionStatus = dictionary('sms_session_status', {
  waiting: { value: 0, zh: '待回复', en: 'Waiting', tone: 'waiting' },
  open: { value: 1, zh: '进行中', en: 'Open', tone: 'running' },
  closed: { value: 2, zh: '已关闭', en: 'Closed', tone: 'off' },
  optedOut: { value: 3, zh: '已退订', en: 'Opted out', tone: 'bad' },
});

/** Why a session was closed. */
export const sessionEnd = dictionary('sms_session_end', {
  person: { value: 1, zh: '人工关闭', en: 'Closed by a person' },
  timeout: { value: 2, zh: '超时', en: 'No message for too long' },
  age: { value: 3, zh: '满 30 天', en: '30 days old' },
  taskEnded: { value: 4, zh: '会话任务已结束', en: 'Its session task ended' },
  optedOut: { value: 5, zh: '退订', en: 'Opted out' },
  flow: { value: 6, zh: '流程结束', en: 'End of the flow' },
});

/** Entries of a session, in its order. */
export const sessionEventKind = dictionary('sms_session_event', {
  received: { value: 1, zh: '收到', en: 'Received' },
  sent: { value: 2, zh: '人工回复', en: 'Reply' },
  automatic: { value: 3, zh: '自动回复', en: 'Automatic reply' },
  note: { value: 4, zh: '备注', en: 'Note' },
  assigned: { value: 5, zh: '分配', en: 'Assigned' },
  released: { value: 6, zh: '释放', en: 'Released' },
  closed: { value: 7, zh: '关闭', en: 'Closed' },
  reopened: { value: 8, zh: '重新打开', en: 'Reopened' },
  optedOut: { value: 9, zh: '退订', en: 'Opted out' },
  snoozed: { value: 10, zh: '稍后处理', en: 'Snoozed' },
  /** The report about an earlier text, which `refNo` names. */
  outcome: { value: 11, zh: '回执', en: 'Report' },
  flagged: { value: 12, zh: '标记', en: 'Marked' },
});

/** Marks of a session as bits. */
export const sessionFlag = dictionary('sms_session_flag', {
  likeOptOut: { value: 1, zh: '疑似退订', en: 'Looks like an opt-out' },
  repeating: { value: 2, zh: '疑似机器人', en: 'Repeats itself' },
  loop: { value: 4, zh: '流程循环', en: 'Flow in a loop' },
  repliesUsed: { value: 8, zh: '自动回复用尽', en: 'Automatic replies used up' },
});

/** Why nothing can be sent in a session. */
export const replyBlock = dictionary('sms_reply_block', {
  closed: { value: 1, zh: '会话已关闭，重新打开后可回复', en: 'The session is closed; reopen it to reply' },
  optedOut: { value: 2, zh: '对方已退订', en: 'This person opted out' },
  sender: { value: 3, zh: '发送号码不可用', en: 'The sender cannot be used' },
  lease: { value: 4, zh: '发送号码的租期已到', en: 'The lease of the sender ended' },
  turns: { value: 5, zh: '轮次已用尽', en: 'The turns are used up' },
  money: { value: 6, zh: '余额不足', en: 'Not enough money' },
  cap: { value: 7, zh: '已达本会话费用上限', en: 'The money for this session is used up' },
  assignee: { value: 8, zh: '只有负责人可以回复', en: 'Only the assignee may reply' },
  price: { value: 9, zh: '暂未定价', en: 'There is no price for this country' },
  paused: { value: 10, zh: '会话任务已结束', en: 'The session task has ended' },
});
