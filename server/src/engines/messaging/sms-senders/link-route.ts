import type { FastifyInstance } from 'fastify';
import type { App } from '../../../kernel/app/index.ts';
import { isOpenedByPerson, LINK_PATH, openLink } from './links.ts';

const CODE = /^[0-9A-Za-z]{8}$/;

const page = (zh: string, en: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${en}</title><p>${zh}</p><p>${en}</p></html>`;
const GONE = page('链接已过期', 'This link has expired');
const UNKNOWN = page('链接不存在', 'This link does not exist');

/** Serves short links: each leads to its stored target. Opens by people are counted, without anything about them. */
export function linkRoutes(server: FastifyInstance, { db }: Pick<App, 'db'>): void {
  server.get<{ Params: { code: string } }>(`${LINK_PATH}:code`, async (request, reply) => {
    void reply
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .header('X-Robots-Tag', 'noindex, nofollow');
    const { code } = request.params;
    const found = CODE.test(code)
      ? await openLink(db.drizzle, code, isOpenedByPerson(request.method, request.headers))
      : null;
    if (found === null || found === 'expired') {
      const [status, html] = found === null ? ([404, UNKNOWN] as const) : ([410, GONE] as const);
      return reply.status(status).type('text/html; charset=utf-8').send(html);
    }
    return reply.redirect(found.target, 302);
  });
}
