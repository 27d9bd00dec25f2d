import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { SIGN_IN_FACTS, type SignInFacts } from '@trade-assistant/contract/sign-in-facts.ts';
import type { FastifyInstance } from 'fastify';

const BUILD = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));
const YEAR_SECONDS = 31_536_000;

interface ConsoleOptions {
  /** Appearance of the sign-in form at a host (name and port). */
  readonly factsOf: (host: string) => Promise<SignInFacts>;
  /** The folder of the built console. */
  readonly build?: string;
}

/**
 * Serves the built console at the application's own address. Files under `assets` carry a hash in their name and never
 * change; the page itself is requested again each time, so that a new version is noticed.
 */
export async function serveConsole(server: FastifyInstance, { factsOf, build = BUILD }: ConsoleOptions): Promise<void> {
  const page = path.join(build, 'index.html');
  if (!existsSync(page)) return;
  await server.register(fastifyStatic, {
    root: build,
    wildcard: false,
    index: false,
    cacheControl: false,
    // The build has compressed copies, which are no addresses of their own.
    preCompressed: true,
    globIgnore: ['**/*.gz'],
    setHeaders: (response, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header('Cache-Control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  // Every address that is not a call, a file or a probe is a route of the console.
  server.get('/*', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://console');
    if (/^\/(api|ws|health|metrics)(\/|$)/.test(pathname) || /\.\w+$/.test(pathname)) return reply.callNotFound();
    const [html, facts] = await Promise.all([
      readFile(page, 'utf8'),
      factsOf(request.host).catch((error: unknown) => {
        // The page then requests them itself and shows the error.
        request.log.warn({ err: error }, 'the page goes out without what its sign-in form looks like');
        return undefined;
      }),
    ]);
    return reply
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(facts ? withFacts(html, facts) : html);
  });
}

const withFacts = (html: string, facts: SignInFacts): string =>
  // A function, since `$` in the facts must not act as a pattern.
  html.replace(
    '</head>',
    () => `<meta name="${SIGN_IN_FACTS}" content="${escaped(JSON.stringify(facts))}" />\n</head>`,
  );

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign);
