import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { openDictionary } from '../../kit/dictionary.ts';
import { audited, dict, text, textarea, time } from '../../kit/field.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';

export const noticeCategory = openDictionary('notice', {
  publication: { value: 1, zh: '发布通知', en: 'Announcement' },
  approval: { value: 2, zh: '批转通知', en: 'Approved and forwarded' },
  forwarding: { value: 3, zh: '转发通知', en: 'Forwarded' },
  instruction: { value: 4, zh: '指示通知', en: 'Directive' },
  appointment: { value: 5, zh: '任免通知', en: 'Appointment' },
  affairs: { value: 6, zh: '事务通知', en: 'Operations' },
});

/** In characters of HTML; pictures are stored apart and count only as their mention. */
export const NOTICE_MAX = 100_000;
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** Content types that browsers show and never execute. */
export const PICTURE_KINDS = ['png', 'jpg', 'gif', 'webp'] as const;

const heading = {
  title: text({
    label: { zh: '标题', en: 'Title' },
    max: 255,
    required: true,
    list: true,
    search: 'like',
    width: 360,
  }),
  category: dict(noticeCategory, {
    namedAs: 'categoryName',
    label: { zh: '类型', en: 'Type' },
    required: true,
    list: true,
    search: 'in',
    initial: 1,
  }),
  releaseTime: time({
    label: { zh: '发布时间', en: 'Published at' },
    help: { zh: '到此时间后所有人可见', en: 'Visible to everybody from this time' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
  }),
};

const listed = { ...heading, ...audited };
const fields = {
  ...heading,
  content: textarea({ label: { zh: '内容', en: 'Content' }, max: NOTICE_MAX, required: true }),
  ...audited,
};

/** Notices to all users. Managers of notices see all; other users only published ones. */
export const notice = resource('desk/notice', {
  title: { zh: '通知公告', en: 'Notices' },
  help: { zh: '到发布时间后，所有登录用户可在铃铛中看到', en: 'Shown in the bell to all users from the publish time' },
  empty: { zh: '还没有通知，新增第一条让所有人看到', en: 'No notices yet; add the first one' },
  nameField: 'title',
  defaultSort: '-releaseTime',
  fields,
  calls: {
    ...crud(fields, ['list', 'page', 'save', 'update', 'submit', 'remove']),
    /** An unpublished notice exists only for managers of notices. */
    detail: get({
      title: { zh: '详情', en: 'Detail' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      data: rowSchema(fields),
    }),
    /** The newest released ones. */
    latest: get({
      title: { zh: '最新通知', en: 'Latest' },
      access: 'signed-in',
      input: z.object({ size: z.coerce.number().int().min(1).max(50).default(10) }),
      data: z.array(rowSchema(listed)),
    }),
    'put-picture': post({
      title: { zh: '上传图片', en: 'Upload a picture' },
      access: 'edit',
      upload: { maxBytes: PICTURE_MAX_BYTES, kinds: PICTURE_KINDS, isAttachment: true },
      data: z.object({ id: id() }),
    }),
    /** A picture of a notice the reader may see. */
    picture: get({
      title: { zh: '图片', en: 'Picture' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      answer: 'file',
      rowless: 'a picture',
    }),
  },
});
