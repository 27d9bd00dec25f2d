import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { codeOf } from '../../kit/dictionary.ts';
import { dict, identifier, int, json, tags, text, textarea, time } from '../../kit/field.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { resource, rowSchema } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { messageLevels, messageRead, messageType } from './dictionaries.ts';

export const MESSAGE_MAX = 5000;
/** Users, departments or roles that receive one message; a department or role may have many users. */
export const RECIPIENTS_MAX = 200;
/** Most messages whose read state a client may ask for at once. */
export const NOTIFIED_MAX = 100;

const told = {
  type: dict(messageType, { label: { zh: '类型', en: 'Type' }, required: true, list: true, search: 'in' }),
  title: text({ label: { zh: '标题', en: 'Title' }, max: 255, required: true, list: true, search: 'like' }),
  /** In a list only its beginning. */
  content: textarea({ label: { zh: '内容', en: 'Content' }, max: MESSAGE_MAX, required: true }),
  /** The title in the reader's language; see `messageTemplates`. */
  titleKey: identifier({ label: { zh: '模板', en: 'Template' }, max: 64 }),
  level: text({ label: { zh: '级别', en: 'Level' }, max: 16, required: true }),
  bizType: text({ label: { zh: '业务类型', en: 'Business type' }, max: 64 }),
  bizId: identifier({ label: { zh: '业务编号', en: 'Business id' }, max: 64 }),
  route: text({ label: { zh: '相关页面', en: 'Page' }, max: 255 }),
  createUserName: text({ label: { zh: '发送人', en: 'From' }, max: 64, required: true, list: true, search: 'like' }),
  createTime: time({
    label: { zh: '发送时间', en: 'Sent' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
  }),
};
const received = {
  ...told,
  isRead: dict(messageRead, { label: { zh: '状态', en: 'State' }, required: true, list: true, search: 'equal' }),
};
const sent = {
  ...told,
  /** Names as the sender chose them, at most the first ten. */
  recipients: tags({ max: 128, label: { zh: '收件人', en: 'To' }, required: true }),
  recipientCount: int({ label: { zh: '收件人数', en: 'Recipients' }, required: true, list: true }),
  readCount: int({ label: { zh: '已读人数', en: 'Read by' }, required: true, list: true }),
};

const reader = z.object({ name: z.string(), isRead: received.isRead.schema, readTime: timeSchema().nullable() });
const opened = {
  ...sent,
  readers: json(z.array(reader), { label: { zh: '阅读情况', en: 'Readers' }, required: true }),
};
const receivedPage = pageOf(rowSchema(received)).extend({ unread: z.int() });
const keyword = z.object({ keyword: z.string().trim().max(64).default('') });
/** `note` distinguishes choices with the same name: an account, or the number of people. */
const choice = z.object({ id: id(), name: z.string(), note: z.string() });

/** A page of the console to open from a message: never another host. */
const route = z
  .string()
  .trim()
  .max(255)
  .regex(
    matching(/^\/(?![/\\])[^\s\\]*$/, {
      zh: '应为本系统的页面地址，以 / 开头',
      en: 'should be the address of a console page, starting with /',
    }),
  );

/** The caller's own received and sent messages. */
export const message = resource('message', {
  title: { zh: '我的消息', en: 'My messages' },
  fields: received,
  calls: {
    /** The newest, for the bell, with the number of all that are unread. */
    'my/topList': get({
      title: { zh: '最新消息', en: 'Newest' },
      access: 'signed-in',
      input: listQuery(received),
      data: receivedPage,
    }),
    'my/list': get({
      title: { zh: '收件箱', en: 'Inbox' },
      access: 'signed-in',
      input: listQuery(received),
      data: receivedPage,
    }),
    'my/sendList': get({
      title: { zh: '发出的消息', en: 'Sent messages' },
      access: 'signed-in',
      input: listQuery(sent),
      data: pageOf(rowSchema(sent)),
    }),
    /**
     * Messages after the last one a client has, oldest first: the unread ones, at most the newest hundred of `count`.
     * `last` is the `after` of the next call. Without `after` no messages are returned, and `last` is the start. `told`
     * are messages the client shows as new; the answer has those of them that are still unread.
     */
    'my/missed': get({
      title: { zh: '错过的消息', en: 'Missed messages' },
      access: 'signed-in',
      input: z.object({ after: id().optional(), told: ids(NOTIFIED_MAX).optional() }),
      data: z.object({
        records: z.array(rowSchema(received)),
        count: z.int(),
        unread: z.int(),
        last: id(),
        told: z.array(rowSchema(received)),
      }),
    }),
    /** Opens a received message, which makes it read. */
    detail: get({
      title: { zh: '查看', en: 'Open' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      data: rowSchema(received),
    }),
    /** A sent message with its first two hundred readers. */
    sendDetail: get({
      title: { zh: '查看已发送', en: 'Open sent' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      data: rowSchema(opened),
    }),
    /** Removes messages from the caller's own lists; the other side keeps them. */
    remove: post({
      title: { zh: '删除', en: 'Delete' },
      access: 'signed-in',
      untrailed: 'of one’s own inbox only',
      input: z.object({ ids: ids() }),
    }),
    /** Marks all unread messages as read, or those of one type, or some. Answers their number. */
    readAll: post({
      title: { zh: '全部已读', en: 'Mark all read' },
      access: 'signed-in',
      untrailed: 'of one’s own inbox only',
      input: z.object({ type: codeOf(messageType).optional(), ids: ids().optional() }),
      data: z.object({ count: z.int() }),
    }),
    /** Types 1 and 3 go to `userIds`, 2 to `deptIds` (with those below), 4 to `roleIds`. */
    save: post({
      title: { zh: '发送消息', en: 'Send' },
      access: 'send',
      input: z.object({
        type: told.type.schema,
        title: told.title.schema,
        content: told.content.schema,
        level: z.enum(messageLevels).default('info'),
        route: route.nullish(),
        userIds: ids(RECIPIENTS_MAX).optional(),
        deptIds: ids(RECIPIENTS_MAX).optional(),
        roleIds: ids(RECIPIENTS_MAX).optional(),
      }),
      data: z.object({ id: id(), recipientCount: z.int() }),
    }),
    'user-list': get({
      title: { zh: '可选收件人', en: 'Possible recipients' },
      access: 'send',
      input: keyword,
      data: z.array(choice),
    }),
    'dept-list': get({
      title: { zh: '可选部门', en: 'Possible departments' },
      access: 'broadcast',
      input: keyword,
      data: z.array(choice),
    }),
    'role-list': get({
      title: { zh: '可选角色', en: 'Possible roles' },
      access: 'broadcast',
      input: keyword,
      data: z.array(choice),
    }),
  },
  extras: { broadcast: { zh: '群发到部门和角色', en: 'Send to departments and roles' } },
});
