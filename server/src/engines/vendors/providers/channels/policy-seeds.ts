import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { errorPolicyClass } from '@trade-assistant/contract/message-dictionaries.ts';

const { retry, defer, final, pauseOrder, pauseSender, slowSender, isolate } = errorPolicyClass.is;
const { whatsapp, telegramGateway, telegramBot } = providerProtocol.is;

/** A built-in consequence of an error code. */
export interface PolicySeed {
  readonly protocol: number;
  readonly errorCode: string;
  readonly policyClass: number;
  readonly delaySeconds?: number;
  readonly growth?: number;
  readonly triesMax?: number;
  readonly isSuppressing?: 1;
  readonly isResettable?: 1;
  readonly meaning: readonly [zh: string, en: string];
  readonly advice: readonly [zh: string, en: string];
}

type Row = Omit<PolicySeed, 'protocol' | 'errorCode' | 'policyClass' | 'meaning' | 'advice'>;
type Words = readonly [zh: string, en: string];

const RETRY: Row = { delaySeconds: 30, growth: 4, triesMax: 3, isResettable: 1 };
const FIXABLE: Row = { isResettable: 1 };
const CHECK_PARAMETERS: Words = [
  '对照模板检查参数的个数、格式和内容，改正后重置失败的号码',
  'Compare number, format and content of the parameters with the template, then reset the failed lines',
];
const ASK_META: Words = [
  '在 WhatsApp 管理工具的“账号质量”中查看原因并申请复核，恢复后继续订单',
  'See the reason under Account quality in WhatsApp Manager, request a review, and resume orders afterwards',
];
const NEW_TOKEN: Words = [
  '更换访问令牌，测试连接后解除隔离',
  'Replace the token, test the connection, then release the sender',
];
const SLOWS_DOWN: Words = ['无需处理，系统自动降速后继续', 'Nothing to do: sending continues more slowly'];
const SENT_AGAIN: Words = ['无需处理，系统自动重试', 'Nothing to do: it is sent again automatically'];
const OTHER_WAY: Words = ['换用其他渠道联系此收件人', 'Reach this recipient through another channel'];

const of =
  (protocol: number) =>
  (errorCode: string, policyClass: number, meaning: Words, advice: Words, row: Row = {}): PolicySeed => ({
    protocol,
    errorCode,
    policyClass,
    meaning,
    advice,
    ...row,
  });
const w = of(whatsapp);
const g = of(telegramGateway);
const b = of(telegramBot);

const WHATSAPP: readonly PolicySeed[] = [
  w('4', slowSender, ['应用调用过于频繁', 'Too many calls of the app'], SLOWS_DOWN, { delaySeconds: 60 }),
  w('80007', slowSender, ['商业账户调用过于频繁', 'Too many calls of the business account'], SLOWS_DOWN, {
    delaySeconds: 60,
  }),
  w('130429', slowSender, ['超过号码的发送速率', 'Number throughput exceeded'], SLOWS_DOWN, {
    delaySeconds: 5,
  }),
  w('429', slowSender, ['请求过于频繁', 'Too many requests'], SLOWS_DOWN, { delaySeconds: 60 }),
  w('131056', defer, ['向同一收件人发送过快', 'Too fast to the same recipient'], SENT_AGAIN, {
    ...{ delaySeconds: 6, growth: 4, triesMax: 5, isResettable: 1 },
  }),
  w(
    '131048',
    pauseSender,
    ['被拉黑或举报过多，号码被限制', 'Number restricted after blocks and reports'],
    [
      '核实收件人来源和内容，质量恢复后再继续',
      'Review the source of recipients and the content; resume when quality recovers',
    ],
  ),
  w(
    '131049',
    defer,
    ['为保护收件人体验，WhatsApp 未投递此营销消息', 'Not delivered: WhatsApp limits marketing messages to this user'],
    ['系统一天后再试，最多两次；不要手动连续重发', 'It is tried a day later, at most twice; do not repeat it by hand'],
    { delaySeconds: 86_400, triesMax: 2 },
  ),
  w(
    '131050',
    final,
    ['收件人已停止接收本商家的营销消息', 'The recipient stopped marketing messages of this business'],
    [
      '号码已加入屏蔽名单，不再发送营销消息',
      'The number was added to the suppression list; send it no marketing messages',
    ],
    { isSuppressing: 1 },
  ),
  w('130472', final, ['收件人处于 WhatsApp 实验组', 'Recipient is in a WhatsApp experiment'], OTHER_WAY),
  w(
    '131026',
    final,
    [
      '无法送达：未开通 WhatsApp、版本过旧或未接受条款',
      'Undeliverable: no WhatsApp, an old version, or terms not accepted',
    ],
    OTHER_WAY,
  ),
  w(
    '131047',
    final,
    ['距收件人上次来信已超过 24 小时', 'More than 24 hours since the recipient wrote last'],
    ['改用模板消息', 'Send a template message instead'],
  ),
  w(
    '131051',
    final,
    ['不支持此消息类型', 'Unsupported type of message'],
    ['改用模板或文本', 'Send a template or a text'],
  ),
  w(
    '131052',
    retry,
    ['无法下载媒体文件', 'A media file could not be downloaded'],
    ['检查媒体链接能否公开访问', 'Check that the link of the file is public'],
    { ...RETRY, triesMax: 2 },
  ),
  w(
    '131053',
    retry,
    ['无法上传媒体文件', 'A media file could not be uploaded'],
    ['检查媒体文件的格式和大小', 'Check the format and size of the file'],
    { ...RETRY, triesMax: 2 },
  ),
  ...(
    [
      ['100', '请求参数无效', 'Invalid parameter of the request'],
      ['131008', '缺少必填参数', 'A required parameter is missing'],
      ['131009', '参数值无效', 'Invalid value of a parameter'],
      ['132000', '参数个数与模板不一致', 'Number of parameters differs from the template'],
      ['132005', '填入参数后文本过长', 'Text too long with its parameters'],
      ['132007', '参数内容违反政策', 'Content of a parameter violates a policy'],
      ['132008', '参数格式不正确', 'Wrong format of a parameter'],
      ['132012', '参数格式与模板不一致', 'Format of a parameter differs from the template'],
    ] as const
  ).map(([code, zh, en]) => w(code, final, [zh, en], CHECK_PARAMETERS, FIXABLE)),
  w(
    '132001',
    pauseOrder,
    ['模板在此语言中不存在或未通过', 'The template does not exist in this language or is not approved'],
    ['同步模板，选择已通过的模板后继续', 'Synchronise templates and resume with an approved one'],
    FIXABLE,
  ),
  w(
    '132015',
    pauseOrder,
    ['模板因质量低被暂停', 'The template is paused for low quality'],
    ['等待 WhatsApp 恢复模板，或换用其他模板', 'Wait until WhatsApp resumes it, or use another template'],
    FIXABLE,
  ),
  w(
    '132016',
    pauseOrder,
    ['模板因质量低被永久停用', 'The template is disabled for low quality'],
    ['取消订单，用新模板重新下单', 'Cancel the order and place it again with a new template'],
  ),
  w(
    '132068',
    pauseOrder,
    ['流程被阻止', 'The flow is blocked'],
    ['在 WhatsApp 管理工具中检查流程', 'Check the flow in WhatsApp Manager'],
    FIXABLE,
  ),
  w('132069', slowSender, ['流程被限速', 'The flow is throttled'], SLOWS_DOWN, { delaySeconds: 60 }),
  w(
    '131030',
    pauseOrder,
    ['应用处于开发模式，收件人不在测试名单中', 'The app is in development and the recipient is not on its test list'],
    ['将应用切换为正式模式', 'Switch the app to live mode'],
    FIXABLE,
  ),
  w('131031', pauseSender, ['账户被锁定', 'The account is locked'], ASK_META),
  w(
    '368',
    pauseSender,
    ['账户因违反政策被暂时封禁', 'The account is blocked temporarily for violating policies'],
    ASK_META,
  ),
  w(
    '130497',
    pauseSender,
    ['商业账户不得向此国家发送', 'The business account may not write to this country'],
    ASK_META,
  ),
  w(
    '131037',
    pauseSender,
    ['显示名称未通过审核', 'The display name is not approved'],
    ['在 WhatsApp 管理工具中提交显示名称', 'Submit the display name in WhatsApp Manager'],
    FIXABLE,
  ),
  ...['131042', '131044'].map((code) =>
    w(
      code,
      pauseSender,
      ['付款方式有问题', 'A problem with the payment method'],
      ['请财务在 Meta 账单中心更新付款方式', 'Ask finance to update the payment method in the billing hub of Meta'],
      FIXABLE,
    ),
  ),
  w(
    '131045',
    pauseSender,
    ['号码尚未注册', 'The number is not registered'],
    ['重新注册号码', 'Register the number again'],
    FIXABLE,
  ),
  w(
    '133016',
    pauseSender,
    ['注册次数过多，号码暂时被锁', 'Too many registrations; the number is locked for a time'],
    ['72 小时后重新注册号码', 'Register the number again after 72 hours'],
    FIXABLE,
  ),
  w('131057', defer, ['账户维护中', 'The account is under maintenance'], SENT_AGAIN, {
    ...{ delaySeconds: 300, triesMax: 12, isResettable: 1 },
  }),
  w('131062', final, ['此消息不能用业务范围用户编号发送', 'Not allowed with a business-scoped user ID'], OTHER_WAY),
  w(
    '131063',
    pauseOrder,
    ['此接口已停用营销消息', 'Marketing messages are disabled on this API'],
    ['改用营销消息接口或其他模板', 'Use the marketing messages API or another template'],
    FIXABLE,
  ),
  w('131064', pauseSender, ['因模板类别不当被限制', 'Restricted because of wrong template categories'], ASK_META),
  ...(
    [
      ['1', '未知错误，可能是临时故障', 'Unknown error, perhaps a temporary fault'],
      ['2', '服务暂时不可用', 'Service temporarily unavailable'],
      ['131000', '未知错误', 'Unknown error'],
      ['131016', '服务暂时不可用', 'Service temporarily unavailable'],
      ['135000', '通用错误', 'Generic error'],
      ['5xx', '服务器错误', 'Server error'],
    ] as const
  ).map(([code, zh, en]) => w(code, retry, [zh, en], SENT_AGAIN, RETRY)),
  w('0', isolate, ['认证失败', 'Authentication failed'], NEW_TOKEN, FIXABLE),
  w('3', isolate, ['应用没有此权限', 'The app lacks the capability'], NEW_TOKEN, FIXABLE),
  w('10', isolate, ['权限未授予', 'The permission was not granted'], NEW_TOKEN, FIXABLE),
  w('190', isolate, ['访问令牌已失效', 'The access token is invalid or expired'], NEW_TOKEN, FIXABLE),
  w('200-299', isolate, ['权限未授予', 'The permission was not granted'], NEW_TOKEN, FIXABLE),
];

const GATEWAY: readonly PolicySeed[] = [
  ...['ACCESS_TOKEN_INVALID', 'ACCESS_TOKEN_REQUIRED'].map((code) =>
    g(code, isolate, ['网关令牌无效', 'The token of the Gateway is invalid'], NEW_TOKEN, FIXABLE),
  ),
  g(
    'BALANCE_NOT_ENOUGH',
    pauseSender,
    ['网关账户余额不足', 'The balance of the Gateway account is too low'],
    ['在 gateway.telegram.org 充值后继续订单', 'Add funds at gateway.telegram.org, then resume orders'],
    FIXABLE,
  ),
  ...['PHONE_NUMBER_INVALID', 'PHONE_NUMBER_NOT_FOUND', 'PHONE_NUMBER_NOT_AVAILABLE'].map((code) =>
    g(code, final, ['此号码无法通过 Telegram 接收验证码', 'The number cannot receive codes on Telegram'], OTHER_WAY),
  ),
  ...['REQUEST_ID_INVALID', 'REQUEST_ID_ALREADY_USED', 'REQUEST_ID_REQUIRED'].map((code) =>
    g(
      code,
      final,
      ['请求编号已使用或已失效', 'The request ID was used or has expired'],
      [
        '无需处理：不会重复扣费；需要时重新下发验证码',
        'Nothing to do: it is not charged twice; send a new code if needed',
      ],
    ),
  ),
  ...(
    [
      ['CODE_INVALID', '验证码应为 4–8 位数字', 'The code must have 4–8 digits'],
      ['CODE_LENGTH_INVALID', '验证码长度应为 4–8', 'The length of the code must be 4–8'],
      ['TTL_INVALID', '有效期应为 30–3600 秒', 'The validity must be 30–3600 seconds'],
      ['PAYLOAD_INVALID', '附带数据过长', 'The payload is too long'],
    ] as const
  ).map(([code, zh, en]) =>
    g(code, final, [zh, en], ['改正订单参数后重新下单', 'Correct the order and place it again'], FIXABLE),
  ),
  ...['SENDER_USERNAME_INVALID', 'SENDER_NOT_VERIFIED', 'CALLBACK_URL_INVALID'].map((code) =>
    g(
      code,
      pauseSender,
      ['署名频道或回调地址无效', 'The signing channel or the callback address is invalid'],
      ['检查服务商中的发送账号和回调地址', 'Check the sender account and the callback address of the provider'],
      FIXABLE,
    ),
  ),
  g('429', slowSender, ['请求过于频繁', 'Too many requests'], SLOWS_DOWN, { delaySeconds: 30 }),
  g('FLOOD_WAIT', slowSender, ['请求过于频繁', 'Too many requests'], SLOWS_DOWN, { delaySeconds: 30 }),
  g('5xx', retry, ['服务器错误', 'Server error'], SENT_AGAIN, RETRY),
];

const BOT: readonly PolicySeed[] = [
  b(
    '400',
    final,
    ['会话不存在或消息无效', 'The chat does not exist or the message is invalid'],
    ['收件人需先与机器人开始对话', 'The recipient has to start the bot first'],
  ),
  b('401', isolate, ['机器人令牌已失效', 'The token of the bot was revoked'], NEW_TOKEN, FIXABLE),
  b(
    '404',
    isolate,
    ['机器人令牌或服务地址不正确', 'The token of the bot or the service address is wrong'],
    NEW_TOKEN,
    FIXABLE,
  ),
  b(
    '403',
    final,
    ['收件人停用或拉黑了机器人，或已注销', 'The recipient blocked the bot, never started it, or left Telegram'],
    [
      '号码已加入屏蔽名单；收件人重新开始对话后可再发送',
      'It was added to the suppression list; it may be written to after starting the bot again',
    ],
    { isSuppressing: 1 },
  ),
  b(
    '409',
    isolate,
    ['另一个程序正在使用此机器人', 'Another program uses this bot'],
    ['停止其他程序，重新登记 Webhook', 'Stop the other program and set the webhook again'],
    FIXABLE,
  ),
  b('429', slowSender, ['机器人发送过快', 'The bot sends too fast'], SLOWS_DOWN, { delaySeconds: 5 }),
  b('5xx', retry, ['服务器错误', 'Server error'], SENT_AGAIN, RETRY),
];

/** Consequences of the documented error codes of all channels. */
export const policySeeds: readonly PolicySeed[] = [...WHATSAPP, ...GATEWAY, ...BOT];
