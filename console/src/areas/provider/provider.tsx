import { providerBreaker, providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { Copyable } from '../../kit/fields/copy.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Binds } from './provider/binds.tsx';
import { Channel, WebhookAddress } from './provider/channel.tsx';
import { Exchanges } from './provider/exchanges.tsx';
import { Health, Score } from './provider/health.tsx';

const LearnDialog = lazyWithRetry(() => import('./provider/learn-dialog.tsx'));
const ProbeDialog = lazyWithRetry(() => import('./provider/probe-dialog.tsx'));
const TestMessageDialog = lazyWithRetry(() => import('./provider/test-message-dialog.tsx'));
const { isolated } = providerBreaker.is;
const { http, telegramBot, trial, smpp } = providerProtocol.is;
const reason = {
  reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true }),
};

/** Vendors of number checks and senders of messages: settings, health, webhooks, last exchanges, and isolation. */
export default resourcePage(provider, {
  leading: [
    'providerName',
    'kind',
    'protocol',
    'status',
    'breaker',
    'healthScore',
    'inFlight',
    'inDoubt',
    'ratePerSecond',
    'lastError',
  ],
  columns: {
    providerName: { width: 170 },
    kind: { width: 110 },
    protocol: { width: 190 },
    providerCode: { isHiddenAtFirst: true },
    status: { width: 100 },
    breaker: { width: 150 },
    healthScore: { width: 105, render: ({ healthScore }) => <Score value={healthScore} /> },
    inFlight: { width: 85 },
    inDoubt: { width: 85 },
    ratePerSecond: { width: 125 },
    capabilities: { width: 240, isHiddenAtFirst: true },
    countries: { isHiddenAtFirst: true },
    createTime: { isHiddenAtFirst: true },
  },
  // The protocol decides about the service.
  form: { fields: ({ kind: _kind, ...fields }) => fields },
  facts: {
    healthScore: ({ healthScore }) => <Score value={healthScore} />,
    callbackOrigin: (row) => <WebhookAddress row={row} />,
    senderNumber: ({ senderNumber }) => senderNumber && <Copyable text={`+${senderNumber}`} />,
  },
  transitionTexts: {
    enable: {
      confirm: (rows) =>
        rows.some(({ testProblem }) => testProblem)
          ? {
              zh: '最近一次“测试连接”失败。仍要启用吗？号码或消息将提交给此服务商。',
              en: 'The last test of the connection failed. Enable it all the same? Numbers or messages will be sent to this provider.',
            }
          : {
              zh: '启用后，号码或消息将提交给此服务商。',
              en: 'Numbers or messages will be sent to this provider.',
            },
    },
  },
  rowActions: [
    {
      key: 'bot-webhook',
      label: { zh: '登记 Webhook', en: 'Set webhook' },
      permission: 'edit',
      isOffered: ({ protocol }) => protocol === telegramBot,
      confirm: {
        zh: 'Telegram 将把此机器人的消息发送到本系统，之前登记的地址失效。',
        en: 'Telegram will send the updates of this bot to this system; an address set before is replaced.',
      },
      call: 'bot-webhook',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: 'Webhook 已登记', en: 'Webhook set' },
    },
    {
      key: 'test',
      label: { zh: '测试连接', en: 'Test connection' },
      permission: 'test',
      panel: ({ rows: [row], onClose }) => (row ? <ProbeDialog row={row} onClose={onClose} /> : null),
    },
    {
      key: 'test-message',
      label: { zh: '给自己发测试消息', en: 'Test message to me' },
      permission: 'test',
      isOffered: ({ protocol }) => protocol === telegramBot,
      panel: ({ rows: [row], onClose }) => (row ? <TestMessageDialog row={row} onClose={onClose} /> : null),
    },
    {
      key: 'learn',
      label: { zh: '学习', en: 'Learn' },
      permission: 'test',
      isOffered: ({ protocol, status }) => protocol === smpp && status === 1,
      panel: ({ rows: [row], onClose }) => (row ? <LearnDialog row={row} onClose={onClose} /> : null),
    },
    {
      key: 'lift-restriction',
      label: { zh: '解除限制', en: 'Lift restriction' },
      permission: 'isolate',
      isOffered: ({ restriction }) => restriction !== null,
      confirm: {
        zh: '请先在渠道处理限制的原因；因此暂停的订单将继续发送。',
        en: 'Remove the cause at the channel first; orders that waited for this sender continue.',
      },
      fields: reason,
      call: 'lift-restriction',
      input: ([row], values) => ({ id: row?.id, reason: values['reason'] }),
      done: { zh: '已解除限制', en: 'Restriction lifted' },
    },
    {
      key: 'isolate',
      label: { zh: '隔离', en: 'Isolate' },
      permission: 'isolate',
      isDangerous: true,
      isOffered: ({ breaker }) => breaker !== isolated,
      confirm: {
        zh: '隔离后不再向它发送任何请求，已提交批次的结果也等到解除隔离后取回。',
        en: 'Nothing is sent to it until it is released; results of submitted batches are collected after that.',
      },
      fields: reason,
      call: 'isolate',
      input: ([row], values) => ({ id: row?.id, reason: values['reason'] }),
      done: { zh: '已隔离', en: 'Isolated' },
    },
    {
      key: 'release',
      label: { zh: '解除隔离', en: 'Release' },
      permission: 'isolate',
      isOffered: ({ breaker }) => breaker === isolated,
      confirm: { zh: '先探测一次，正常后恢复使用。', en: 'It is probed first, and used again when it works.' },
      fields: reason,
      call: 'release',
      input: ([row], values) => ({ id: row?.id, reason: values['reason'] }),
      done: { zh: '已解除隔离，等待探测', en: 'Released; a probe follows' },
    },
  ],
  unmentioned: ['ownerId'],
  tabs: [
    {
      key: 'channel',
      label: { zh: '渠道', en: 'Channel' },
      isOffered: ({ protocol }) => protocol !== http && protocol !== trial && protocol !== smpp,
      render: (row) => <Channel row={row} />,
    },
    {
      key: 'binds',
      label: { zh: '连接', en: 'Binds' },
      isOffered: ({ protocol }) => protocol === smpp,
      render: (row) => <Binds row={row} />,
    },
    { key: 'health', label: { zh: '运行情况', en: 'Health' }, render: (row) => <Health row={row} /> },
    {
      key: 'exchanges',
      label: { zh: '最近交互', en: 'Last exchanges' },
      isOffered: ({ protocol }) => protocol === http,
      render: ({ id }) => <Exchanges id={id} />,
    },
  ],
});
