import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { audited, bits, dict, int, readOnly, ref, shown, text, time, url, yes } from '../../kit/field.ts';
import { statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { openEvent, openPause } from './dictionaries.ts';

/** Most endpoints of a person. */
export const ENDPOINTS_MAX = 10;

const settings = {
  endpointName: text({
    label: { zh: '名称', en: 'Name' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    width: 160,
  }),
  url: url({
    label: { zh: '接收地址', en: 'Address' },
    help: {
      zh: '公网 HTTPS 地址，收到后 10 秒内应答 2xx',
      en: 'A public HTTPS address that answers 2xx within 10 seconds',
    },
    required: true,
    list: true,
    width: 270,
  }),
  events: bits(openEvent, {
    label: { zh: '订阅事件', en: 'Events' },
    required: true,
    list: 'optional',
    initial: openEvent.is['order.delivered'],
    width: 220,
  }),
  includeBelow: yes({
    label: { zh: '包含下级账号', en: 'Include sub-accounts' },
    help: { zh: '同时通知下级代理和子账号的事件', en: 'Also events of agents and sub-users below' },
    required: true,
    list: 'hidden',
    initial: 0,
  }),
};

const fields = {
  ...settings,
  status: statusField(),
  ...readOnly({
    ownerId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '代理', en: 'Agent' }, required: true, search: 'equal' },
    ),
    ownerName: text({ label: { zh: '代理', en: 'Agent' }, max: 64, required: true, list: 'optional', width: 140 }),
    pausedTime: time({ label: { zh: '自动暂停时间', en: 'Paused by the system' }, list: 'optional' }),
    pauseReason: dict(openPause, { label: { zh: '暂停原因', en: 'Reason of the pause' }, list: 'hidden' }),
    failingSince: time({ label: { zh: '开始失败', en: 'Failing since' }, list: 'hidden' }),
    failures: int({ label: { zh: '连续失败', en: 'Failures in a row' }, required: true, list: 'hidden' }),
    lastSuccessTime: time({
      label: { zh: '最近成功', en: 'Last success' },
      emptyMeans: { zh: '尚无', en: 'None yet' },
      list: true,
    }),
    oldSecretUntil: time({ label: { zh: '旧密钥有效至', en: 'Previous secret valid until' }, list: 'hidden' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Created' }, list: 'hidden' }),
};

const one = z.object({ id: id() });
const secret = z.object({ id: id(), secretKey: z.string() });

/** Addresses of agents that events are sent to, in the form of Standard Webhooks. */
export const openEndpoint = resource('open/endpoint', {
  title: { zh: 'Webhook 端点', en: 'Webhook endpoints' },
  help: {
    zh: '事件发生时通知您的程序；签名密钥只显示一次，可随时轮换',
    en: 'Notify your program of events; the signing secret is shown once and can be rotated',
  },
  empty: {
    zh: '添加接收地址后，订阅的事件会发送到那里',
    en: 'Add an address; the events it subscribes to are sent there',
  },
  nameField: 'endpointName',
  head: ['url', 'status'],
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'update', 'remove'], { changes: 'destinations' }),
    /** Answers the signing secret, which is never shown again. */
    create: post({
      title: { zh: '添加端点', en: 'Add an endpoint' },
      access: 'add',
      keyless: 'secret',
      changes: 'destinations',
      input: z.object({
        endpointName: settings.endpointName.schema,
        url: settings.url.schema,
        events: settings.events.schema,
        includeBelow: settings.includeBelow.schema.default(0),
      }),
      data: secret,
    }),
    /** Answers a new secret; the previous one also signs for a day. */
    rotate: post({
      title: { zh: '轮换密钥', en: 'Rotate the secret' },
      access: 'edit',
      keyless: 'secret',
      changes: 'credentials',
      input: one,
      data: secret,
    }),
    /** Ends a pause of the system; failed deliveries can then be sent again. */
    resume: post({ title: { zh: '恢复投递', en: 'Resume' }, access: 'edit', input: one, data: z.undefined() }),
    test: post({
      title: { zh: '发送测试事件', en: 'Send a test event' },
      access: 'edit',
      perMinute: 20,
      input: one,
      data: z.object({ deliveryId: id() }),
    }),
  },
});
