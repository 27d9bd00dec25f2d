import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, dict, int, json, readOnly, ref, text, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { time as wallTime } from '../../kit/time.ts';
import { channelQuality, messageCategory, templateStatus } from '../../message-dictionaries.ts';
import { templateComponents } from '../../template.ts';

const fields = {
  ...readOnly({
    templateCode: text({
      label: { zh: '模板名称', en: 'Template' },
      max: 512,
      required: true,
      list: true,
      search: 'like',
      sort: true,
      width: 200,
    }),
    language: text({
      label: { zh: '语言', en: 'Language' },
      max: 16,
      required: true,
      list: true,
      search: 'equal',
      width: 90,
    }),
    category: dict(messageCategory, {
      label: { zh: '类别', en: 'Category' },
      required: true,
      list: true,
      search: 'in',
    }),
    status: dict(templateStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    quality: dict(channelQuality, { label: { zh: '质量', en: 'Quality' }, required: true, list: true, search: 'in' }),
    reason: text({ label: { zh: '原因', en: 'Reason' }, isGroup: true, max: 255, list: 'optional', width: 160 }),
    businessAccount: text({
      label: { zh: '商业账号', en: 'Business account' },
      max: 64,
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    parameterCount: int({ label: { zh: '参数数量', en: 'Parameters' }, required: true, list: 'hidden' }),
    components: json(templateComponents, { label: { zh: '内容', en: 'Content' }, required: true }),
    statusTime: time({ label: { zh: '状态变更时间', en: 'Status since' }, list: 'optional' }),
    senderId: ref(null, { label: { zh: '发送方', en: 'Sender' }, search: 'equal' }),
  }),
  ...audited,
};

/** Message templates of the business accounts, as WhatsApp has them. */
export const whatsappTemplate = resource('whatsapp/template', {
  title: { zh: '消息模板', en: 'Message templates' },
  help: {
    zh: '模板在 WhatsApp 商业平台创建和审核，这里同步显示',
    en: 'Templates are created and reviewed at WhatsApp; this list follows',
  },
  empty: {
    zh: '添加 WhatsApp 发送方并同步后，模板会出现在这里',
    en: 'Add a WhatsApp sender and synchronise; its templates appear here',
  },
  nameField: 'templateCode',
  defaultSort: 'templateCode',
  stateField: 'status',
  fields,
  head: ['status', 'category', 'quality'],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail']),
    /** Reads the templates of a sender's business account, or of all. */
    sync: post({
      title: { zh: '同步模板', en: 'Synchronise' },
      access: 'sync',
      perMinute: 10,
      input: z.object({ senderId: id().optional() }),
      data: z.object({ templates: z.int(), changed: z.int() }),
    }),
    /** Approved templates of a sender, for a new order. */
    choices: get({
      title: { zh: '可用模板', en: 'Templates of a sender' },
      access: 'view',
      input: z.object({ senderId: id() }),
      data: z.object({
        templates: z.array(
          z.object({
            id: id(),
            templateCode: z.string(),
            language: z.string(),
            category: z.int(),
            status: z.int(),
            quality: z.int(),
            statusTime: wallTime().nullable(),
            components: templateComponents,
          }),
        ),
      }),
    }),
  },
});
