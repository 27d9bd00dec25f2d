import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { openDictionary } from '../../kit/dictionary.ts';
import { audited, dict, text, textarea, time } from '../../kit/field.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { pictureCalls, RICH_TEXT_MAX } from '../../rich-text.ts';

export const noticeCategory = openDictionary('notice', {
  publication: { value: 1, zh: '发布通知', en: 'Announcement' },
  approval: { value: 2, zh: '批转通知', en: 'Approved and forwarded' },
  forwarding: { value: 3, zh: '转发通知', en: 'Forwarded' },
  instruction: { value: 4, zh: '指示通知', en: 'Directive' },
  appointment: { value: 5, zh: '任免通知', en: 'Appointment' },
  affairs: { value: 6, zh: '事务通知', en: 'Operations' },
});

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
  content: textarea({ label: { zh: '内容', en: 'Content' }, max: RICH_TEXT_MAX, required: true }),
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
    ...pictureCalls,
  },
});
