import { randomUUID } from 'node:crypto';
import { type Call, isExport, isTrailed } from '@trade-assistant/contract/kit/call.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type Locale, localeOf } from '@trade-assistant/contract/kit/locale.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { DEFAULT_ZONE, isZone } from '@trade-assistant/contract/kit/time.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { App } from '../app/index.ts';
import { type Recording, recorded } from '../audit/trail.ts';
import { type Actor, holds } from '../auth/actor.ts';
import { authErrors } from '../auth/errors.ts';
import type { Tx } from '../db/index.ts';
import type { StoredFile } from '../files/index.ts';
import { invariant } from '../invariant.ts';
import type { Treatments } from '../log/redact.ts';
import { contentDisposition } from '../spreadsheet/index.ts';
import { addressesOf } from './addresses.ts';
import { wasAdmitted } from './admit-export.ts';
import { countCall } from './callers.ts';
import { canCall, permissionOf, permissionOfSubmit } from './can-call.ts';
import { type Context, FileAnswer } from './context.ts';
import { decodingOf } from './decoding.ts';
import { succeeded } from './envelope.ts';
import { httpErrors } from './errors.ts';
import { type IdempotentAnswer, type KeyedRequest, keyedRequest, runOnce } from './idempotency.ts';
import { loggableParameters } from './loggable-parameters.ts';
import type { AreaModule } from './serve.ts';
import { admitSigned, mountSigned, preflightOf } from './signed-calls.ts';
import { assertFactorSetUp, assertSecondFactor } from './step-up.ts';
import { receiveUpload } from './upload.ts';

const IDEMPOTENCY_KEY_MAX = 64;
const KEY_LENGTH = {
  zh: `Idempotency-Key 应为 1–${IDEMPOTENCY_KEY_MAX} 个字符`,
  en: `Idempotency-Key should have 1–${IDEMPOTENCY_KEY_MAX} characters`,
};
const TENANT = /^\d{6}$/;

/** Mounts every call of every module below `/api`. A path or permission that two modules claim stops the start. */
export function mount(server: FastifyInstance, app: App, modules: readonly AreaModule[]): void {
  const taken = new Set<string>();
  const raw: RouteOptions[] = [];
  const signed: RouteOptions[] = [];
  for (const module of modules) {
    for (const [name, call] of Object.entries(module.resource.calls)) {
      const handler = module.handlers[name];
      if (!handler) throw new Error(`${module.resource.name} declares the call ${name} but does not answer it`);
      const treatments = loggableParameters(call, module.resource);
      const answer = answering(app, module, name, call, handler as Handling, treatments);
      for (const url of addressesOf(module.resource, name, call)) {
        if (taken.has(url)) throw new Error(`Two modules serve ${url}`);
        taken.add(url);
        const { perMinute, crossOrigin, logsRefusalsOnly } = call;
        const config = {
          treatments,
          ...(perMinute === undefined ? {} : { perMinute }),
          ...(crossOrigin ? { crossOrigin } : {}),
          ...(logsRefusalsOnly ? { logsRefusalsOnly } : {}),
        };
        const route: RouteOptions = { method: [...call.methods], url, config, handler: answer };
        if (crossOrigin) server.route(preflightOf(route, call));
        if (call.rawBody) raw.push(route);
        else if (call.signed) signed.push({ ...route, ...(call.bodyBytes ? { bodyLimit: call.bodyBytes } : {}) });
        else server.route(route);
      }
    }
  }
  mountSigned(server, signed);
  server.register((bare, _options, ready) => {
    bare.removeAllContentTypeParsers();
    bare.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const route of raw) bare.route(route);
    ready();
  });
}

/** A handler as it is called, with input decoded by its contract. */
type Handling =
  | ((context: Context, input: unknown) => Promise<unknown>)
  | {
      keyed(
        context: Context,
        input: unknown,
        request: { keyed: KeyedRequest | null; write(answer: unknown): unknown },
      ): Promise<IdempotentAnswer>;
    };

function answering(app: App, module: AreaModule, name: string, call: Call, handler: Handling, treatments: Treatments) {
  const { resource } = module;
  const { wireOf, inputOf, write: written } = decodingOf(module, call);
  const path = `${resource.name}/${name}`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const locale = request.locale;
    const zone = zoneOf(request);
    if (call.perMinute !== undefined) await countCall(app, request, reply, path, call.perMinute);
    admit(app, request, resource, call);
    if (call.signed) await admitSigned(app, request, reply, call, path);
    const received = call.upload ? await receiveUpload(app, request, call.upload, path) : undefined;
    /** Removes the upload of a call that was refused, or was executed before with another copy of it. */
    const dropUpload = async () => {
      if (!received?.file) return;
      await app.files
        .remove(received.file.id)
        .catch((cause: unknown) => request.log.warn({ cause }, 'an upload that nothing uses stayed behind'));
    };
    try {
      const wire = wireOf(
        request.method === 'GET' || call.rawBody
          ? (request.query as Values)
          : { ...(request.query as object), ...(received?.fields ?? bodyOf(request)) },
        { locale, tenantId: request.actor?.tenantId },
      );
      const base = contextOf(app, request, reply, zone, received?.file);
      const permission = permissionOfSubmit(resource, call, wire);
      if (permission !== undefined && !base.can(permission)) throw commonErrors.NO_PERMISSION();
      if (permission !== undefined && request.actor) request.actor = { ...request.actor, permission };
      const input = await inputOf(wire, base);
      const write = (answer: unknown) => written(answer, base);
      const key = call.idempotent ? base.idempotencyKey : null;
      const keyed =
        key === null
          ? null
          : keyedRequest(app.secrets, {
              actor: base.actor,
              key,
              call: path,
              input: received?.file ? [wire, received.file.sha256] : wire,
            });
      if ('keyed' in handler) {
        const answered = await handler.keyed(base, input, { keyed, write });
        if (answered.replayed) await dropUpload();
        return replied(reply, answered, base);
      }
      const handled = async (context: Context): Promise<unknown> => {
        const answer = await handler(context, input);
        if (!(answer instanceof FileAnswer)) return write(answer);
        if (isExport(call)) invariant(wasAdmitted(context), 'export-admitted', path);
        return answer;
      };
      const trailed: Trailed = isTrailed(call)
        ? (work) => recorded(app.db, recordingOf(base, resource, name, withoutSecrets(wire, treatments)), work)
        : (work) => work(() => undefined);
      if (keyed === null) {
        const answer = await trailed(async (done) => {
          const given = await handled(base);
          done(given);
          return given;
        });
        if (answer instanceof FileAnswer) return sendFile(reply, answer);
        return call.answer === 'bare' ? answer : succeeded(answer, locale, base.traceId);
      }
      const answered = await trailed((done) =>
        runOnce(app.db, keyed, async (tx) => {
          const given = await handled({ ...base, actor: base.actor, tx: (work) => work(tx) });
          done(given);
          return given;
        }),
      );
      if (answered.replayed) await dropUpload();
      return replied(reply, answered, base);
    } catch (error) {
      await dropUpload();
      throw error;
    }
  };
}

/** Runs a call with its changes recorded in the trail; `done` receives the answer as soon as it is known. */
type Trailed = <T>(work: (done: (answer: unknown) => void) => Promise<T>) => Promise<T>;

function recordingOf(c: Context, resource: Resource, call: string, wire: unknown): Recording {
  const { actor = null, headers } = c.request;
  const tenant = headers['tenant-id'];
  return {
    actor,
    tenantId: actor?.tenantId ?? (typeof tenant === 'string' && TENANT.test(tenant) ? tenant : PLATFORM_TENANT),
    ip: c.ip,
    userAgent: headers['user-agent'] ?? '',
    traceId: c.traceId,
    objectType: resource.name,
    action: call,
    asked: wire as Record<string, unknown>,
  };
}

/** Returns the input as the trail stores it. */
const withoutSecrets = (wire: unknown, treatments: Treatments): unknown =>
  Object.fromEntries(Object.entries(wire as Values).filter(([name]) => treatments.get(name) !== 'secret'));

type Values = Record<string, unknown>;

function replied(reply: FastifyReply, { answer, replayed }: IdempotentAnswer, { locale, traceId }: Context): unknown {
  if (replayed) void reply.header('Idempotent-Replayed', 'true');
  return succeeded(answer, locale, traceId);
}

/** Session, then lock, then permission. Deny by default: a call without a rule does not compile. */
function admit(app: App, request: FastifyRequest, resource: Resource, call: Call): void {
  const actor = request.caller;
  // Includes public calls: the contract names the calls a locked screen may make.
  if (actor?.isLocked && !call.whileLocked) throw commonErrors.SESSION_LOCKED();
  if (actor)
    request.actor = { ...actor, ip: request.address, page: resource.name, permission: permissionOf(resource, call) };
  if (call.access === 'public') return;
  if (!request.actor) throw commonErrors.UNAUTHENTICATED();
  if (request.actor.mustChangePassword && !call.beforePasswordChange) throw authErrors.PASSWORD_CHANGE_REQUIRED();
  if (!call.beforeSecondFactor && !call.beforePasswordChange) assertFactorSetUp(app, request);
  const isDenied = request.actor.deniedRoutes?.has(`${request.method} ${request.routeOptions.url}`);
  if (isDenied || !canCall(request.actor, resource, call)) throw commonErrors.NO_PERMISSION();
  if (call.stepUp) assertSecondFactor(app, request, call.stepUp);
}

function contextOf(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  zone: string,
  file: StoredFile | undefined,
): Context {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && (key.length === 0 || key.length > IDEMPOTENCY_KEY_MAX))
    throw commonErrors.BAD_REQUEST({ detail: KEY_LENGTH[request.locale] });
  return {
    app,
    get actor(): Actor {
      if (!request.actor) throw commonErrors.UNAUTHENTICATED();
      return request.actor;
    },
    request,
    reply,
    locale: request.locale,
    zone,
    traceId: request.id,
    ip: request.address,
    idempotencyKey: typeof key === 'string' ? key : null,
    ruleOf: (name) => request.actor?.dataRules?.[name],
    can: (permission) => request.actor !== undefined && holds(request.actor, permission),
    // Undone whole by a deadlock, it is run again and answers by the state the other one left.
    tx: <T>(work: (tx: Tx) => Promise<T>) => app.db.tx(work, { retry: true }),
    upload: () => {
      if (!file) throw httpErrors.FILE_REQUIRED();
      return file;
    },
  };
}

function bodyOf(request: FastifyRequest): object {
  const body = request.body;
  if (body === undefined || body === null || body === '') return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw httpErrors.BAD_JSON();
  return body;
}

function zoneOf(request: FastifyRequest): string {
  const zone = request.headers['time-zone'];
  return typeof zone === 'string' && isZone(zone) ? zone : DEFAULT_ZONE;
}

function sendFile(reply: FastifyReply, answer: FileAnswer): FastifyReply {
  return reply
    .header('Content-Disposition', contentDisposition(answer.name))
    .header('Access-Control-Expose-Headers', 'Content-Disposition')
    .header(
      'Cache-Control',
      answer.maxAgeSeconds > 0 ? `private, max-age=${answer.maxAgeSeconds}, immutable` : 'no-store',
    )
    .type(answer.type)
    .send(answer.stream);
}

/** The request id: the caller's when it is plausible, else a new one. */
export function requestId(header: unknown): string {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
}

export const localeOfRequest = (request: FastifyRequest): Locale => {
  const own = request.headers['lang'];
  return localeOf(typeof own === 'string' ? own : request.headers['accept-language']);
};
