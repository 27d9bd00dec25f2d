import { z } from 'zod';
import { get, post } from './kit/call.ts';
import { id } from './kit/schema.ts';

/** In characters of HTML; pictures are stored apart and count only as their mention. */
export const RICH_TEXT_MAX = 100_000;
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** Content types that browsers show and never execute. */
export const PICTURE_KINDS = ['png', 'jpg', 'gif', 'webp'] as const;

/** The two calls of pictures in formatted texts: an editor stores one, readers of a text that shows it get it. */
export const pictureCalls = {
  'put-picture': post({
    title: { zh: '上传图片', en: 'Upload a picture' },
    access: 'edit',
    upload: { maxBytes: PICTURE_MAX_BYTES, kinds: PICTURE_KINDS, isAttachment: true },
    data: z.object({ id: id() }),
  }),
  /** A picture of a text the reader may see. */
  picture: get({
    title: { zh: '图片', en: 'Picture' },
    access: 'signed-in',
    input: z.object({ id: id() }),
    answer: 'file',
    rowless: 'a picture',
  }),
} as const;
