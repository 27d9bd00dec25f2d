import { dictionary } from './kit/dictionary.ts';

/** Closed lists of messages in all channels. */

/** State of an order of messages. */
export const orderStatus = dictionary('message_order_status', {
  draft: { value: 0, zh: '草稿', en: 'Draft', tone: 'off' },
  review: { value: 1, zh: '待审核', en: 'Under review', tone: 'waiting' },
  queued: { value: 2, zh: '待发送', en: 'Queued', tone: 'waiting' },
  sending: { value: 3, zh: '发送中', en: 'Sending', tone: 'running' },
  paused: { value: 4, zh: '已暂停', en: 'Paused', tone: 'waiting' },
  rejected: { value: 5, zh: '已驳回', en: 'Rejected', tone: 'bad' },
  completed: { value: 6, zh: '已完成', en: 'Completed', tone: 'good' },
  cancelled: { value: 7, zh: '已取消', en: 'Cancelled', tone: 'off' },
  exception: { value: 8, zh: '异常', en: 'Exception', tone: 'bad' },
});

/** State of a message to one recipient of an order. */
export const lineStatus = dictionary('line_status', {
  pending: { value: 0, zh: '待发送', en: 'Pending', tone: 'waiting' },
  submitted: { value: 1, zh: '已提交', en: 'Submitted', tone: 'running' },
  delivered: { value: 2, zh: '已送达', en: 'Delivered', tone: 'good' },
  read: { value: 3, zh: '已读', en: 'Read', tone: 'good' },
  failed: { value: 4, zh: '失败', en: 'Failed', tone: 'bad' },
  overruled: { value: 5, zh: '已驳回', en: 'Overruled', tone: 'bad' },
  expired: { value: 6, zh: '已过期', en: 'Expired', tone: 'off' },
  cancelled: { value: 7, zh: '已取消', en: 'Cancelled', tone: 'off' },
  suppressed: { value: 8, zh: '已屏蔽', en: 'Suppressed', tone: 'off' },
  deferred: { value: 9, zh: '静默延后', en: 'Deferred', tone: 'waiting' },
});

const { submitted, delivered, read, failed, overruled, expired } = lineStatus.is;

/** States of the messages to which each verdict of staff applies. */
export const verdictStates = {
  OVERRULE: [submitted, delivered, read],
  RESET: [failed, overruled, expired],
  PASS: [submitted, failed, expired],
} as const satisfies Record<string, readonly number[]>;

/** How a message is charged. */
export const lineCharge = dictionary('line_charge', {
  none: { value: 0, zh: '未计费', en: 'Not charged', tone: 'off' },
  held: { value: 1, zh: '已冻结', en: 'Held', tone: 'waiting' },
  charged: { value: 2, zh: '已扣费', en: 'Charged', tone: 'good' },
  refunded: { value: 3, zh: '已退款', en: 'Refunded' },
});

/** Category of a WhatsApp message, which decides its price. */
export const messageCategory = dictionary('message_category', {
  marketing: { value: 1, zh: '营销', en: 'Marketing' },
  utility: { value: 2, zh: '服务通知', en: 'Utility' },
  authentication: { value: 3, zh: '验证', en: 'Authentication' },
  service: { value: 4, zh: '会话回复', en: 'Service' },
});

/** Kind of a Telegram order. */
export const telegramOrderType = dictionary('telegram_order_type', {
  code: { value: 1, zh: '验证码', en: 'Verification code' },
  notice: { value: 2, zh: '机器人通知', en: 'Bot notice' },
});

/** Kind of an SMS, which decides its price and its rules. */
export const smsType = dictionary('sms_type', {
  code: { value: 1, zh: '验证码', en: 'Verification code' },
  notice: { value: 2, zh: '通知', en: 'Notice' },
  marketing: { value: 3, zh: '营销', en: 'Marketing' },
});

/** How an order ended. */
export const orderEnd = dictionary('message_order_end', {
  automatic: { value: 1, zh: '自动', en: 'Automatic' },
  manual: { value: 2, zh: '人工', en: 'Manual' },
  expired: { value: 3, zh: '到期', en: 'Receipts expired' },
});

/** State of a message template at WhatsApp. Only approved ones are sent. */
export const templateStatus = dictionary('template_status', {
  pending: { value: 0, zh: '审核中', en: 'In review', tone: 'waiting' },
  approved: { value: 1, zh: '已通过', en: 'Approved', tone: 'good' },
  rejected: { value: 2, zh: '已拒绝', en: 'Rejected', tone: 'bad' },
  paused: { value: 3, zh: '已暂停', en: 'Paused', tone: 'bad' },
  disabled: { value: 4, zh: '已停用', en: 'Disabled', tone: 'off' },
});

/** Quality of a template or of a sender, as WhatsApp rates it. */
export const channelQuality = dictionary('channel_quality', {
  unknown: { value: 0, zh: '未评级', en: 'Not rated', tone: 'off' },
  green: { value: 1, zh: '高', en: 'High', tone: 'good' },
  yellow: { value: 2, zh: '中', en: 'Medium', tone: 'waiting' },
  red: { value: 3, zh: '低', en: 'Low', tone: 'bad' },
});

/** Direction of a message. */
export const messageDirection = dictionary('message_direction', {
  outgoing: { value: 1, zh: '下行', en: 'Sent' },
  incoming: { value: 2, zh: '上行', en: 'Received' },
});

/** Content of a message. */
export const messageKind = dictionary('message_kind', {
  text: { value: 1, zh: '文本', en: 'Text' },
  template: { value: 2, zh: '模板', en: 'Template' },
  picture: { value: 3, zh: '图片', en: 'Picture' },
  file: { value: 4, zh: '文件', en: 'File' },
  button: { value: 5, zh: '按钮回复', en: 'Button reply' },
  other: { value: 6, zh: '其他', en: 'Other' },
});

/** Outcome of a verification code, as the channel reports it. */
export const verificationResult = dictionary('verification_result', {
  valid: { value: 1, zh: '正确', en: 'Correct', tone: 'good' },
  invalid: { value: 2, zh: '错误', en: 'Wrong', tone: 'bad' },
  tooMany: { value: 3, zh: '次数超限', en: 'Too many attempts', tone: 'bad' },
  expired: { value: 4, zh: '过期', en: 'Expired', tone: 'off' },
});

/** Consequence of an error code of a channel. */
export const errorPolicyClass = dictionary('error_policy_class', {
  retry: { value: 1, zh: '重试', en: 'Retry' },
  defer: { value: 2, zh: '延后', en: 'Defer' },
  final: { value: 3, zh: '失败', en: 'Fail' },
  pauseOrder: { value: 4, zh: '暂停订单', en: 'Pause the order' },
  pauseSender: { value: 5, zh: '暂停发送号码', en: 'Pause the sender' },
  slowSender: { value: 6, zh: '降低速率', en: 'Slow the sender down' },
  isolate: { value: 7, zh: '隔离服务商', en: 'Isolate the provider' },
});

/** How the network carries a text: 160 characters of the GSM alphabet in one message, or 70 of any other. */
export const smsEncoding = dictionary('sms_encoding', {
  gsm7: { value: 1, zh: 'GSM-7', en: 'GSM-7' },
  ucs2: { value: 2, zh: 'UCS-2', en: 'UCS-2' },
});
