import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { readHead, sniff } from '../files/index.ts';
import type { PictureLinks } from '../files/picture-links.ts';
import { type Context, type FileAnswer, fileAnswer } from './context.ts';
import { type KeyedRequest, runOnce } from './idempotency.ts';

const YEAR_SECONDS = 31_536_000;
const TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const;

/** The two calls of pictures that rows name by their address: one takes a picture, the other shows it. */
export const pictureHandlers = (links: PictureLinks) => ({
  put: {
    keyed: async (
      c: Context,
      _input: unknown,
      { keyed, write }: { readonly keyed: KeyedRequest | null; write(answer: { link: string }): unknown },
    ) => {
      const file = c.upload();
      const head = await c.app.files.withPath(file.id, readHead);
      const link = links.addressOf(file, (await sniff(head)).extension);
      return runOnce(c.app.db, keyed, async () => write({ link }));
    },
  },
  show: async (c: Context, { name }: { name: string }): Promise<FileAnswer> => {
    const file = await links.find(c.app.files, name);
    if (!file) throw commonErrors.NOT_FOUND();
    const type = TYPES[name.endsWith('.png') ? 'png' : 'jpg'];
    return fileAnswer({ name, type, stream: await c.app.files.open(file.id), maxAgeSeconds: YEAR_SECONDS });
  },
});
