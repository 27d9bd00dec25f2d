import { dictionary } from '../../kit/dictionary.ts';

/** The service of a provider. */
export const providerKind = dictionary('provider_kind', {
  check: { value: 1, zh: '号码检测', en: 'Number checks' },
  message: { value: 2, zh: '消息发送', en: 'Messages' },
});

/** The protocol of a provider. */
export const providerProtocol = dictionary('provider_protocol', {
  http: { value: 1, zh: 'HTTP', en: 'HTTP' },
  whatsapp: { value: 2, zh: 'WhatsApp 商业平台', en: 'WhatsApp Business Platform' },
  telegramGateway: { value: 3, zh: 'Telegram 验证网关', en: 'Telegram Gateway' },
  telegramBot: { value: 4, zh: 'Telegram 机器人', en: 'Telegram bot' },
  /** Invents receipts; used only while the sandbox is enabled. */
  trial: { value: 5, zh: '试用通道', en: 'Trial channel' },
  smpp: { value: 6, zh: 'SMPP 短信', en: 'SMS by SMPP' },
});

/** The message channels whose errors have rules; values as `providerProtocol`. */
export const channelProtocol = dictionary('channel_protocol', {
  whatsapp: { value: 2, zh: 'WhatsApp', en: 'WhatsApp' },
  telegramGateway: { value: 3, zh: 'Telegram 验证网关', en: 'Telegram Gateway' },
  telegramBot: { value: 4, zh: 'Telegram 机器人', en: 'Telegram bot' },
  smpp: { value: 6, zh: '短信（SMPP）', en: 'SMS (SMPP)' },
});

/** Abilities of providers, a set; an allow-list: nothing else may be asked about a number. */
export const providerCapability = dictionary('provider_capability', {
  numberStatus: { value: 1, zh: '号码状态', en: 'Number status' },
  whatsappAccount: { value: 2, zh: 'WhatsApp 开通', en: 'WhatsApp account' },
  whatsappActivity: { value: 4, zh: 'WhatsApp 活跃', en: 'WhatsApp activity' },
  whatsappBusiness: { value: 8, zh: 'WhatsApp 商业号', en: 'WhatsApp business account' },
  telegramAccount: { value: 16, zh: 'Telegram 可达', en: 'Telegram account' },
  telegramActivity: { value: 32, zh: 'Telegram 活跃', en: 'Telegram activity' },
});

/** State of a provider's circuit breaker. */
export const providerBreaker = dictionary('provider_breaker', {
  closed: { value: 0, zh: '正常', en: 'Working', tone: 'good' },
  open: { value: 1, zh: '已熔断', en: 'Paused after failures', tone: 'bad' },
  halfOpen: { value: 2, zh: '探测中', en: 'Being probed', tone: 'waiting' },
  isolated: { value: 3, zh: '已隔离', en: 'Isolated', tone: 'attention' },
});

/** Outcome of an exchange with a provider. */
export const providerOutcome = dictionary('provider_outcome', {
  answered: { value: 1, zh: '已应答', en: 'Answered', tone: 'good' },
  timedOut: { value: 2, zh: '无应答', en: 'No answer', tone: 'bad' },
  failed: { value: 3, zh: '未送达', en: 'Not delivered', tone: 'bad' },
  throttled: { value: 4, zh: '被限速', en: 'Throttled', tone: 'attention' },
  refused: { value: 5, zh: '被拒绝', en: 'Refused', tone: 'attention' },
  announced: { value: 6, zh: '回调结果', en: 'Callbacks with results', tone: 'good' },
  forged: { value: 7, zh: '回调签名错误', en: 'Callbacks with a wrong signature', tone: 'bad' },
  orphaned: { value: 8, zh: '无主回调', en: 'Callbacks about unknown batches', tone: 'attention' },
  wrong: { value: 9, zh: '含多余或矛盾号码的应答', en: 'Answers with foreign or contradictory numbers', tone: 'bad' },
  unread: { value: 10, zh: '状态不明的回执', en: 'Receipts with an unknown state', tone: 'attention' },
  misread: { value: 11, zh: '编号格式与设置不符的回执', en: 'Receipts with ids in another form', tone: 'attention' },
});

/** State of an exchange with a provider. */
export const exchangeState = dictionary('provider_exchange_state', {
  begun: { value: 0, zh: '提交中', en: 'Being submitted', tone: 'running' },
  accepted: { value: 1, zh: '等待结果', en: 'Awaiting results', tone: 'running' },
  answered: { value: 2, zh: '已应答', en: 'Answered', tone: 'good' },
  inDoubt: { value: 3, zh: '存疑', en: 'In doubt', tone: 'attention' },
  notAccepted: { value: 4, zh: '未受理', en: 'Not accepted', tone: 'bad' },
});

/** A reason for a lower health score; its figure comes first: "3.4 % timeouts in 1 h". */
export const healthPart = dictionary('provider_health_part', {
  timeouts: { value: 1, zh: '在 1 小时内无应答', en: 'timeouts in 1 h' },
  failures: { value: 2, zh: '在 1 小时内未送达', en: 'not delivered in 1 h' },
  throttling: { value: 3, zh: '在 1 小时内被限速', en: 'throttled in 1 h' },
  slowness: { value: 4, zh: '为 p95 耗时，超过超时的一半', en: 'p95, above half of the timeout' },
  slowedDown: { value: 5, zh: '的约定速率', en: 'of the agreed rate' },
  inDoubt: { value: 6, zh: '次交互或消息存疑', en: 'exchanges or messages in doubt' },
  open: { value: 7, zh: '已熔断', en: 'paused after failures' },
  halfOpen: { value: 8, zh: '探测中', en: 'being probed' },
  isolated: { value: 9, zh: '已隔离', en: 'isolated' },
  falseReceipts: { value: 10, zh: '嵌入号在 24 小时内被虚报送达', en: 'seed numbers with false receipts in 24 h' },
});
