import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SignInFacts } from '@trade-assistant/contract/sign-in-facts.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveConsole } from './console.ts';

const PAGE = '<!doctype html><html><head><title>x</title></head><body></body></html>';
const NOTHING: SignInFacts = { tenant: {}, sources: [], hasCaptcha: true };

let build: string;
let server: FastifyInstance;
let factsOf: (host: string) => Promise<SignInFacts>;

beforeEach(async () => {
  build = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-console-'));
  await mkdir(path.join(build, 'assets'));
  await writeFile(path.join(build, 'index.html'), PAGE);
  await writeFile(path.join(build, 'assets', 'main-12345678.js'), 'export {};');
  factsOf = async () => NOTHING;
  server = fastify();
  await serveConsole(server, { factsOf: (host) => factsOf(host), build });
});

afterEach(async () => {
  await server.close();
  await rm(build, { recursive: true });
});

const get = (url: string) => server.inject({ url, headers: { host: 'two.example:8080' } });

/** The facts that a browser reads from the page. */
function factsIn(html: string): unknown {
  const content = /<meta name="sign-in" content="([^"]*)" \/>\s*<\/head>/.exec(html)?.[1];
  const signs = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return content && JSON.parse(content.replace(/&(?:quot|lt|gt|amp);/g, (entity) => signs[entity as '&amp;']));
}

it('answers every route of the console with the page, which has the sign-in options of the host', async () => {
  const name = `A & B "$&" </head><script>alert('x')</script>`;
  factsOf = async (host) => ({
    tenant: { tenantId: '100001', tenantName: name + host },
    sources: [],
    hasCaptcha: false,
  });
  for (const url of ['/', '/login', '/whatsapp/warehouse/index?country=999']) {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect(factsIn(body)).toEqual(await factsOf('two.example:8080'));
    expect(body).not.toContain('<script>');
    expect(body.match(/<\/head>/g)).toHaveLength(1);
  }
});

it('is sent without them if they cannot be loaded', async () => {
  factsOf = () => Promise.reject(new Error('no database'));
  const { statusCode, body } = await get('/login');
  expect([statusCode, body]).toEqual([200, PAGE]);
});

it('caches pieces for ever, and has no page for unknown calls and files', async () => {
  const piece = await get('/assets/main-12345678.js');
  expect([piece.statusCode, piece.body]).toEqual([200, 'export {};']);
  expect(piece.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const url of ['/assets/main-87654321.js', '/api/nothing/here', '/ws', '/metrics', '/health/x'])
    expect((await get(url)).statusCode, url).toBe(404);
});

it('sends the compressed copy of a piece to browsers that accept it', async () => {
  const copy = gzipSync('export const copied = true;');
  await writeFile(path.join(build, 'assets', 'main-12345678.js.gz'), copy);
  const ask = (url: string, accepted: string) => server.inject({ url, headers: { 'accept-encoding': accepted } });
  for (const accepted of ['gzip, deflate', 'gzip, deflate, br, zstd']) {
    const { statusCode, headers, rawPayload } = await ask('/assets/main-12345678.js', accepted);
    expect([statusCode, rawPayload.equals(copy)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  const plain = await ask('/assets/main-12345678.js', 'identity');
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['export {};', undefined]);
  expect((await ask('/assets/main-12345678.js.gz', 'gzip')).statusCode).toBe(404);
});
