import { z } from 'zod';
import { get } from '../kit/call.ts';
import type { Text } from '../kit/locale.ts';
import { time } from '../kit/time.ts';

import { oneTask } from './calls.ts';

/** Events of a task over a list (a number check, a message order), as its history names them. */
export const taskEvents = {
  create: { zh: '创建', en: 'Created' },
  draft: { zh: '名单已读取', en: 'List read' },
  review: { zh: '提交审核', en: 'Sent for review' },
  decline: { zh: '审核驳回', en: 'Rejected' },
  lackFunds: { zh: '等待付款', en: 'Waiting for payment' },
  queue: { zh: '开始排队', en: 'Queued' },
  start: { zh: '开始处理', en: 'Started' },
  pause: { zh: '暂停', en: 'Paused' },
  resume: { zh: '继续', en: 'Resumed' },
  add: { zh: '追加号码', en: 'Numbers added' },
  reset: { zh: '重发', en: 'Sent again' },
  overrule: { zh: '驳回消息', en: 'Messages overruled' },
  pass: { zh: '认定消息', en: 'Messages decided' },
  upgrade: { zh: '重新处理', en: 'Continued' },
  end: { zh: '提前完成', en: 'Ended early' },
  cancelling: { zh: '申请取消', en: 'Cancellation requested' },
  complete: { zh: '完成', en: 'Completed' },
  completePartly: { zh: '完成（含未知）', en: 'Completed in part' },
  cancel: { zh: '已取消', en: 'Cancelled' },
  fail: { zh: '失败', en: 'Failed' },
  purge: { zh: '清除名单', en: 'List deleted' },
} as const satisfies Record<string, Text>;

export type TaskEvent = keyof typeof taskEvents;

/** Events of a task with user, time and reason, newest first, at most 200. A user that is null is the program. */
export const eventsCall = get({
  title: { zh: '记录', en: 'Events' },
  access: 'view',
  input: oneTask,
  data: z.array(
    z.object({ time: time(), userName: z.string().nullable(), event: z.string(), reason: z.string().nullable() }),
  ),
});
