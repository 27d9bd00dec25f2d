import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, bits, countries, dict, int, readOnly, richText, shown, time, yes } from '../../kit/field.ts';
import { nameFields } from '../../kit/presets.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';
import { transitionCalls } from '../../kit/transitions.ts';
import { pictureCalls, RICH_TEXT_MAX } from '../../rich-text.ts';
import { announcementLevel, announcementReaders, announcementStatus } from './dictionaries.ts';

const { draft, published, withdrawn } = announcementStatus.is;

/** Most announcements a reader is shown, and most that pop up at once. */
export const ANNOUNCEMENTS_SHOWN = 50;
export const POPUPS_MOST = 5;

const transitions = {
  publish: {
    title: { zh: '发布', en: 'Publish' },
    from: [draft, withdrawn],
    to: published,
    access: 'edit',
    confirm: {
      zh: '到发布时间后，所选对象即可看到，确定发布吗？',
      en: 'Publish? It is visible to its audience from the publish time.',
    },
  },
  withdraw: {
    title: { zh: '撤回', en: 'Withdraw' },
    from: [published],
    to: withdrawn,
    access: 'edit',
    reason: 'optional',
    isDangerous: true,
    confirm: { zh: '撤回后用户不再看到，确定撤回吗？', en: 'Readers will no longer see it. Withdraw it?' },
  },
} as const;

const titles = nameFields('title', { zh: '标题', en: 'Title' });

const heading = {
  title: shown(titles.title, { width: 280 }),
  titleEn: titles.titleEn,
  level: dict(announcementLevel, {
    label: { zh: '级别', en: 'Level' },
    required: true,
    list: true,
    search: 'in',
    initial: announcementLevel.is.ordinary,
  }),
  popup: yes({
    label: { zh: '弹窗', en: 'Pop-up' },
    help: { zh: '每人弹出一次，直到本人确认', en: 'Shown to each reader once, until they confirm it' },
    required: true,
    list: true,
    search: 'equal',
    initial: 0,
  }),
  top: yes({ label: { zh: '置顶', en: 'Pinned' }, required: true, list: true, search: 'equal', initial: 0 }),
  targets: bits(announcementReaders, {
    label: { zh: '对象', en: 'Readers' },
    required: true,
    list: true,
    initial: announcementReaders.values.reduce((sum, value) => sum + value, 0),
    width: 180,
  }),
  countries: countries({
    label: { zh: '国家', en: 'Countries' },
    help: {
      zh: '留空则不限。按用户手机号的国家判断',
      en: 'Leave empty for all countries. A user’s country is that of their phone number',
    },
    count: 100,
    list: 'hidden',
    width: 160,
  }),
  publishTime: time({
    label: { zh: '发布时间', en: 'Published at' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
  }),
  expireTime: time({
    label: { zh: '失效时间', en: 'Expires' },
    list: true,
    search: 'range',
    sort: true,
    emptyMeans: { zh: '长期有效', en: 'No expiry' },
  }),
};

const fields = {
  ...heading,
  ...readOnly({
    readCount: int({ label: { zh: '已读人数', en: 'Read by' }, required: true, list: true }),
    status: dict(announcementStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'in',
      initial: draft,
    }),
  }),
  content: richText({ label: { zh: '内容', en: 'Chinese text' }, max: RICH_TEXT_MAX, required: true }),
  contentEn: richText({
    label: { zh: '英文内容', en: 'English text' },
    help: { zh: '不填则显示中文', en: 'Empty: the Chinese text is shown' },
    max: RICH_TEXT_MAX,
  }),
  ...audited,
  createTime: shown(audited.createTime, { list: 'hidden' }),
};

const { title, titleEn, level, top, publishTime } = heading;
const head = rowSchema({ title, titleEn, level, top, publishTime }).and(z.object({ isRead: z.boolean() }));
const whole = rowSchema({
  ...{ title, titleEn, level, top, publishTime },
  ...{ content: fields.content, contentEn: fields.contentEn },
});

/** Announcements to chosen readers, which may pop up. */
export const announcement = resource('app-manage/announcement', {
  title: { zh: '公告管理', en: 'Announcements' },
  help: {
    zh: '按用户类型和国家发布，可弹窗并统计已读人数',
    en: 'For chosen users and countries; they can pop up, and readers are counted',
  },
  empty: { zh: '新增公告，保存为草稿后发布', en: 'Add an announcement: it is a draft until you publish it' },
  nameField: { zh: 'title', en: 'titleEn' },
  defaultSort: '-publishTime',
  stateField: 'status',
  transitions,
  fields,
  calls: {
    ...crud(fields, ['list', 'page', 'counts', 'detail', 'submit', 'remove', 'restore', 'timeline']),
    ...transitionCalls(transitions),
    /** Published announcements for the reader: pinned ones first, then the newest. */
    current: get({
      title: { zh: '我的公告', en: 'My announcements' },
      access: 'signed-in',
      data: z.array(head),
    }),
    /** Announcements that pop up for the reader: those not read yet, the most important first. */
    popups: get({ title: { zh: '弹窗公告', en: 'Pop-ups' }, access: 'signed-in', data: z.array(whole) }),
    /** One announcement for the reader. */
    article: get({
      title: { zh: '公告内容', en: 'Announcement' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      data: whole,
    }),
    /** Marks announcements as read by the reader; those already read, or of others, are ignored. */
    read: post({
      title: { zh: '标为已读', en: 'Mark as read' },
      access: 'signed-in',
      untrailed: 'a mark of the reader alone',
      input: z.object({ ids: ids() }),
    }),
    ...pictureCalls,
  },
});
