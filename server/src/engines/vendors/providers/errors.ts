import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const providerErrors = defineErrors({
  PROVIDER_PLAIN: {
    status: 400,
    zh: '服务地址应以 https:// 开头；不加密的地址只在系统设置 PRIVATE_ENDPOINTS 允许内网地址时可用',
    en: 'The service address must start with https://; plain HTTP needs the setting PRIVATE_ENDPOINTS',
  },
  PROVIDER_PAPER_GONE: {
    status: 400,
    zh: '合规文件已失效，请重新上传',
    en: 'A paper of the legal basis no longer exists; upload it again',
  },
  PROVIDER_PROTOCOL: {
    status: 400,
    zh: '请选择消息渠道的协议；HTTP 用于号码检测',
    en: 'Choose the protocol of a message channel; HTTP is for number checks',
  },
  SENDER_NUMBER: {
    status: 400,
    zh: '应为带国家码的有效号码，例如 +1 201 555 0100',
    en: 'should be a valid number with its country code, such as +1 201 555 0100',
  },
  SENDER_TAKEN: {
    status: 400,
    zh: '此电话号码编号已被另一发送方使用',
    en: 'Another sender has this phone number ID',
  },
  SENDER_AGENT: { status: 400, zh: '请选择代理', en: 'Choose an agent' },
  POLICY_BUILT_IN: {
    status: 400,
    zh: '“{code}”是系统内置规则，可以修改，不能删除',
    en: '“{code}” is a built-in rule: change it instead of deleting it',
  },
  PROVIDER_NO_SMSC: { status: 400, zh: '仅 SMPP 服务商有此功能', en: 'Only SMPP accounts can be learned' },
  PROVIDER_SMPP_ADDRESS: {
    status: 400,
    zh: '应以 smpp:// 或 smpps:// 开头，例如 smpps://smsc.example.com:3550',
    en: 'should begin with smpp:// or smpps://, such as smpps://smsc.example.com:3550',
  },
  PROVIDER_NO_BOT: { status: 400, zh: '仅 Telegram 机器人有此功能', en: 'Only Telegram bots can do this' },
  BOT_WEBHOOK_REFUSED: {
    status: 400,
    zh: 'Telegram 未接受 Webhook：{reason}',
    en: 'Telegram did not accept the webhook: {reason}',
  },
  CALLBACK_SIGNATURE: { status: 401, zh: '签名不正确或已过期', en: 'The signature is invalid or expired' },
  CALLBACK_NOT_STORED: {
    status: 503,
    zh: '暂时无法接收，请稍后重发',
    en: 'It cannot be received now; please repeat it',
  },
  CALLBACK_UNREADABLE: {
    status: 400,
    zh: '内容不是此渠道的通知',
    en: 'The body is no notification of this channel',
  },
  PROVIDER_ISOLATED: {
    status: 503,
    zh: '服务商已隔离，暂不接收其结果，请稍后重发',
    en: 'The provider is isolated and its results are not accepted now; please repeat them later',
  },
});
