import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { errorPolicyClass } from '@trade-assistant/contract/message-dictionaries.ts';
import type { PolicySeed } from '../policy-seeds.ts';

const { retry, defer, final, pauseOrder, slowSender } = errorPolicyClass.is;

type Words = readonly [zh: string, en: string];
type Again = Pick<PolicySeed, 'delaySeconds' | 'triesMax'>;

const SENT_AGAIN: Words = ['无需处理，系统自动重试', 'Nothing to do: it is sent again automatically'];
const SLOWS_DOWN: Words = ['无需处理，系统自动降速后继续', 'Nothing to do: sending continues more slowly'];
const CHECK_SENDER: Words = [
  '确认短信中心已登记此发送号码，检查服务商的“发送地址类型”，然后继续订单',
  'Check that the SMSC knows this sender and the types of senders of the provider, then resume the order',
];
const CHECK_NUMBER: Words = ['核对收件人号码', 'Check the number of the recipient'];
const CHECK_PROFILE: Words = [
  '检查服务商的 SMPP 设置（长短信、默认字母表、回执），测试后继续订单',
  'Check the SMPP settings of the provider (long texts, alphabet, receipts), test them, then resume the order',
];
const ASK_SMSC: Words = ['向短信中心查询错误码的含义', 'Ask the SMSC for the meaning of the code'];
const OTHER_WAY: Words = ['稍后重置，或换用其他渠道', 'Reset it later, or use another channel'];

const rows = (
  codes: readonly string[],
  policyClass: number,
  meaning: Words,
  advice: Words,
  again: Again = {},
  isResettable = true,
): PolicySeed[] =>
  codes.map((errorCode) => ({
    ...{ protocol: providerProtocol.is.smpp, errorCode, policyClass, meaning, advice },
    ...again,
    ...(isResettable ? { isResettable: 1 as const } : {}),
  }));

/** Consequences of command statuses and of states in receipts. */
export const smppPolicySeeds: readonly PolicySeed[] = [
  ...rows(['ESME_RTHROTTLED'], slowSender, ['发送过快', 'Too fast'], SLOWS_DOWN, { delaySeconds: 1 }),
  ...rows(['ESME_RMSGQFUL'], defer, ['收件人的队列已满', 'The queue of the recipient is full'], SENT_AGAIN, {
    ...{ delaySeconds: 900, triesMax: 3 },
  }),
  ...rows(['ESME_RSYSERR'], retry, ['短信中心内部错误', 'Internal error of the SMSC'], SENT_AGAIN, {
    ...{ delaySeconds: 30, triesMax: 3 },
  }),
  ...rows(['ESME_RX_T_APPN'], retry, ['短信中心暂时不可用', 'The SMSC is temporarily unavailable'], SENT_AGAIN, {
    ...{ delaySeconds: 60, triesMax: 3 },
  }),
  ...rows(
    ['ESME_RSUBMITFAIL', 'ESME_RDELIVERYFAILURE', 'ESME_RUNKNOWNERR'],
    retry,
    ['提交失败', 'The submission failed'],
    SENT_AGAIN,
    { delaySeconds: 30, triesMax: 1 },
  ),
  ...rows(['ESME_RX_P_APPN', 'ESME_RX_R_APPN'], final, ['短信中心拒绝', 'Rejected by the SMSC'], ASK_SMSC),
  ...rows(
    ['ESME_RINVSRCADR', 'ESME_RINVSRCTON', 'ESME_RINVSRCNPI'],
    pauseOrder,
    ['发送号码无效', 'The sender is invalid'],
    CHECK_SENDER,
  ),
  ...rows(
    ['ESME_RINVDSTADR', 'ESME_RINVDSTTON', 'ESME_RINVDSTNPI'],
    final,
    ['收件人号码无效', 'The number of the recipient is invalid'],
    CHECK_NUMBER,
    {},
    false,
  ),
  ...rows(
    [
      ...['ESME_RINVMSGLEN', 'ESME_RINVCMDLEN', 'ESME_RINVESMCLASS', 'ESME_RINVREGDLVFLG', 'ESME_RINVPRTFLG'],
      ...['ESME_RINVSERTYP', 'ESME_RINVSCHED', 'ESME_RINVEXPIRY', 'ESME_RINVTLVSTREAM', 'ESME_RTLVNOTALLWD'],
      ...['ESME_RINVTLVLEN', 'ESME_RMISSINGTLV', 'ESME_RINVTLVVAL'],
    ],
    pauseOrder,
    ['短信中心不接受提交的格式', 'The SMSC does not accept the form of the submission'],
    CHECK_PROFILE,
  ),
  ...rows(['1024-1279'], final, ['短信中心自定义的错误', 'An error of the SMSC’s own'], ASK_SMSC),
  ...rows(['CONTENT'], final, ['此渠道只发送文本', 'This channel sends texts only'], OTHER_WAY),
  ...rows(['NOT_SENT'], final, ['长短信未全部提交', 'Not all parts were submitted'], OTHER_WAY),
  ...rows(['UNDELIV', 'FAILED'], final, ['无法送达', 'Undeliverable'], OTHER_WAY),
  ...rows(['EXPIRED'], final, ['有效期内未送达', 'Not delivered in time'], OTHER_WAY),
  ...rows(['DELETED', 'SKIPPED'], final, ['被短信中心删除', 'Deleted by the SMSC'], ASK_SMSC),
  ...rows(['REJECTD'], final, ['被短信中心或运营商拒绝', 'Rejected by the SMSC or the operator'], ASK_SMSC),
];
