import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { dict, email, int, readOnly, text, time, yes } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';

/** `suppressed`: not sent, because an earlier message to the address was refused for good. */
export const mailState = dictionary('mail_state', {
  waiting: { value: 1, zh: '待发送', en: 'Waiting', tone: 'waiting' },
  sent: { value: 2, zh: '已发送', en: 'Sent', tone: 'good' },
  failed: { value: 3, zh: '失败', en: 'Failed', tone: 'bad' },
  suppressed: { value: 4, zh: '已拦截', en: 'Suppressed', tone: 'bad' },
});

const fields = {
  ...readOnly({
    createTime: time({
      label: { zh: '时间', en: 'Time' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    address: email({ label: { zh: '收件地址', en: 'Recipient' }, required: true, list: true, search: 'like' }),
    subject: text({ label: { zh: '主题', en: 'Subject' }, max: 200, required: true, list: true, width: 260 }),
    state: dict(mailState, { label: { zh: '结果', en: 'Result' }, required: true, list: true, search: 'in' }),
    attempts: int({ label: { zh: '发送次数', en: 'Attempts' }, required: true, list: true }),
    nextTime: time({ label: { zh: '下次发送', en: 'Next attempt' }, list: 'hidden' }),
    sentTime: time({ label: { zh: '发送时间', en: 'Sent at' }, list: 'hidden' }),
    problem: text({ label: { zh: '失败原因', en: 'Reason of failure' }, max: 500, list: true, width: 260 }),
    isBlocked: yes({
      label: { zh: '地址已停发', en: 'Address suppressed' },
      required: true,
      list: 'hidden',
    }),
  }),
};

/** E-mail of the tenant and its results; texts are kept for 30 days and shown to nobody. */
export const mailLog = resource('resource/mail-log', {
  title: { zh: '邮件记录', en: 'Sent e-mail' },
  help: { zh: '收件人与发送结果；不显示邮件内容', en: 'Recipients and results; the texts are not shown' },
  empty: { zh: '还没有发送过邮件', en: 'No e-mail sent yet' },
  nameField: 'subject',
  defaultSort: '-createTime',
  stateField: 'state',
  fields,
  calls: {
    ...crud(fields, ['list', 'counts', 'detail']),
    /** Allows mail to an address again that was suppressed. */
    release: post({
      title: { zh: '恢复发送', en: 'Allow the address again' },
      access: 'release',
      input: z.object({ id: id() }),
    }),
  },
});
