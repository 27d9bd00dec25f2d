import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { dict, identifier, int, readOnly, text, textarea, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { type Transitions, transitionCalls } from '../../kit/transitions.ts';

export const errorGroupState = dictionary('error_group_state', {
  open: { value: 1, zh: '待处理', en: 'Open', tone: 'bad' },
  resolved: { value: 2, zh: '已解决', en: 'Resolved', tone: 'good' },
  ignored: { value: 3, zh: '已忽略', en: 'Ignored', tone: 'off' },
});

const { open, resolved, ignored } = errorGroupState.is;

const transitions = {
  resolve: {
    title: { zh: '标记解决', en: 'Resolve' },
    from: [open, ignored],
    to: resolved,
    access: 'handle',
    reason: 'optional',
  },
  ignore: {
    title: { zh: '忽略', en: 'Ignore' },
    from: [open, resolved],
    to: ignored,
    access: 'handle',
    reason: 'optional',
  },
  reopen: { title: { zh: '重新打开', en: 'Reopen' }, from: [resolved, ignored], to: open, access: 'handle' },
} as const satisfies Transitions;

const fields = {
  ...readOnly({
    exceptionName: text({
      label: { zh: '异常', en: 'Exception' },
      max: 255,
      required: true,
      list: true,
      search: 'like',
      width: 150,
    }),
    message: textarea({
      label: { zh: '信息', en: 'Message' },
      max: 4096,
      required: true,
      list: true,
      search: 'like',
      width: 300,
    }),
    status: dict(errorGroupState, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'equal',
      initial: open,
    }),
    eventCount: int({ label: { zh: '次数', en: 'Count' }, required: true, list: true, sort: true }),
    lastTime: time({
      label: { zh: '最近出现', en: 'Last seen' },
      required: true,
      list: true,
      sort: true,
      search: 'range',
    }),
    handledBy: text({ label: { zh: '处理人', en: 'Handled by' }, max: 64, list: true, width: 110 }),
    place: identifier({
      label: { zh: '位置', en: 'Location' },
      help: { zh: '堆栈中属于本产品的第一处', en: 'The first stack frame of the product’s own code' },
      max: 400,
      list: 'hidden',
    }),
    serviceId: identifier({
      label: { zh: '服务', en: 'Service' },
      max: 64,
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    firstTime: time({
      label: { zh: '首次出现', en: 'First seen' },
      required: true,
      list: 'hidden',
      sort: true,
      search: 'range',
      alsoSearchedAs: 'createTime',
    }),
    handledTime: time({ label: { zh: '处理时间', en: 'Handled' }, list: 'hidden' }),
    fingerprint: identifier({
      label: { zh: '指纹', en: 'Fingerprint' },
      help: { zh: '同类异常的指纹相同', en: 'Errors of the same kind share it' },
      max: 64,
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
  }),
};

export const ERROR_RATE_RANGES = ['day', 'month'] as const;

/** Errors of one kind as one issue: count, first occurrence, and whether it is resolved. */
export const errorGroup = resource('log/error-group', {
  title: { zh: '异常分组', en: 'Error groups' },
  help: {
    zh: '同类异常归为一组；已解决的再次出现会重新打开并通知管理员',
    en: 'Errors grouped by kind; a resolved one that reappears is reopened and administrators are notified',
  },
  empty: { zh: '没有异常，一切正常', en: 'No errors' },
  nameField: 'exceptionName',
  defaultSort: '-lastTime',
  stateField: 'status',
  transitions,
  fields,
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'export', 'timeline']),
    ...transitionCalls(transitions),
    /** Errors by the hour of the last 24, or by the day of the last 30; of one group, or of all. */
    rate: get({
      title: { zh: '异常趋势', en: 'Errors over time' },
      access: 'view',
      input: z.object({
        range: z.enum(ERROR_RATE_RANGES).default('day'),
        fingerprint: z.string().max(64).optional(),
      }),
      data: z.object({ total: z.int(), slots: z.array(z.object({ from: timeSchema(), count: z.int() })) }),
    }),
  },
});
