import { dict, identifier, int, phone, text, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { smsEncoding, smsKind, smsState } from './sms.ts';

const fields = {
  createTime: time({
    label: { zh: '发送时间', en: 'Sent at' },
    required: true,
    list: true,
    form: false,
    search: 'range',
    sort: true,
    width: 170,
  }),
  phone: phone({
    label: { zh: '手机号', en: 'Phone' },
    help: { zh: '可用完整号码查询', en: 'Search by the whole number' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
    width: 160,
  }),
  state: dict(smsState, {
    label: { zh: '结果', en: 'Result' },
    required: true,
    list: true,
    search: 'in',
    form: false,
    width: 120,
  }),
  problem: text({
    label: { zh: '失败原因', en: 'Why not' },
    max: 300,
    list: true,
    form: false,
    width: 260,
  }),
  smsCode: identifier({
    label: { zh: '资源编号', en: 'Code' },
    max: 64,
    required: true,
    list: true,
    search: 'equal',
    form: false,
    width: 140,
  }),
  category: dict(smsKind, {
    label: { zh: '服务商', en: 'Provider' },
    required: true,
    list: true,
    search: 'in',
    form: false,
    width: 120,
  }),
  segments: int({
    label: { zh: '计费条数', en: 'Segments' },
    help: {
      zh: '运营商按条计费；模板短信以服务商返回为准',
      en: 'What operators charge by; of templates what the provider says',
    },
    list: true,
    form: false,
    width: 110,
  }),
  encoding: dict(smsEncoding, { label: { zh: '编码', en: 'Encoding' }, list: 'hidden', form: false, width: 90 }),
  millis: int({ label: { zh: '耗时（毫秒）', en: 'Duration (ms)' }, list: 'hidden', form: false, width: 120 }),
  messageId: identifier({
    label: { zh: '服务商消息编号', en: 'Message ID of the provider' },
    max: 128,
    list: 'hidden',
    form: false,
    width: 200,
  }),
  createUserName: text({
    label: { zh: '发送人', en: 'Sent by' },
    max: 64,
    list: true,
    form: false,
    width: 120,
  }),
};

/** Every text message that was to be sent and what became of it; never its text. */
export const smsLog = resource('resource/sms-log', {
  title: { zh: '短信记录', en: 'Sent messages' },
  help: {
    zh: '发给谁、由谁提供、结果如何；不保存短信内容',
    en: 'To whom, through whom, and what became of it; texts are not kept',
  },
  empty: { zh: '还没有发送过短信', en: 'No text message has been sent yet' },
  nameField: 'phone',
  defaultSort: '-createTime',
  stateField: 'state',
  fields,
  calls: crud(fields, ['list', 'counts', 'detail', 'export']),
});
