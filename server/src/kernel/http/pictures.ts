import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { readHead, sniff } from '../files/index.ts';
import type { PictureLinks } from '../files/picture-links.ts';
import { type Context, type FileAnswer, fileAnswer } from './context.ts';
import { type KeyedRequest, runOnce } from './idempotency.ts';

const YEAR_SECONDS = 31_536_000;
const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' };

/** How long a picture that needs a ticket is shown by one: as long as a page of records is looked at. */
const TICKET_SECONDS = 15 * 60;
const TICKET = /^(\d{10,12})-(.+)$/;

const signatureOf = ({ app }: Context, name: string, until: string): string =>
  app.secrets.digest(`${name} ${until}`, 'picture ticket');

/** Returns links of pictures for readers of their row, valid for a quarter of an hour. An `<img>` sends no token. */
export function ticketed(c: Context, links: readonly string[]): string[] {
  const until = String(Math.floor(Date.now() / 1000) + TICKET_SECONDS);
  return links.map((link) => {
    const name = link.slice(link.indexOf('?name=') + '?name='.length);
    return `${link}&ticket=${until}-${encodeURIComponent(signatureOf(c, name, until))}`;
  });
}

function isGood(c: Context, name: string, ticket: string | undefined): boolean {
  const [, until = '', signature] = TICKET.exec(ticket ?? '') ?? [];
  return Number(until) * 1000 > Date.now() && signature === signatureOf(c, name, until);
}

/**
 * The two calls of pictures that rows name by their address: one takes a picture, the other shows it. `isPrivate`: shown to holders
 * of a ticket alone, which the rows come with, and kept by no cache.
 */
export const pictureHandlers = (links: PictureLinks, { isPrivate = false } = {}) => ({
  put: {
    keyed: async (
      c: Context,
      _input: unknown,
      { keyed, write }: { readonly keyed: KeyedRequest | null; write(answer: { link: string }): unknown },
    ) => {
      const file = c.upload();
      const head = await c.app.files.withPath(file.id, readHead);
      const link = links.addressOf(file, (await sniff(head)).extension);
      return runOnce(c.app.db, keyed, async () => write({ link: isPrivate ? (ticketed(c, [link])[0] ?? link) : link }));
    },
  },
  show: async (
    c: Context,
    { name, ticket }: { readonly name: string; readonly ticket?: string | undefined },
  ): Promise<FileAnswer> => {
    const file = isPrivate && !isGood(c, name, ticket) ? undefined : await links.find(c.app.files, name);
    if (!file) throw commonErrors.NOT_FOUND();
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'image/jpeg';
    return fileAnswer({
      name,
      type,
      stream: await c.app.files.open(file.id),
      maxAgeSeconds: isPrivate ? 0 : YEAR_SECONDS,
    });
  },
});
