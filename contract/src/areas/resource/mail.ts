import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { audited, dict, email, int, secret, text } from '../../kit/field.ts';
import { remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { handOverFields, inUseField, switchCalls } from './provider-fields.ts';

export const mailSecurity = dictionary('mail_security', {
  tls: { value: 1, zh: 'TLS（通常 465 端口）', en: 'TLS (usually port 465)' },
  startTls: { value: 2, zh: 'STARTTLS（通常 587 端口）', en: 'STARTTLS (usually port 587)' },
  none: { value: 3, zh: '不加密', en: 'Not encrypted' },
});

const HOST = matching(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, {
  zh: '应为主机名，例如 smtp.example.com',
  en: 'should be a host such as smtp.example.com',
});

const fields = {
  host: text({
    label: { zh: 'SMTP 服务器', en: 'SMTP server' },
    max: 253,
    pattern: HOST,
    required: true,
    list: true,
    search: 'like',
    width: 220,
  }),
  port: int({ label: { zh: '端口', en: 'Port' }, min: 1, max: 65_535, required: true, list: true, initial: 465 }),
  security: dict(mailSecurity, {
    label: { zh: '加密方式', en: 'Encryption' },
    required: true,
    list: true,
    initial: mailSecurity.is.tls,
  }),
  account: text({
    label: { zh: '账号', en: 'User name' },
    help: { zh: '不填则不登录', en: 'Empty: no sign-in' },
    max: 255,
    list: 'optional',
  }),
  password: secret({
    label: { zh: '密码', en: 'Password' },
    max: 255,
    sentTo: ['host', 'port', 'security', 'account'],
  }),
  senderName: text({ label: { zh: '发件人名称', en: 'Sender name' }, max: 64, list: true, width: 160 }),
  senderAddress: email({
    label: { zh: '发件地址', en: 'Sender address' },
    required: true,
    list: true,
    search: 'like',
  }),
  status: inUseField,
  ...handOverFields,
  remark: remarkField(),
  ...audited,
};

const one = z.object({ id: id() });

/** The SMTP servers of a tenant; at most one is in use. */
export const mail = resource('resource/mail', {
  title: { zh: '邮件配置', en: 'Mail servers' },
  help: { zh: '邮件由已启用的一项发送', en: 'E-mail is sent through the enabled server' },
  empty: { zh: '尚未配置，无法发送邮件', en: 'Not configured; no e-mail can be sent' },
  nameField: 'host',
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove'], { changes: 'destinations' }),
    ...switchCalls,
    /** Queues a message to the caller's own address; the log of sent mail shows its outcome. */
    test: post({
      title: { zh: '测试发送', en: 'Send a test' },
      access: 'enable',
      perMinute: 6,
      input: one,
      data: z.object({ logId: id(), address: z.string() }),
    }),
  },
});
