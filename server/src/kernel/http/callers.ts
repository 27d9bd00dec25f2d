import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../address.ts';
import type { App } from '../app/index.ts';
import type { SessionActor } from '../auth/sessions.ts';
import { tokenHash } from '../auth/tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request's token; null without a token or with an invalid one. */
    caller: SessionActor | null;
  }
  interface FastifyContextConfig {
    /** The route has callers of its own, and limits them. */
    countsItself?: true;
  }
}

/** Answered without the database, since the request may check it. */
const OF_THE_PROCESS = /^\/(health\/|metrics(\?|$))/;
const TOKEN = /^bearer\s+(\S+)$/i;
/** Tokens that were good a moment ago, far above the sessions one node serves. */
const KNOWN_MAX = 20_000;

/** The access token of the `Token: bearer …` header (or the standard Authorization one). */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers['token'] ?? request.headers.authorization;
  return (typeof header === 'string' ? TOKEN.exec(header.trim())?.[1] : undefined) ?? null;
}

/**
 * Counts every request first: by network until its token is valid, then by session. A session that was valid a moment ago is not stopped by
 * others in its network. Health checks are not counted.
 */
export function countCallers(server: FastifyInstance, app: App): void {
  const most = app.config.rateLimitPerMinute;
  const known = new Set<string>();
  server.decorateRequest('caller', null);
  server.decorateRequest('address', '');
  server.addHook('onRequest', async (request, reply) => {
    request.address = request.ip;
    if (OF_THE_PROCESS.test(request.url) || request.routeOptions.config.countsItself) return;
    // A call with a higher limit of its own is counted by that one alone.
    const { perMinute = 0 } = request.routeOptions.config as { perMinute?: number };
    if (perMinute > most) return;
    const token = tokenOf(request);
    const hash = token === null ? null : tokenHash(token);
    const wasGood = hash !== null && known.has(hash);
    const place = placeOf(request);
    if (!wasGood) await take(app, reply, place, most);
    if (token === null || hash === null) return;
    request.caller = await app.sessions.authenticate(token);
    if (request.caller === null) {
      if (wasGood) {
        known.delete(hash);
        await take(app, reply, place, most);
      }
      return;
    }
    if (!wasGood) {
      app.limits.giveBack(place);
      if (known.size >= KNOWN_MAX) known.clear();
      known.add(hash);
    }
    await take(app, reply, sessionOf(request.caller), most);
  });
}

/** Counts a call that may be made less often than others, by the same caller. */
export const countCall = (app: App, request: FastifyRequest, reply: FastifyReply, call: string, most: number) =>
  take(app, reply, `${call} ${request.caller ? sessionOf(request.caller) : placeOf(request)}`, most);

const placeOf = (request: FastifyRequest): string => `address ${networkOf(request.address)}`;
const sessionOf = ({ sessionId, userId }: SessionActor): string => `session ${sessionId ?? userId}`;

async function take(app: App, reply: FastifyReply, key: string, most: number): Promise<void> {
  const seconds = await app.limits.take(key, most);
  if (seconds === 0) return;
  void reply.header('Retry-After', seconds);
  throw commonErrors.RATE_LIMITED();
}
