import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const workErrors = defineErrors({
  LIST_GONE: { status: 400, zh: '该任务的名单已清除', en: 'The list of this task was deleted' },
  LIST_DELETED: { status: 400, zh: '名单已按要求清除', en: 'The list was deleted on request' },
  PAUSED_BY_STAFF: {
    status: 400,
    zh: '任务已被平台暂停（{reason}），请联系客服',
    en: 'The task was paused by our staff ({reason}); please contact support',
  },
  PAYMENT_EXPIRED: {
    status: 400,
    zh: '24 小时内未支付，任务已取消',
    en: 'Not paid within 24 hours; the task was cancelled',
  },
  TASK_ABANDONED: {
    status: 400,
    zh: '长时间无人提交或继续，已自动结束',
    en: 'Nobody confirmed or resumed it for a long time; it was ended automatically',
  },
  TASK_FRUITLESS: {
    status: 400,
    zh: '长时间没有任何结果，已自动取消',
    en: 'No result came for a long time; it was cancelled automatically',
  },
  START_MISSED: {
    status: 400,
    zh: '计划时间已过一小时以上，请确认后继续发送',
    en: 'The planned time was missed by more than an hour; resume to send now',
  },
  TASK_BROKEN: {
    status: 400,
    zh: '任务处理时发生程序错误，已暂停；平台已收到通知，修复后将继续',
    en: 'The task was paused because of an error of the program; our staff were notified and will resume it',
  },
  NO_VALID_LINES: { status: 400, zh: '没有有效号码', en: 'No valid number' },
});
