import { randomBytes } from 'node:crypto';
import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { prefixOf } from '../address.ts';
import type { App } from '../app/index.ts';
import type { Db } from '../db/index.ts';
import { Nonces } from './nonces.ts';
import { isSame, legacyHashOf, macOf, readSignature, type Signature, type SignedParts } from './signatures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a signed call as it was sent. */
    signedBody?: Buffer;
  }
  interface FastifyContextConfig {
    crossOrigin?: true;
    logsRefusalsOnly?: true;
  }
}

export const signErrors = defineErrors({
  SIGN_HEADER_MISSING: {
    status: 400,
    zh: '缺少签名参数：请求头应包含 nonce、timestamp 和 signature',
    en: 'Signature headers missing: the request needs nonce, timestamp and signature',
  },
  SIGN_TIMESTAMP: {
    status: 400,
    zh: '请求已过期，请按应答头 X-Server-Time 校准时间后重新签名',
    en: 'Request expired: set the clock by the header X-Server-Time and sign again',
  },
  SIGN_REPLAY: {
    status: 400,
    zh: '请求重复：每次请求应使用新的 nonce',
    en: 'Replayed request: each request needs a new nonce',
  },
  SIGN_INVALID: { status: 400, zh: '签名错误', en: 'Invalid signature' },
});

export const SIGN_KEY_SECONDS = 600;
const NONCE = /^[A-Za-z0-9_-]{8,64}$/;
const TIMESTAMP = /^(\d{10}|\d{13})$/;
const SESSION_KEY = /^s-([0-9a-z]{6,9})-[0-9a-f]{16}$/;
const SESSION_PURPOSE = 'sign-session';
const LEGACY = 'legacy';
const ALLOWED_HEADERS = 'content-type, lang, tenant-id, nonce, timestamp, signature, captcha-key, captcha-code';
const EXPOSED_HEADERS = 'x-server-time, x-request-id, retry-after, etag';
const PREFLIGHT_SECONDS = 600;
const DEFAULT_BODY_BYTES = 16_384;

/** A key that a browser signs with. */
export interface SessionKey {
  readonly keyId: string;
  readonly signKey: string;
  readonly expiresIn: number;
}

/**
 * Returns a new key for the network and browser of a request. It is derived from its id, not stored: every node derives
 * the same one again.
 */
export function newSessionKey(app: Pick<App, 'secrets'>, request: FastifyRequest): SessionKey {
  const expires = Math.floor(Date.now() / 1000) + SIGN_KEY_SECONDS;
  const keyId = `s-${expires.toString(36)}-${randomBytes(8).toString('hex')}`;
  return { keyId, signKey: sessionKeyOf(app, request, keyId), expiresIn: SIGN_KEY_SECONDS };
}

const sessionKeyOf = ({ secrets }: Pick<App, 'secrets'>, request: FastifyRequest, keyId: string): string =>
  secrets.digest([keyId, prefixOf(request.address), request.headers['user-agent'] ?? ''].join('\n'), SESSION_PURPOSE);

/** Returns the tenant of a call without a session: its header, otherwise the platform's. */
export function tenantOfHeader(request: FastifyRequest): string {
  return headerOf(request, 'tenant-id') || PLATFORM_TENANT;
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Lets a signed request pass once, cheap checks first: headers, time, signature, limits of the key and of the address
 * prefix, nonce. Wrong, expired and unknown keys have one answer.
 * @throws SIGN_HEADER_MISSING, SIGN_TIMESTAMP, SIGN_INVALID, RATE_LIMITED, SIGN_REPLAY
 */
export async function admitSigned(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Pick<Call, 'signed'>,
  path: string,
): Promise<void> {
  const nonce = headerOf(request, 'nonce');
  const timestamp = headerOf(request, 'timestamp');
  const signature = readSignature(headerOf(request, 'signature'));
  if (!NONCE.test(nonce) || !TIMESTAMP.test(timestamp) || !signature) throw signErrors.SIGN_HEADER_MISSING();
  const skewSeconds = app.parameters.get(PLATFORM_TENANT, 'sign.skewSec');
  const millis = Number(timestamp) * (timestamp.length === 10 ? 1000 : 1);
  if (Math.abs(Date.now() - millis) > skewSeconds * 1000) throw signErrors.SIGN_TIMESTAMP();
  if (!isRight(app, request, signature, { nonce, timestamp })) throw signErrors.SIGN_INVALID();
  const keyId = signature.scheme === 'v2' ? signature.keyId : LEGACY;
  const prefix = app.parameters.get(PLATFORM_TENANT, 'sign.perPrefixMinute');
  await take(app, reply, `signed ${path} ${prefixOf(request.address)}`, prefix);
  if (keyId !== LEGACY)
    await take(app, reply, `signed ${path} ${keyId}`, app.parameters.get(PLATFORM_TENANT, 'sign.perKeyMinute'));
  if (!(await isFirst(app, request, call, `${keyId}:${nonce}`, 2 * skewSeconds + 60))) throw signErrors.SIGN_REPLAY();
}

function isRight(
  app: App,
  request: FastifyRequest,
  signature: Signature,
  { nonce, timestamp }: { nonce: string; timestamp: string },
): boolean {
  if (signature.scheme === 'legacy') {
    const word = app.config.signLegacyWord;
    const tenant = tenantOfHeader(request);
    if (word === undefined || app.parameters.get(tenant, 'sign.legacy.enabled') !== 1) return false;
    const hash = app.parameters.get(tenant, 'sign.legacy.hash') === 'md5' ? 'md5' : 'sha256';
    return isSame(signature.hash, legacyHashOf(hash, word, timestamp));
  }
  const [path = '', query = ''] = request.originalUrl.split(/\?(.*)/s);
  const parts: SignedParts = {
    ...{ method: request.method, path, query, timestamp, nonce },
    body: request.signedBody ?? Buffer.alloc(0),
    tenantId: headerOf(request, 'tenant-id'),
  };
  // Each one is compared, so that the time says nothing about which key is right.
  return keysOf(app, request, signature.keyId)
    .map((key) => isSame(signature.mac, macOf(key, parts)))
    .includes(true);
}

/** Returns the keys that are in force under an id: one of a browser, several of a partner who changes theirs. */
function keysOf(app: App, request: FastifyRequest, keyId: string): string[] {
  const [, expires] = SESSION_KEY.exec(keyId) ?? [];
  if (expires !== undefined) {
    const left = Number.parseInt(expires, 36) - Date.now() / 1000;
    return left > 0 && left <= SIGN_KEY_SECONDS ? [sessionKeyOf(app, request, keyId)] : [];
  }
  const tenant = tenantOfHeader(request);
  return app.config.partnerKeys
    .filter((one) => one.keyId === keyId && one.tenantId === tenant && (!one.expires || one.expires > new Date()))
    .map(({ secret }) => secret);
}

const nonces = new WeakMap<Db, Nonces>();

async function isFirst(
  { db }: App,
  request: FastifyRequest,
  { signed }: Pick<Call, 'signed'>,
  key: string,
  lifeSeconds: number,
): Promise<boolean> {
  const known = nonces.get(db) ?? new Nonces(db);
  nonces.set(db, known);
  try {
    return await known.take(key, lifeSeconds);
  } catch (error) {
    if (signed !== 'reading') throw error;
    request.log.warn({ err: error }, 'a reading call was answered without a check for replays');
    return true;
  }
}

async function take({ limits }: App, reply: FastifyReply, key: string, most: number): Promise<void> {
  const seconds = await limits.take(key, most);
  if (seconds === 0) return;
  void reply.header('Retry-After', seconds);
  throw commonErrors.RATE_LIMITED();
}

/** Adds the server's time to answers of calls of other sites' pages, and lets browsers hand these pages the answers. */
export function allowOtherSites(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.crossOrigin)
      void reply
        .header('X-Server-Time', Date.now())
        .header('Access-Control-Allow-Origin', '*')
        .header('Access-Control-Expose-Headers', EXPOSED_HEADERS)
        .header('Cross-Origin-Resource-Policy', 'cross-origin');
    done();
  });
}

/** Returns the route that answers a browser's question whether a page of another site may make a call. */
export const preflightOf = ({ url, config }: RouteOptions, { methods }: Pick<Call, 'methods'>): RouteOptions => ({
  method: 'OPTIONS',
  url,
  ...(config ? { config } : {}),
  handler: (_request, reply) =>
    reply
      .header('Access-Control-Allow-Methods', methods.join(', '))
      .header('Access-Control-Allow-Headers', ALLOWED_HEADERS)
      .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
      .status(204)
      .send(),
});

/** Mounts signed calls: their bodies are read as JSON or a form, and kept as they were sent. */
export function mountSigned(server: FastifyInstance, routes: readonly RouteOptions[]): void {
  server.register((signed, _options, ready) => {
    const json = signed.getDefaultJsonParser('error', 'error');
    signed.removeAllContentTypeParsers();
    signed.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
      request.signedBody = body;
      if (body.length === 0) done(null, undefined);
      else void json(request, body.toString(), done);
    });
    const form = 'application/x-www-form-urlencoded';
    signed.addContentTypeParser(form, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
      request.signedBody = body;
      done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    });
    for (const route of routes) signed.route({ bodyLimit: DEFAULT_BODY_BYTES, ...route });
    ready();
  });
}
