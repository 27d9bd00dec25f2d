import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { attachmentLimits } from './attach.ts';

/** Pictures of people: jpg or png by content, at most 500 kB. */
export const avatarLimits = { kinds: ['jpg', 'png'], maxBytes: 500 * 1024 } as const;

const pictureName = matching(/^[0-9a-f-]{36}\.(jpg|png)$/, {
  zh: '应为上传后得到的图片名称',
  en: 'should be the name of an uploaded picture',
});

const uploaded = z.object({ link: z.string(), domain: z.string(), name: z.string(), originalName: z.string() });

/** Files people show to each other. */
export const oss = resource('resource/oss', {
  title: { zh: '对象存储', en: 'Object storage' },
  fields: {},
  calls: {
    /** Takes a picture. It is kept once a profile names its `link`, and forgotten after a week otherwise. */
    'endpoint/put-file': post({
      title: { zh: '上传头像', en: 'Upload a picture' },
      access: 'signed-in',
      untrailed: 'a picture nobody uses yet; update-info gives it to a person',
      upload: { ...avatarLimits, isAttachment: true },
      data: uploaded,
    }),
    /** Puts a file among the attachments, where it stays until somebody removes it. */
    'endpoint/put-file-attach': post({
      title: { zh: '上传附件', en: 'Upload an attachment' },
      access: 'upload',
      upload: { ...attachmentLimits, isAttachment: true },
      data: uploaded.extend({ attachId: id() }),
    }),
    /** A picture somebody's profile names, for an `<img>`, which sends no token. Its name cannot be guessed. */
    'endpoint/avatar': get({
      title: { zh: '头像', en: 'Picture' },
      access: 'public',
      answer: 'file',
      input: z.object({ name: z.string().regex(pictureName) }),
    }),
  },
});
