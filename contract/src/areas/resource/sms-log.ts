import { dict, identifier, int, phone, readOnly, text, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { smsEncoding } from '../../message-dictionaries.ts';
import { smsKind, smsState } from './sms.ts';

const fields = {
  ...readOnly({
    createTime: time({
      label: { zh: '发送时间', en: 'Sent at' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    phone: phone({
      label: { zh: '手机号', en: 'Phone' },
      required: true,
      list: true,
      search: 'like',
    }),
    state: dict(smsState, { label: { zh: '结果', en: 'Result' }, required: true, list: true, search: 'in' }),
    problem: text({ label: { zh: '失败原因', en: 'Failure reason' }, max: 300, list: true, width: 260 }),
    smsCode: identifier({
      label: { zh: '资源编号', en: 'Code' },
      max: 64,
      required: true,
      list: true,
      search: 'equal',
    }),
    category: dict(smsKind, { label: { zh: '服务商', en: 'Provider' }, required: true, list: true, search: 'in' }),
    segments: int({
      label: { zh: '计费条数', en: 'Segments' },
      help: {
        zh: '运营商按条计费；模板短信以服务商返回为准',
        en: 'Billing unit of operators; for templates as reported by the provider',
      },
      list: true,
    }),
    encoding: dict(smsEncoding, { label: { zh: '编码', en: 'Encoding' }, list: 'hidden' }),
    millis: int({ label: { zh: '耗时（毫秒）', en: 'Duration (ms)' }, list: 'hidden' }),
    messageId: identifier({ label: { zh: '服务商消息编号', en: 'Provider message ID' }, max: 128, list: 'hidden' }),
    createUserName: text({ label: { zh: '发送人', en: 'Sent by' }, max: 64, list: true, width: 120 }),
  }),
};

/** Every text message requested and its result; never its text. */
export const smsLog = resource('resource/sms-log', {
  title: { zh: '短信记录', en: 'Sent messages' },
  help: {
    zh: '发给谁、由谁提供、结果如何；不保存短信内容',
    en: 'Recipient, provider and result; message text is not stored',
  },
  empty: { zh: '还没有发送过短信', en: 'No text messages sent yet' },
  nameField: 'phone',
  defaultSort: '-createTime',
  stateField: 'state',
  fields,
  numbers: [{ call: 'list', field: 'phone', shows: ['state', 'problem', 'smsCode', 'category', 'createUserName'] }],
  calls: crud(fields, ['list', 'counts', 'detail', 'export']),
});
