import { audited, identifier, shown, text, textarea } from '../../kit/field.ts';
import { sortField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { matching } from '../../kit/sentences.ts';
import { FLOW_REPLY_MAX } from './flow.ts';

/** Values that a prepared reply may contain: {{number}}, {{agent}}, {{me}}, {{session}}. */
export const replyVariables = ['number', 'agent', 'me', 'session'] as const;
export type ReplyValues = Readonly<Record<(typeof replyVariables)[number], string>>;

/** Returns a prepared reply with its values; unknown names stay as they are. */
export const fillReply = (content: string, values: ReplyValues): string =>
  content.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof ReplyValues] : place,
  );

const fields = {
  shortcut: identifier({
    label: { zh: '快捷词', en: 'Shortcut' },
    help: { zh: '在回复框输入 ; 和快捷词即可选用', en: 'Type ; and the shortcut in the reply box' },
    max: 24,
    required: true,
    list: true,
    search: 'equal',
    pattern: matching(/^[\p{L}\p{N}_-]+$/u, {
      zh: '应为文字、数字、连字符或下划线',
      en: 'should be letters, digits, hyphens or underscores',
    }),
  }),
  title: text({ label: { zh: '名称', en: 'Title' }, max: 64, required: true, list: true, search: 'like', width: 180 }),
  content: textarea({
    label: { zh: '内容', en: 'Text' },
    help: {
      zh: '可用变量：{{number}} 对方号码（隐藏中段）、{{agent}} 代理、{{me}} 我的姓名、{{session}} 会话号',
      en: 'Values: {{number}} their number (masked), {{agent}} the agent, {{me}} your name, {{session}} the session number',
    },
    max: FLOW_REPLY_MAX,
    required: true,
    list: true,
  }),
  sort: sortField(),
  status: statusField(),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Created' }, list: 'hidden' }),
};

/** Replies prepared for the inbox. */
export const cannedReply = resource('sms/canned-reply', {
  title: { zh: '常用回复', en: 'Saved replies' },
  help: { zh: '收件箱中输入 ; 即可选用', en: 'Type ; in the inbox to insert one' },
  empty: { zh: '添加常用回复，在收件箱输入 ; 即可选用', en: 'Add saved replies; type ; in the inbox to insert one' },
  nameField: 'title',
  defaultSort: 'sort',
  fields,
  calls: crud(fields, ['list', 'detail', 'save', 'update', 'submit', 'remove', 'restore', 'export']),
});
