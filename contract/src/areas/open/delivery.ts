import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { code, dict, int, json, readOnly, ref, text, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { openDeliveryState, openEventType } from './dictionaries.ts';

/** An attempt as it is kept: when, the HTTP status, the error, the duration in milliseconds, the first bytes of the answer. */
export const attempts = z.array(
  z.object({
    time: z.string(),
    status: z.int().nullable(),
    error: z.string().nullable(),
    millis: z.int(),
    answer: z.string(),
  }),
);

const fields = readOnly({
  createTime: time({
    label: { zh: '事件时间', en: 'Time' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
  }),
  endpointId: ref(
    { resource: 'open/endpoint', call: 'list', by: 'endpointName' },
    { label: { zh: '端点', en: 'Endpoint' }, required: true, search: 'equal' },
  ),
  endpointName: text({ label: { zh: '端点', en: 'Endpoint' }, max: 64, required: true, list: true, width: 150 }),
  eventId: ref(null, { label: { zh: '事件编号', en: 'Event' }, required: true, search: 'equal' }),
  eventType: dict(openEventType, { label: { zh: '事件', en: 'Event' }, required: true, list: true, search: 'in' }),
  state: dict(openDeliveryState, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
  tries: int({ label: { zh: '尝试次数', en: 'Attempts' }, required: true, list: true }),
  httpStatus: int({ label: { zh: '应答码', en: 'Answer' }, list: true }),
  millis: int({ label: { zh: '耗时（毫秒）', en: 'Duration (ms)' }, list: 'optional' }),
  error: text({ label: { zh: '错误', en: 'Error' }, max: 300, list: 'optional', width: 200 }),
  nextTime: time({
    label: { zh: '下次尝试', en: 'Next attempt' },
    when: { field: 'state', is: [openDeliveryState.is.waiting] },
    list: 'hidden',
  }),
  doneTime: time({ label: { zh: '结束时间', en: 'Ended' }, list: 'hidden' }),
  body: code({ label: { zh: '请求内容', en: 'Request' }, max: 20_000, required: true }),
  answer: text({ label: { zh: '应答内容', en: 'Answer text' }, max: 1000 }),
  attempts: json(attempts, { label: { zh: '尝试记录', en: 'Attempts' }, required: true }),
});

/** Events sent to endpoints, with each attempt. */
export const openDelivery = resource('open/delivery', {
  title: { zh: 'Webhook 投递记录', en: 'Webhook deliveries' },
  help: {
    zh: '每个事件的投递结果，保留 30 天；失败的可以重发',
    en: 'Results of sending each event, kept for 30 days; failed ones can be sent again',
  },
  empty: { zh: '端点订阅的事件发生后会出现在这里', en: 'Events that endpoints subscribe to appear here' },
  nameField: 'eventId',
  defaultSort: '-createTime',
  stateField: 'state',
  head: ['eventType', 'state'],
  fields,
  calls: {
    ...crud(fields, ['list', 'counts', 'detail']),
    resend: post({
      title: { zh: '重发', en: 'Send again' },
      access: 'edit',
      input: z.object({ ids: ids() }),
      data: z.object({ sent: z.int() }),
    }),
    /** Sends all failed deliveries of an endpoint again, from a time on. */
    'resend-failed': post({
      title: { zh: '重发全部失败', en: 'Send all failed again' },
      access: 'edit',
      input: z.object({ endpointId: id(), since: timeSchema() }),
      data: z.object({ sent: z.int() }),
    }),
  },
});
