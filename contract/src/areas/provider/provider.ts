import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { enableStatus } from '../../kit/dictionary.ts';
import { audited, bits, countries, dict, int, readOnly, secret, text, yes } from '../../kit/field.ts';
import { codeField, nameField, previousKeyField, remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { REASON_MAX, transitionCalls } from '../../kit/transitions.ts';
import { pictureTicket } from '../agent/recharge-fields.ts';
import { complianceFields, paperLimits, paperName } from './compliance-fields.ts';
import { providerBreaker, providerCapability, providerKind, providerProtocol } from './dictionaries.ts';
import {
  binds,
  botWebhook,
  exchanges,
  falseReports,
  health,
  learnFields,
  learning,
  probed,
} from './provider-health.ts';
import { CHANNEL_ADDRESSES, ofCallbacks, ofChecks, ofNetwork, senderFields } from './sender-fields.ts';
import { smppFields } from './smpp-fields.ts';
import { testMessage } from './test-message.ts';
import { webhook } from './webhook.ts';

const ADDRESS = matching(/^(https?|smpps?):\/\/[^\s/@?#]+(\/[^\s?#]*)?$/i, {
  zh: '应为服务地址，例如 https://checks.example.com/v1 或 smpps://smsc.example.com:3550',
  en: 'should be a service address such as https://checks.example.com/v1 or smpps://smsc.example.com:3550',
});
const ORIGIN = matching(/^https?:\/\/[^\s/@?#]+$/i, {
  zh: '应为不带路径的地址，例如 https://console.example.com',
  en: 'should be an address without a path, such as https://console.example.com',
});
const limits = { zh: '限额', en: 'Limits' };
const { http, whatsapp } = providerProtocol.is;
const fields = {
  providerName: nameField({ zh: '服务商名称', en: 'Name' }),
  providerCode: codeField({ label: { zh: '服务商编码', en: 'Code' }, form: 'create' }),
  kind: dict(providerKind, {
    label: { zh: '类别', en: 'Service' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: providerKind.is.check,
  }),
  protocol: dict(providerProtocol, {
    label: { zh: '协议', en: 'Protocol' },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: http,
  }),
  endpoint: text({
    label: { zh: '服务地址', en: 'Service address' },
    help: {
      zh: '检测批次提交到“地址/batches”；SMPP 填 smpp:// 或 smpps://（加密）；其他消息渠道不填则用官方地址',
      en: 'Batches of checks are posted to <address>/batches; SMPP: smpp:// or smpps:// (encrypted); empty for other message channels: the official address',
    },
    max: 500,
    pattern: ADDRESS,
    when: ofNetwork,
    suggested: { by: 'protocol', values: CHANNEL_ADDRESSES },
  }),
  apiKey: secret({
    label: { zh: '接口密钥', en: 'API key' },
    help: {
      zh: 'WhatsApp 填系统用户访问令牌，Telegram 填网关令牌或机器人令牌，SMPP 填密码',
      en: 'WhatsApp: access token of the system user; Telegram: token of the Gateway or the bot; SMPP: the password',
    },
    ...{ max: 1024, sentTo: ['endpoint', 'protocol', 'systemId'] },
    when: ofNetwork,
  }),
  secretKey: secret({
    label: { zh: '签名密钥', en: 'Signing key' },
    help: {
      zh: '签名请求、验证回调；WhatsApp 填应用密钥',
      en: 'Signs requests, verifies callbacks; WhatsApp: app secret',
    },
    max: 255,
    sentTo: ['endpoint', 'protocol'],
    when: { field: 'protocol', is: [http, whatsapp] },
  }),
  previousKeyUntil: previousKeyField(ofCallbacks),
  callbackOrigin: text({
    label: { zh: '回调地址', en: 'Callback address' },
    help: {
      zh: '服务商访问本系统的地址，例如 https://console.example.com；留空时由系统取回检测结果，消息渠道收不到回执',
      en: 'Address at which the provider reaches this system, such as https://console.example.com; empty: results of checks are collected, and receipts of messages do not arrive',
    },
    max: 255,
    pattern: ORIGIN,
    when: ofCallbacks,
  }),
  capabilities: bits(providerCapability, {
    label: { zh: '检测能力', en: 'Capabilities' },
    required: true,
    list: true,
    search: 'equal',
    when: ofChecks,
    initial: providerCapability.is.numberStatus,
  }),
  countries: countries({
    label: { zh: '国家', en: 'Countries' },
    emptyMeans: { zh: '所有国家', en: 'All countries' },
    list: true,
    when: ofChecks,
  }),
  ratePerSecond: int({
    label: { zh: '速率（条/秒）', en: 'Rate (per second)' },
    help: { zh: '每秒号码数或消息数；短信按拆分后的条数', en: 'Numbers or messages a second; parts of text messages' },
    group: limits,
    required: true,
    list: true,
    min: 1,
    max: 100_000,
    initial: 100,
  }),
  timeoutMs: int({
    label: { zh: '超时（毫秒）', en: 'Timeout (ms)' },
    group: limits,
    required: true,
    list: 'hidden',
    min: 1000,
    max: 60_000,
    initial: 15_000,
  }),
  batchMax: int({
    label: { zh: '每批最多号码', en: 'Numbers per batch' },
    group: limits,
    required: true,
    list: 'hidden',
    min: 1,
    max: 10_000,
    when: ofChecks,
    initial: 1000,
  }),
  retryMax: int({
    label: { zh: '最多轮次', en: 'Rounds' },
    help: {
      zh: '没有结果的号码最多查询的次数',
      en: 'How often numbers without a result are asked about',
    },
    group: limits,
    required: true,
    list: 'hidden',
    min: 0,
    max: 10,
    when: ofChecks,
    initial: 3,
  }),
  priority: int({
    label: { zh: '优先级', en: 'Priority' },
    help: { zh: '数字小的优先使用', en: 'The smallest number is used first' },
    group: limits,
    required: true,
    list: 'hidden',
    sort: true,
    min: 1,
    max: 99,
    initial: 5,
  }),
  isRepeatable: yes({
    label: { zh: '识别重复提交', en: 'Recognises repetitions' },
    help: {
      zh: '同一编号再次提交时返回首次结果、不重复收费',
      en: 'A repeated submission returns the first result and is not billed again',
    },
    group: limits,
    required: true,
    list: 'hidden',
    when: ofChecks,
    initial: 0,
  }),
  ...senderFields,
  ...smppFields,
  ...complianceFields,
  ...readOnly({
    breaker: dict(providerBreaker, { label: { zh: '运行状态', en: 'Breaker' }, required: true, list: true }),
    healthScore: int({ label: { zh: '健康分', en: 'Health score' }, required: true, list: true }),
    inFlight: int({ label: { zh: '进行中', en: 'In flight' }, required: true, list: true }),
    inDoubt: int({ label: { zh: '存疑', en: 'In doubt' }, required: true, list: true }),
    lastError: text({ label: { zh: '最近错误', en: 'Last error' }, max: 255, list: true, width: 200 }),
    testProblem: text({ label: { zh: '测试错误', en: 'Problem of the last test' }, max: 255, list: 'hidden' }),
    status: dict(enableStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'equal',
      initial: enableStatus.is.disabled,
    }),
  }),
  remark: remarkField(),
  ...audited,
};

const { disabled, enabled } = enableStatus.is;
const transitions = {
  enable: {
    title: { zh: '启用', en: 'Enable' },
    from: [disabled],
    to: enabled,
    access: 'enable',
    changes: 'destinations',
    confirm: { zh: '启用后，号码或消息将提交给此服务商。', en: 'Numbers or messages will be sent to this provider.' },
  },
  disable: {
    title: { zh: '停用', en: 'Disable' },
    from: [enabled],
    to: disabled,
    access: 'enable',
    changes: 'destinations',
    confirm: {
      zh: '停用后不再提交新批次和消息；已提交的仍会收到结果。',
      en: 'No new batches or messages are submitted; results of submitted ones still arrive.',
    },
  },
} as const;

const one = z.object({ id: id() });
const reasoned = one.extend({ reason: z.string().trim().min(1).max(REASON_MAX) });

/** Vendors of number checks, and senders of messages. */
export const provider = resource('provider/provider', {
  title: { zh: '服务商', en: 'Providers' },
  help: {
    zh: '检测号码的服务商，以及发送消息的号码、网关和机器人；故障的自动暂停，检测任务改用其他服务商',
    en: 'Providers of number checks, and the numbers, gateways and bots that send messages; failing ones are paused',
  },
  empty: { zh: '添加服务商后可以检测号码、发送消息', en: 'Add a provider to check numbers and send messages' },
  nameField: 'providerName',
  defaultSort: 'priority',
  stateField: 'status',
  transitions,
  head: ['status', 'breaker'],
  unique: [['providerCode']],
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'timeline'], { changes: 'destinations' }),
    ...transitionCalls(transitions),
    /** Stores a paper; kept once a provider names its `link`. */
    'put-paper': post({
      title: { zh: '上传合规文件', en: 'Upload a paper of the legal basis' },
      access: 'edit',
      untrailed: 'a file nobody uses yet; the provider that names it is in the trail',
      upload: { ...paperLimits, isAttachment: true },
      data: z.object({ link: z.string() }),
    }),
    /** A paper, for holders of a ticket, which rows come with. */
    paper: get({
      title: { zh: '合规文件', en: 'Paper of the legal basis' },
      access: 'public',
      answer: 'file',
      rowless: 'a file',
      input: z.object({ name: z.string().regex(paperName), ticket: pictureTicket }),
    }),
    /** Sends a request about no number, with the stored settings. */
    test: post({
      title: { zh: '测试连接', en: 'Test connection' },
      access: 'test',
      keyless: 'reads',
      untrailed: 'a trial that changes nothing',
      perMinute: 20,
      input: one,
      data: probed,
    }),
    isolate: post({ title: { zh: '隔离', en: 'Isolate' }, access: 'isolate', input: reasoned }),
    /** Ends an isolation: the provider is probed and used again when it works. */
    release: post({
      title: { zh: '解除隔离', en: 'Release' },
      access: 'isolate',
      changes: 'destinations',
      input: reasoned,
    }),
    /** Ends a restriction of a sender once its cause is removed; orders that waited for it continue. */
    'lift-restriction': post({
      title: { zh: '解除限制', en: 'Lift restriction' },
      access: 'isolate',
      changes: 'destinations',
      input: reasoned,
    }),
    /**
     * The provider posts results of a batch. `X-Time` is Unix seconds, at most five minutes old; `X-Signature` is HMAC-SHA256 (hex) with the
     * signing key over time, `POST`, the path with its query and the body as it is sent, joined by line feeds
     * (docs/operations/providers.md).
     */
    callback: post({
      title: { zh: '检测结果通知', en: 'Results of a batch' },
      access: 'public',
      untrailed: 'sent by a provider; stored as it came',
      perMinute: 6000,
      rawBody: true,
      input: one,
    }),
    webhook,
    /** Registers the webhook of a bot at Telegram, with the stored verify token; a repetition changes nothing. */
    'bot-webhook': post({
      title: { zh: '登记机器人 Webhook', en: 'Set the webhook of a bot' },
      access: 'edit',
      changes: 'destinations',
      keyless: 'reads',
      input: one,
      data: botWebhook,
    }),
    /** State of a bot's webhook at Telegram, asked now. */
    'bot-webhook-info': get({
      title: { zh: '机器人 Webhook 状态', en: 'Webhook of a bot' },
      access: 'view',
      perMinute: 60,
      input: one,
      data: botWebhook,
    }),
    'test-message': testMessage,
    /** Binds of an SMPP account, by number. */
    binds: get({ title: { zh: 'SMPP 连接', en: 'Binds' }, access: 'view', input: one, data: binds }),
    /**
     * Sends a test message in three parts to a number of the caller's. What comes back within minutes proposes settings of the profile;
     * another run replaces the one before.
     */
    learn: post({
      title: { zh: '学习短信中心', en: 'Learn an SMSC' },
      access: 'test',
      untrailed: 'a trial that changes nothing',
      perMinute: 5,
      unlogged: ['phone'],
      input: one.extend(learnFields),
    }),
    /** The last run of `learn`, with its proposal; null for none. */
    learning: get({ title: { zh: '学习结果', en: 'Learned settings' }, access: 'view', input: one, data: learning }),
    health: get({ title: { zh: '运行情况', en: 'Health' }, access: 'view', input: one, data: health }),
    /** The orders whose messages a provider may have reported falsely; at most 100, without numbers. */
    'false-reports': get({
      title: { zh: '虚报号码', en: 'False reports' },
      access: 'view',
      input: one,
      data: falseReports,
    }),
    /** The last 50 exchanges, without numbers. */
    exchanges: get({ title: { zh: '最近交互', en: 'Last exchanges' }, access: 'view', input: one, data: exchanges }),
  },
  extras: { cost: { zh: '查看成本', en: 'View costs' } },
});
