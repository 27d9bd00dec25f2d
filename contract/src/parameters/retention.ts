import { int } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** How long records are kept. */
export const retentionParameters = {
  'provider.receiptDays': parameter(
    int({
      label: { zh: '服务商回调保留', en: 'Callbacks of vendors' },
      help: { zh: '重复的回调在此期间不再生效', en: 'Repeated callbacks change nothing during this time' },
      group: group.retention,
      min: 7,
      max: 365,
      required: true,
      initial: 30,
    }),
    { scope: 'platform', unit: unit.days },
  ),
  'log.apiMonths': parameter(
    int({
      label: { zh: '接口日志保留', en: 'API log' },
      help: { zh: '按整月保留；审计记录永久保留', en: 'Whole months; the audit trail is kept permanently' },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 6,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'log.usualMonths': parameter(
    int({
      label: { zh: '通用日志保留', en: 'System log' },
      help: { zh: '按整月保留', en: 'Whole months' },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 6,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'log.errorMonths': parameter(
    int({
      label: { zh: '错误日志保留', en: 'Error log' },
      help: {
        zh: '按整月保留；这么久没有再出现的错误分组一并清除',
        en: 'Whole months; error groups not seen for this long are deleted too',
      },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 6,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'message.months': parameter(
    int({
      label: { zh: '站内消息保留', en: 'Messages' },
      help: { zh: '按整月保留', en: 'Whole months' },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 6,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'sms.months': parameter(
    int({
      label: { zh: '短信记录保留', en: 'Sent text messages' },
      help: { zh: '按整月保留', en: 'Whole months' },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 12,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'task.days': parameter(
    int({
      label: { zh: '已结束任务保留', en: 'Finished tasks' },
      group: group.retention,
      min: 1,
      max: 3650,
      required: true,
      initial: 90,
    }),
    { scope: 'platform', unit: unit.days },
  ),
  'check.days': parameter(
    int({
      label: { zh: '检测名单保留', en: 'Checked lists' },
      help: {
        zh: '任务结束这么久后清除名单和结果，统计保留',
        en: 'So long after a task has ended, its numbers and results are deleted; counts remain',
      },
      group: group.retention,
      min: 1,
      max: 365,
      required: true,
      initial: 30,
    }),
    { scope: 'platform', unit: unit.days },
  ),
  'session.days': parameter(
    int({
      label: { zh: '已结束会话保留', en: 'Ended sessions' },
      help: { zh: '用于“登录设备”中的历史', en: 'Used for earlier sign-ins under “Sessions”' },
      group: group.retention,
      min: 1,
      max: 3650,
      required: true,
      initial: 30,
    }),
    { scope: 'platform', unit: unit.days },
  ),
  'idempotency.hours': parameter(
    int({
      label: { zh: '幂等键保留', en: 'Idempotency keys' },
      help: { zh: '在此期间重复提交得到同一应答', en: 'A repeated request gets the same response during this time' },
      group: group.retention,
      min: 1,
      max: 720,
      required: true,
      initial: 24,
    }),
    { scope: 'platform', unit: unit.hours },
  ),
};
