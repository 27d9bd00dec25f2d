import { dict, int, readOnly, ref, secret, text, time, yes } from '../../kit/field.ts';
import { matching } from '../../kit/sentences.ts';
import { channelQuality } from '../../message-dictionaries.ts';
import { providerProtocol } from './dictionaries.ts';

const { http, whatsapp, telegramGateway, telegramBot, trial, smpp } = providerProtocol.is;
/** Protocols whose rows are senders of messages. */
export const SENDER_PROTOCOLS = [whatsapp, telegramGateway, telegramBot, trial, smpp] as const;

/** Addresses of message channels by protocol. */
export const CHANNEL_ADDRESSES = {
  [whatsapp]: 'https://graph.facebook.com/v23.0',
  [telegramGateway]: 'https://gatewayapi.telegram.org',
  [telegramBot]: 'https://api.telegram.org',
} as const;
/** The protocol of number checks. */
export const ofChecks = { field: 'protocol', is: [http] } as const;
/** The protocols with a service in the network. */
export const ofNetwork = { field: 'protocol', is: [http, whatsapp, telegramGateway, telegramBot, smpp] } as const;

/** The protocols that post to us; an SMSC reports over the connection that we opened. */
export const ofCallbacks = { field: 'protocol', is: [http, whatsapp, telegramGateway, telegramBot] } as const;

/** Recipients of a business portfolio that is new at WhatsApp. */
export const PORTFOLIO_LIMIT = 250;
const sending = { zh: '发送方', en: 'Sender' };
const ofWhatsapp = { field: 'protocol', is: [whatsapp] } as const;
const ofSenders = { field: 'protocol', is: SENDER_PROTOCOLS } as const;

const SENDER_NUMBER = matching(/^\+?[\d ().-]{6,24}$/, {
  zh: '应为带国家码的号码，例如 +1 201 555 0100',
  en: 'should be a number with its country code, such as +1 201 555 0100',
});
const ACCOUNT = matching(/^@?\w{3,64}$/, {
  zh: '应为电话号码编号或用户名，例如 106540352242922',
  en: 'should be a phone number ID or a user name, such as 106540352242922',
});
const ACCOUNT_ID = matching(/^\d{3,32}$/, {
  zh: '应为数字编号，例如 102290129340398',
  en: 'should be an ID in digits, such as 102290129340398',
});
const TOKEN = matching(/^[\w-]{8,255}$/, {
  zh: '应为 8–255 个字母、数字、下划线或连字符',
  en: 'should be 8–255 letters, digits, underscores or hyphens',
});

/** Settings of a sender of messages. */
export const senderFields = {
  senderNumber: text({
    label: { zh: '发送号码', en: 'Number' },
    help: { zh: '收件人看到的商业号码', en: 'The business number that recipients see' },
    group: sending,
    max: 24,
    pattern: SENDER_NUMBER,
    list: 'hidden',
    when: { ...ofWhatsapp, isNeeded: true },
  }),
  senderAccount: text({
    label: { zh: '发送账号', en: 'Sender account' },
    help: {
      zh: 'WhatsApp 填电话号码编号（Phone number ID）；机器人填用户名；验证网关可填署名频道的用户名',
      en: 'WhatsApp: phone number ID; bot: its user name; Gateway: user name of the channel that signs, if any',
    },
    group: sending,
    max: 64,
    pattern: ACCOUNT,
    list: 'hidden',
    when: { field: 'protocol', is: [whatsapp, telegramGateway, telegramBot] },
  }),
  businessAccount: text({
    label: { zh: '商业账户编号', en: 'Business account ID' },
    help: {
      zh: '模板所属的 WhatsApp 商业账户（WABA）',
      en: 'The WhatsApp business account (WABA) that has the templates',
    },
    group: sending,
    max: 32,
    pattern: ACCOUNT_ID,
    list: 'hidden',
    when: { ...ofWhatsapp, isNeeded: true },
  }),
  verifyToken: secret({
    label: { zh: 'Webhook 校验令牌', en: 'Webhook verify token' },
    help: {
      zh: '自定的口令：WhatsApp 登记 Webhook 时填写，机器人随每次通知带回',
      en: 'A secret of your choice: entered where the WhatsApp webhook is registered, returned with each update of a bot',
    },
    group: sending,
    max: 255,
    pattern: TOKEN,
    when: { field: 'protocol', is: [whatsapp, telegramBot] },
  }),
  portfolioCode: text({
    label: { zh: '业务组合', en: 'Business portfolio' },
    help: {
      zh: '同一组合的号码共用 24 小时收件人额度；不填则此号码单独计算',
      en: 'Numbers of one portfolio share its recipients in 24 hours; empty: this number counts alone',
    },
    group: sending,
    max: 64,
    list: 'hidden',
    when: ofWhatsapp,
  }),
  portfolioLimit: int({
    label: { zh: '24 小时收件人上限', en: 'Recipients in 24 hours' },
    help: { zh: '不同收件人的数量；0 表示不限', en: 'Unique recipients; 0: no limit' },
    group: sending,
    min: 0,
    max: 10_000_000,
    list: 'hidden',
    when: { ...ofWhatsapp, isNeeded: true },
    initial: PORTFOLIO_LIMIT,
  }),
  handlesStop: yes({
    label: { zh: '渠道自行处理退订', en: 'Channel handles STOP' },
    help: {
      zh: '渠道收到 STOP 后自行回复和停发时选择“是”',
      en: 'Yes if the channel itself answers STOP and stops sending',
    },
    group: sending,
    required: true,
    initial: 0,
    when: ofSenders,
  }),
  ownerId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    {
      label: { zh: '专属代理', en: 'Agent' },
      emptyMeans: { zh: '所有代理可用', en: 'All agents use it' },
      group: sending,
      search: 'equal',
      when: ofSenders,
    },
  ),
  ...readOnly({
    ownerName: text({
      label: { zh: '专属代理', en: 'Agent' },
      group: sending,
      max: 64,
      list: 'hidden',
      width: 140,
      when: ofSenders,
    }),
    quality: dict(channelQuality, {
      label: { zh: '质量评级', en: 'Quality' },
      group: sending,
      required: true,
      list: 'hidden',
      when: ofWhatsapp,
    }),
    restriction: text({
      label: { zh: '发送限制', en: 'Restriction' },
      group: sending,
      max: 255,
      list: 'hidden',
      width: 160,
      when: ofSenders,
    }),
    webhookTime: time({
      label: { zh: '最近 Webhook', en: 'Last webhook' },
      group: sending,
      list: 'hidden',
      when: ofSenders,
    }),
  }),
};
