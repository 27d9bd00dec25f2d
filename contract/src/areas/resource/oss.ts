import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { matching } from '../../kit/sentences.ts';

/** Pictures of people: jpg or png by content, at most 500 kB. */
export const avatarLimits = { kinds: ['jpg', 'png'], maxBytes: 500 * 1024 } as const;

const pictureName = matching(/^[0-9a-f-]{36}\.(jpg|png)$/, {
  zh: '应为上传后得到的图片名称',
  en: 'should be the name of an uploaded picture',
});

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
      upload: avatarLimits,
      data: z.object({ link: z.string(), domain: z.string(), name: z.string(), originalName: z.string() }),
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
