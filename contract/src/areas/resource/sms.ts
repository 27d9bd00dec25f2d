import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { audited, country, dict, secret, text, textarea } from '../../kit/field.ts';
import { codeField, remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { MAX_BULK_IDS } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { handOverFields, inUseField, REGION, switchCalls } from './provider-fields.ts';

export const smsKind = dictionary('sms', {
  yunpian: { value: 1, zh: '云片', en: 'Yunpian' },
  qiniu: { value: 2, zh: '七牛云', en: 'Qiniu' },
  aliyun: { value: 3, zh: '阿里云', en: 'Aliyun' },
  tencent: { value: 4, zh: '腾讯云', en: 'Tencent Cloud' },
  smpp: { value: 5, zh: 'SMPP', en: 'SMPP' },
  http: { value: 6, zh: '通用 HTTP', en: 'Generic HTTP' },
});
export const smsHttpFormat = dictionary('sms_http_format', {
  json: { value: 1, zh: 'POST JSON', en: 'POST, JSON' },
  form: { value: 2, zh: 'POST 表单', en: 'POST, form' },
  query: { value: 3, zh: 'GET 查询参数', en: 'GET, query string' },
});
/** Result of a message. `unknown`: it was sent to the provider and no answer came, so it may have been delivered. */
export const smsState = dictionary('sms_state', {
  sending: { value: 1, zh: '发送中', en: 'Sending', tone: 'waiting' },
  accepted: { value: 2, zh: '已提交', en: 'Accepted', tone: 'good' },
  failed: { value: 3, zh: '失败', en: 'Failed', tone: 'bad' },
  limited: { value: 4, zh: '超出限制', en: 'Over the limit', tone: 'bad' },
  unknown: { value: 5, zh: '结果未知', en: 'Unknown', tone: 'waiting' },
});
const { yunpian, qiniu, aliyun, tencent, smpp, http } = smsKind.is;
const neededBy = (...is: readonly number[]) => ({ field: 'category', is, isNeeded: true }) as const;
const offeredBy = (...is: readonly number[]) => ({ field: 'category', is }) as const;

const ADDRESS = matching(/^(https?|smpps?):\/\/[^\s/@]+(\/\S*)?$/i, {
  zh: '应为服务地址，例如 https://sms.example.com 或 smpp://smsc.example.com:2775',
  en: 'should be a service address such as https://sms.example.com or smpp://smsc.example.com:2775',
});
const SENDER = matching(/^(\d{1,20}|[A-Za-z0-9 .&_-]{1,11})$/, {
  zh: '应为 1–20 位数字，或不超过 11 个字母、数字',
  en: 'should be up to 20 digits, or up to 11 letters and digits',
});

const fields = {
  category: dict(smsKind, {
    namedAs: 'categoryName',
    label: { zh: '服务商', en: 'Provider' },
    required: true,
    list: true,
    search: 'equal',
    initial: aliyun,
  }),
  smsCode: codeField({ label: { zh: '资源编号', en: 'Code' } }),
  templateId: text({
    label: { zh: '模板编号', en: 'Template ID' },
    help: { zh: '服务商审核通过的模板', en: 'As approved by the provider' },
    max: 64,
    list: true,
    search: 'like',
    width: 180,
    when: neededBy(qiniu, aliyun, tencent),
  }),
  content: textarea({
    label: { zh: '短信内容', en: 'Text' },
    help: {
      zh: '变量写作 {code}，发送时由参数替换；云片须与已审核的模板一致',
      en: 'Write variables as {code}; they are replaced by parameters. For Yunpian the text must match the approved template',
    },
    max: 500,
    list: 'hidden',
    when: neededBy(yunpian, smpp, http),
  }),
  signName: text({
    label: { zh: '短信签名', en: 'Signature' },
    help: { zh: '不含【】', en: 'Without brackets 【】' },
    max: 64,
    list: true,
    width: 140,
    when: neededBy(yunpian, aliyun, tencent),
  }),
  endpoint: text({
    label: { zh: '服务地址', en: 'Endpoint' },
    help: { zh: 'SMPP 写作 smpp://主机:端口，加密连接用 smpps://', en: 'SMPP: smpp://host:port, or smpps:// with TLS' },
    max: 500,
    pattern: ADDRESS,
    required: true,
    list: 'hidden',
    initial: 'https://dysmsapi.aliyuncs.com',
    suggested: {
      by: 'category',
      values: {
        [yunpian]: 'https://sms.yunpian.com',
        [qiniu]: 'https://sms.qiniuapi.com',
        [aliyun]: 'https://dysmsapi.aliyuncs.com',
        [tencent]: 'https://sms.tencentcloudapi.com',
      },
    },
  }),
  regionId: text({
    label: { zh: '区域', en: 'Region' },
    max: 64,
    pattern: REGION,
    when: neededBy(tencent),
    suggested: { by: 'category', values: { [tencent]: 'ap-guangzhou' } },
  }),
  appId: text({
    label: { zh: '应用编号', en: 'App ID' },
    help: { zh: '短信应用的 SdkAppId', en: 'The SdkAppId of the SMS application' },
    max: 32,
    pattern: matching(/^\d*$/, { zh: '应为数字', en: 'should be digits' }),
    when: neededBy(tencent),
  }),
  accessKey: text({
    label: { zh: '访问密钥编号', en: 'Access key ID' },
    help: { zh: '腾讯云为 SecretId，SMPP 为 system_id', en: 'SecretId of Tencent Cloud; system_id of SMPP' },
    max: 255,
    when: neededBy(qiniu, aliyun, tencent, smpp),
  }),
  account: text({
    label: { zh: '账号', en: 'User name' },
    help: {
      zh: '填写后以 Basic 认证发送，否则密钥作为 Bearer 令牌；请求内容中含 {secretKey} 时都不发送',
      en: 'If set, Basic authentication is used, otherwise the key is a bearer token; neither if the request contains {secretKey}',
    },
    max: 255,
    when: offeredBy(http),
  }),
  secretKey: secret({
    label: { zh: '密钥', en: 'Secret key' },
    help: { zh: '云片为 apikey，SMPP 为密码', en: 'API key of Yunpian; password of SMPP' },
    max: 255,
    sentTo: ['category', 'endpoint', 'accessKey', 'account'],
    when: neededBy(yunpian, qiniu, aliyun, tencent, smpp, http),
  }),
  sender: text({
    label: { zh: '发送方号码或名称', en: 'Sender' },
    help: { zh: '短信显示的号码或名称，不填由运营商决定', en: 'Shown on phones; empty: decided by the operator' },
    max: 20,
    pattern: SENDER,
    when: offeredBy(smpp),
  }),
  httpFormat: dict(smsHttpFormat, {
    label: { zh: '请求方式', en: 'Request' },
    when: neededBy(http),
  }),
  httpBody: textarea({
    label: { zh: '请求内容', en: 'Request body' },
    help: {
      zh: 'JSON，或每行一个“名称=值”；可用 {phone}（含国家代码的数字）、{text}、{account}、{secretKey}',
      en: 'JSON, or one name=value per line, with {phone} (digits with country code), {text}, {account}, {secretKey}',
    },
    max: 2000,
    when: neededBy(http),
  }),
  httpAccepted: text({
    label: { zh: '成功应答包含', en: 'Success text in the response' },
    help: { zh: '例如 "code":0；不填则 2xx 即成功', en: 'Such as "code":0; empty: any 2xx response' },
    max: 100,
    when: offeredBy(http),
  }),
  countryCode: country({
    label: { zh: '默认国家', en: 'Default country' },
    help: { zh: '不带国家代码的号码按此国家处理', en: 'Used for numbers without a country code' },
  }),
  status: inUseField,
  ...handOverFields,
  remark: remarkField(),
  ...audited,
};

const PHONES = matching(/^[^,，\s][^,，]*([,，][^,，]+)*$/, {
  zh: '应为手机号，多个用逗号分隔',
  en: 'should be phone numbers, separated by commas',
});
const phones = () =>
  z.codec(
    z
      .string()
      .trim()
      .regex(PHONES)
      .meta({ examples: ['+12015550123'] }),
    z.array(z.string()).max(MAX_BULK_IDS),
    {
      decode: (written) => written.split(/[,，]/).map((phone) => phone.trim()),
      encode: (list) => list.join(','),
    },
  );

const VALUE_MAX = 500;
const isValues = (value: unknown): value is Record<string, string | number> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).length <= 50 &&
  Object.entries(value).every(
    ([name, item]) =>
      name.length <= 64 && ['string', 'number'].includes(typeof item) && String(item).length <= VALUE_MAX,
  );
const values = () =>
  z.codec(
    z
      .string()
      .max(8000)
      .meta({ examples: ['{"code":"1234"}'] }),
    z.record(z.string(), z.string()),
    {
      decode: (written, context) => {
        let read: unknown;
        try {
          read = written.trim() === '' ? {} : JSON.parse(written);
        } catch {
          read = undefined;
        }
        if (isValues(read))
          return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]));
        const rule = localizedRule({
          zh: '应为 JSON 对象，例如 {"code":"1234"}，值为文字或数字',
          en: 'should be a JSON object of texts or numbers, such as {"code":"1234"}',
        });
        context.issues.push({ code: 'custom', ...rule, input: written });
        return z.NEVER;
      },
      encode: (read) => JSON.stringify(read),
    },
  );

/** Result of each message; `success` when the provider accepted all of them. */
const sent = z.object({
  success: z.boolean(),
  results: z.array(
    z.object({
      /** Masked. */
      phone: z.string(),
      state: z.int(),
      segments: z.int().nullable(),
      messageId: z.string().nullable(),
      /** The reason of the failure, as the provider gave it. */
      problem: z.string().nullable(),
    }),
  ),
});

/** The providers of a tenant's text messages, with their texts or templates. */
export const sms = resource('resource/sms', {
  title: { zh: '短信配置', en: 'SMS providers' },
  help: { zh: '未指明资源编号的短信由已启用的一项发送', en: 'Messages without a code use the active provider' },
  empty: { zh: '尚未配置，无法发送短信', en: 'Not configured; no text messages can be sent' },
  nameField: 'smsCode',
  unique: [['smsCode']],
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove'], { changes: 'destinations' }),
    /** Messages that name no code go out through it from now on, and through no other of the tenant's. */
    enable: switchCalls.enable,
    disable: switchCalls.disable,
    /** Sends a text to up to 200 phones; without `code` through the provider in use. */
    'endpoint/send-message': post({
      title: { zh: '发送短信', en: 'Send a text message' },
      access: 'send',
      perMinute: 120,
      unlogged: ['params', 'phones'],
      input: z.object({
        code: z.string().trim().max(64).optional(),
        phones: phones(),
        params: values().optional(),
      }),
      data: sent,
    }),
  },
});
