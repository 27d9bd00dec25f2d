import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { identifier, int, readOnly, text, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id, proof } from '../../kit/schema.ts';

/** A file put among the attachments. */
export const attachmentLimits = { maxBytes: 50 * 1024 * 1024 } as const;

/** Days until a clean-up removes an unused file. */
export const ORPHAN_DAYS = { usual: 30, least: 1, most: 3650 } as const;

const fields = {
  originalName: text({
    label: { zh: '原名', en: 'File name' },
    max: 200,
    required: true,
    list: true,
    search: 'like',
    sort: true,
    width: 260,
  }),
  ...readOnly({
    extension: text({
      label: { zh: '扩展名', en: 'Extension' },
      max: 16,
      required: true,
      list: true,
      search: 'equal',
      width: 90,
    }),
    attachSize: int({ label: { zh: '大小（字节）', en: 'Size in bytes' }, required: true, list: true, sort: true }),
    useCount: int({ label: { zh: '引用数', en: 'References' }, required: true, list: true }),
    source: text({ label: { zh: '来源', en: 'From' }, max: 128, required: true, list: true, width: 130 }),
    name: identifier({
      label: { zh: '存储名', en: 'Stored as' },
      max: 255,
      required: true,
      list: 'hidden',
      search: 'like',
    }),
    domain: text({ label: { zh: '存储位置', en: 'Stored in' }, max: 255, required: true, list: 'hidden', width: 140 }),
    link: text({ label: { zh: '地址', en: 'Address' }, max: 1000, required: true }),
    createUserName: text({
      label: { zh: '上传人', en: 'Uploaded by' },
      max: 64,
      list: true,
      search: 'like',
      width: 120,
    }),
    createTime: time({
      label: { zh: '上传时间', en: 'Uploaded' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    expiresAt: time({
      label: { zh: '到期时间', en: 'Expires' },
      help: { zh: '未被引用时到期删除', en: 'Deleted then unless in use' },
      list: 'hidden',
    }),
  }),
};

const fileId = z.object({ id: id() });

/**
 * Uploaded files: uploader, content, and the records that use them. Answered as a download, or inline where that is
 * safe.
 */
export const attach = resource('resource/attach', {
  title: { zh: '附件管理', en: 'Attachments' },
  help: {
    zh: '上传的文件及其引用；被引用的文件不能删除',
    en: 'Uploaded files and their usage; files in use cannot be deleted',
  },
  empty: { zh: '上传的图片和文件会出现在这里', en: 'Uploaded pictures and files appear here' },
  nameField: 'originalName',
  defaultSort: '-createTime',
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'remove']),
    /** Gives a file another name. Files come by upload. */
    submit: post({
      title: { zh: '重命名', en: 'Rename' },
      access: 'edit',
      input: z.object({ id: id(), originalName: fields.originalName.schema }),
      data: z.object({ id: id() }),
    }),
    uses: get({
      title: { zh: '引用', en: 'References' },
      access: 'view',
      input: fileId,
      data: z.array(z.object({ resource: z.string(), rowId: id(), called: z.string() })),
    }),
    /** Pictures, PDF and plain text, up to 10 MB; FILE_KIND for anything else. */
    preview: get({
      title: { zh: '预览', en: 'Preview' },
      access: 'view',
      input: fileId,
      answer: 'file',
      rowless: 'a file as somebody uploaded it',
    }),
    /** A one-time right to `file` within a minute. */
    ticket: post({
      title: { zh: '下载', en: 'Download' },
      access: 'download',
      stepUp: true,
      keyless: 'reads',
      input: fileId,
      data: z.object({ ticket: z.string() }),
    }),
    file: get({
      title: { zh: '凭证下载', en: 'Download by ticket' },
      access: 'public',
      input: z.object({ ticket: proof(128).min(1) }),
      answer: 'file',
      rowless: 'a file as somebody uploaded it',
    }),
    /** The files a clean-up would remove: unused for this many days. */
    orphans: get({
      title: { zh: '未引用文件', en: 'Unused files' },
      access: 'view',
      input: z.object({ days: z.int().min(ORPHAN_DAYS.least).max(ORPHAN_DAYS.most).default(ORPHAN_DAYS.usual) }),
      data: z.object({ count: z.int(), bytes: z.int() }),
    }),
    clean: post({
      title: { zh: '清理未引用文件', en: 'Delete unused files' },
      access: 'clean',
      stepUp: true,
      input: z.object({ days: z.int().min(ORPHAN_DAYS.least).max(ORPHAN_DAYS.most).default(ORPHAN_DAYS.usual) }),
      data: z.object({ taskNo: z.string() }),
    }),
  },
});
