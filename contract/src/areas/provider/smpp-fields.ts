import { dictionary } from '../../kit/dictionary.ts';
import { country, dict, int, text, timeZone } from '../../kit/field.ts';
import { matching } from '../../kit/sentences.ts';
import { providerProtocol } from './dictionaries.ts';

/** How an account binds. */
export const smppBindMode = dictionary('smpp_bind_mode', {
  transceiver: { value: 1, zh: '收发一体（TRX）', en: 'Transceiver' },
  pair: { value: 2, zh: '发送、接收分开（TX + RX）', en: 'Transmitter and receiver' },
});

/** How the id in a receipt is made of the id in the answer to the submission. */
export const smppIdForm = dictionary('smpp_id_form', {
  same: { value: 1, zh: '相同', en: 'The same' },
  hexToDec: { value: 2, zh: '应答为十六进制，回执为十进制', en: 'Answer hexadecimal, receipt decimal' },
  decToHex: { value: 3, zh: '应答为十进制，回执为十六进制', en: 'Answer decimal, receipt hexadecimal' },
  anyCase: { value: 4, zh: '大小写不同', en: 'Different letter case' },
  bareZeros: { value: 5, zh: '前导零不同', en: 'Different leading zeros' },
});

/** The parts of a long text whose receipts are requested. */
export const smppReceiptParts = dictionary('smpp_receipt_parts', {
  all: { value: 1, zh: '每一条', en: 'Every part' },
  last: { value: 2, zh: '仅最后一条', en: 'Last part only' },
  first: { value: 3, zh: '仅第一条', en: 'First part only' },
});

/** The alphabet of data coding 0. */
export const smppAlphabet = dictionary('smpp_alphabet', {
  gsm7: { value: 1, zh: 'GSM 03.38', en: 'GSM 03.38' },
  latin1: { value: 2, zh: 'Latin-1', en: 'Latin-1' },
  ascii: { value: 3, zh: 'ASCII', en: 'ASCII' },
});

/** How the parts of a long text are joined. */
export const smppLongMode = dictionary('smpp_long_mode', {
  header8: { value: 1, zh: '消息头，8 位编号（UDH）', en: 'Header with 8-bit reference (UDH)' },
  header16: { value: 2, zh: '消息头，16 位编号（UDH）', en: 'Header with 16-bit reference (UDH)' },
  sar: { value: 3, zh: 'SAR 参数', en: 'SAR parameters' },
  payload: { value: 4, zh: '整条提交，由短信中心拆分', en: 'Whole text as payload' },
});

/** Type and plan (TON, NPI) of sender addresses; recipients are always 1/1. */
export const smppAddressing = dictionary('smpp_addressing', {
  standard: {
    value: 1,
    zh: '标准：号码 1/1、短号 3/0、字母 5/0',
    en: 'Standard: numbers 1/1, short codes 3/0, letters 5/0',
  },
  shortUnknown: { value: 2, zh: '短号 0/0，其余标准', en: 'Short codes 0/0, others standard' },
  unknown: { value: 3, zh: '全部 0/0', en: 'All 0/0' },
});

/** State of a bind. */
export const smppBindState = dictionary('smpp_bind_state', {
  free: { value: 0, zh: '等待节点', en: 'Waits for a node', tone: 'waiting' },
  connecting: { value: 1, zh: '连接中', en: 'Connecting', tone: 'running' },
  bound: { value: 2, zh: '已绑定', en: 'Bound', tone: 'good' },
  waiting: { value: 3, zh: '等待重连', en: 'Waits to reconnect', tone: 'attention' },
  refused: { value: 4, zh: '被拒绝', en: 'Refused', tone: 'bad' },
});

/** State of a learning run. */
export const smppLearningState = dictionary('smpp_learning_state', {
  requested: { value: 0, zh: '等待发送', en: 'Waits to be sent', tone: 'waiting' },
  taken: { value: 1, zh: '发送中', en: 'Being sent', tone: 'running' },
  sent: { value: 2, zh: '等待回执', en: 'Awaiting receipts', tone: 'running' },
  failed: { value: 3, zh: '未发送', en: 'Not sent', tone: 'bad' },
});

const profile = { zh: 'SMPP', en: 'SMPP' };
const ofSmpp = { field: 'protocol', is: [providerProtocol.is.smpp] } as const;

const SYSTEM_ID = matching(/^[\x21-\x7e]{1,15}$/, {
  zh: '应为 1–15 个字符，不含空格',
  en: 'should be 1–15 characters without spaces',
});
const SYSTEM_TYPE = matching(/^[\x21-\x7e]{0,12}$/, {
  zh: '应不超过 12 个字符，不含空格',
  en: 'should be at most 12 characters without spaces',
});

/** The profile of an account at an SMSC. */
export const smppFields = {
  systemId: text({
    label: { zh: '系统账号（system_id）', en: 'System ID' },
    group: profile,
    max: 15,
    pattern: SYSTEM_ID,
    list: 'hidden',
    when: { ...ofSmpp, isNeeded: true },
  }),
  systemType: text({
    label: { zh: '系统类型（system_type）', en: 'System type' },
    help: { zh: '多数短信中心不需要', en: 'Most SMSCs need none' },
    group: profile,
    max: 12,
    pattern: SYSTEM_TYPE,
    list: 'hidden',
    when: ofSmpp,
  }),
  bindMode: dict(smppBindMode, {
    label: { zh: '绑定方式', en: 'Binds as' },
    group: profile,
    required: true,
    list: 'hidden',
    when: ofSmpp,
    initial: smppBindMode.is.transceiver,
  }),
  bindCount: int({
    label: { zh: '连接数', en: 'Binds' },
    help: {
      zh: '短信中心允许的同时连接数，分布在各节点',
      en: 'As many as the SMSC allows; they are spread over the nodes',
    },
    group: profile,
    required: true,
    min: 1,
    max: 8,
    list: 'hidden',
    when: ofSmpp,
    initial: 1,
  }),
  windowSize: int({
    label: { zh: '窗口', en: 'Window' },
    help: { zh: '每个连接最多未应答的请求', en: 'Requests of a bind that may wait for their answers' },
    group: profile,
    required: true,
    min: 1,
    max: 100,
    list: 'hidden',
    when: ofSmpp,
    initial: 10,
  }),
  longMode: dict(smppLongMode, {
    label: { zh: '长短信', en: 'Long texts' },
    group: profile,
    required: true,
    list: 'hidden',
    when: ofSmpp,
    initial: smppLongMode.is.header8,
  }),
  defaultAlphabet: dict(smppAlphabet, {
    label: { zh: '默认字母表', en: 'Default alphabet' },
    help: { zh: '编码 0 的含义，由账号决定', en: 'Meaning of data coding 0; a property of the account' },
    group: profile,
    required: true,
    list: 'hidden',
    when: ofSmpp,
    initial: smppAlphabet.is.gsm7,
  }),
  addressing: dict(smppAddressing, {
    label: { zh: '发送地址类型（TON/NPI）', en: 'Types of senders (TON/NPI)' },
    group: profile,
    required: true,
    list: 'hidden',
    when: ofSmpp,
    initial: smppAddressing.is.standard,
  }),
  receiptParts: dict(smppReceiptParts, {
    label: { zh: '请求回执', en: 'Receipts for' },
    group: profile,
    required: true,
    list: 'hidden',
    when: ofSmpp,
    initial: smppReceiptParts.is.all,
  }),
  idForm: dict(smppIdForm, {
    label: { zh: '回执中的编号', en: 'ID in receipts' },
    help: { zh: '“学习”发送一条测试短信并给出建议', en: '“Learn” sends a test message and proposes it' },
    group: profile,
    required: true,
    list: 'hidden',
    when: ofSmpp,
    initial: smppIdForm.is.same,
  }),
  homeCountry: country({
    label: { zh: '本国号码所属国家', en: 'Country of national numbers' },
    help: {
      zh: '短信中心上报的号码不带国家码时选择；留空表示号码都带国家码',
      en: 'Where the SMSC reports numbers without their country code; empty if they all have one',
    },
    group: profile,
    list: 'hidden',
    when: ofSmpp,
  }),
  receiptZone: timeZone({
    label: { zh: '回执时间的时区', en: 'Zone of receipt dates' },
    help: {
      zh: '仅用于显示；排序和计费使用本系统收到的时间',
      en: 'For display only; order and money follow the time of arrival here',
    },
    group: profile,
    list: 'hidden',
    when: ofSmpp,
  }),
};
