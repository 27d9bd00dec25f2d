import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const BUILD = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));
const YEAR_SECONDS = 31_536_000;

/**
 * Serves the built console at the application's own address. Files under `assets` carry a hash in their name and never
 * change; the page itself is asked for anew each time, so that a new version is noticed.
 */
export async function serveConsole(server: FastifyInstance): Promise<void> {
  if (!existsSync(path.join(BUILD, 'index.html'))) return;
  await server.register(fastifyStatic, {
    root: BUILD,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (response, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header('Cache-Control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  // Every address that is not a call, a file or a probe is a route of the console.
  server.get('/*', (request, reply) => {
    const { pathname } = new URL(request.url, 'http://console');
    if (/^\/(api|ws|health|metrics)(\/|$)/.test(pathname) || /\.\w+$/.test(pathname)) return reply.callNotFound();
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  });
}
