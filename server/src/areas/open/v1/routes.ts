import { needsKey, type PartnerCall } from '@trade-assistant/contract/areas/open/v1/call.ts';
import { partnerCalls } from '@trade-assistant/contract/areas/open/v1/calls.ts';
import { GENERAL_CODES, OPEN_CODES, openErrors } from '@trade-assistant/contract/areas/open/v1/errors.ts';
import { type AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertScope, authenticateKey, type KeyInUse } from '../../../engines/reporting/partner-api/index.ts';
import { networkOf } from '../../../kernel/address.ts';
import type { App } from '../../../kernel/app/index.ts';
import { recorded } from '../../../kernel/audit/trail.ts';
import { holds } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { outageOf } from '../../../kernel/db/index.ts';
import { type Context, FileAnswer } from '../../../kernel/http/context.ts';
import { errorMap, httpErrors, translate } from '../../../kernel/http/errors.ts';
import { keyedRequest, runOnce } from '../../../kernel/http/idempotency.ts';
import { createInnerCalls, type InnerCalls } from '../../../kernel/http/inner-calls.ts';
import type { AreaModule } from '../../../kernel/http/serve.ts';
import type { PartnerContext, PartnerHandler } from './context.ts';
import { partnerDocument } from './document.ts';
import { eventHandlers } from './events.ts';
import { messageHandlers } from './messages.ts';
import { moneyHandlers } from './money.ts';
import { referencePage } from './reference.ts';
import { taskHandlers } from './tasks.ts';

const PREFIX = '/api/open/v1';
const BODY_BYTES = 1024 * 1024;
/** Requests a minute with keys that are wrong, by network. */
const STRANGERS_PER_MINUTE = 60;
const KEY_MAX = 64;
const RETRY_AFTER_SECONDS = 5;
const BEARER = /^bearer\s+(\S+)$/i;
/** Of a path: at most 18 digits fit the column. */
const ID = /^\d{1,18}$/;

const handlers: Readonly<Record<string, PartnerHandler<never>>> = {
  ...moneyHandlers,
  ...taskHandlers,
  ...messageHandlers,
  ...eventHandlers,
};

/** Mounts the partner interface over the calls of the modules. */
export function partnerRoutes(server: FastifyInstance, app: App, modules: readonly AreaModule[]): void {
  const calls = createInnerCalls(modules);
  let written: ReturnType<typeof partnerDocument> | undefined;
  const document = () => (written ??= partnerDocument());
  server.register(
    (open, _options, ready) => {
      open.setErrorHandler((error: FastifyError, request, reply) => refuse(app, error, request, reply));
      open.setNotFoundHandler((request, reply) => refuse(app, commonErrors.ROUTE_NOT_FOUND(), request, reply));
      for (const call of partnerCalls as readonly PartnerCall[])
        open.route({
          method: call.method,
          url: call.path,
          bodyLimit: BODY_BYTES,
          config: { countsItself: true },
          handler: (request, reply) => answer(app, calls, call, request, reply),
        });
      open.get('/openapi.json', document);
      open.get('/docs', (request, reply) =>
        reply.type('text/html; charset=utf-8').send(referencePage(document(), request.locale)),
      );
      ready();
    },
    { prefix: PREFIX },
  );
}

async function answer(
  app: App,
  calls: InnerCalls,
  call: PartnerCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const key = await admit(app, request, reply);
  assertScope(key, call.scope);
  const id = idOf(request);
  const input = inputOf(call, request);
  const c = contextOf(app, key, request, reply);
  const run = async (context: Context): Promise<unknown> => {
    const handle = handlers[call.name] as PartnerHandler;
    const given = await handle({ c: context, calls, key, id } satisfies PartnerContext, input as never);
    return given instanceof FileAnswer ? given : shaped(call, given);
  };
  if (!needsKey(call)) {
    const given = await run(c);
    if (!(given instanceof FileAnswer)) return given;
    return reply.type('text/plain; charset=utf-8').send(given.stream);
  }
  const keyed = keyedRequest(app.secrets, {
    actor: key.actor,
    key: `open:${key.row.id}:${keyOf(request)}`,
    call: `open/v1 ${call.name}`,
    input: { id: String(id), ...(input as object) },
  });
  const recording = {
    actor: key.actor,
    tenantId: key.actor.tenantId,
    ip: request.address,
    userAgent: request.headers['user-agent'] ?? '',
    traceId: request.id,
    objectType: 'open/key',
    action: call.name,
    asked: { keyId: key.row.keyId },
  };
  const answered = await recorded(app.db, recording, (done) =>
    runOnce(app.db, keyed, async (tx: Tx) => {
      const given = await run({ ...c, tx: (work) => work(tx) });
      done(given);
      return given;
    }),
  );
  if (answered.replayed) void reply.header('Idempotent-Replayed', 'true');
  return answered.answer;
}

/**
 * Lets a request with a key pass: strangers are limited by their network before their key is looked up, keys by their own limit.
 * @throws RATE_LIMITED, KEY_INVALID, KEY_ACCOUNT, KEY_ADDRESS
 */
async function admit(app: App, request: FastifyRequest, reply: FastifyReply): Promise<KeyInUse> {
  const place = `open ${networkOf(request.address)}`;
  const wait = await app.limits.take(place, STRANGERS_PER_MINUTE);
  const { authorization } = request.headers;
  const [, token] = BEARER.exec(authorization?.trim() ?? '') ?? [];
  if (wait > 0) throw limited(reply, wait);
  if (token === undefined) throw openErrors.KEY_INVALID();
  const key = await authenticateKey(app, token, request.address);
  app.limits.giveBack(place);
  request.actor = key.actor;
  const { rateMinute } = key.row;
  const name = `open key ${key.row.id}`;
  const seconds = await app.limits.take(name, rateMinute);
  const { remaining, seconds: left } = app.limits.left(name, rateMinute);
  void reply
    .header('RateLimit-Policy', `"key";q=${rateMinute};w=60`)
    .header('RateLimit', `"key";r=${remaining};t=${left}`);
  if (seconds > 0) throw limited(reply, seconds);
  return key;
}

function limited(reply: FastifyReply, seconds: number): AppError {
  void reply.header('Retry-After', seconds);
  return commonErrors.RATE_LIMITED();
}

/** The owner of the key as the actor of other calls; times are in UTC. */
const contextOf = (app: App, { actor }: KeyInUse, request: FastifyRequest, reply: FastifyReply): Context => ({
  ...{ app, actor, request, reply, locale: request.locale, zone: 'UTC', traceId: request.id, ip: request.address },
  idempotencyKey: null,
  can: (permission) => holds(actor, permission),
  ruleOf: (name) => actor.dataRules?.[name],
  tx: (work) => app.db.tx(work, { retry: true }),
  upload: () => {
    throw httpErrors.FILE_REQUIRED();
  },
});

/** @throws NOT_FOUND if it is no id */
function idOf({ params }: FastifyRequest): bigint {
  const { id } = params as { id?: string };
  if (id === undefined) return 0n;
  if (!ID.test(id)) throw commonErrors.NOT_FOUND();
  return BigInt(id);
}

/** @throws IDEMPOTENCY_KEY_REQUIRED */
function keyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key.length === 0 || key.length > KEY_MAX) throw openErrors.IDEMPOTENCY_KEY_REQUIRED();
  return key;
}

/** Returns the input by the rules of the call. @throws BAD_REQUEST with the faults at their fields, UNKNOWN_PARAMETER */
function inputOf(call: PartnerCall, { method, query, body, locale }: FastifyRequest): unknown {
  const given = method === 'GET' ? query : (body ?? {});
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw commonErrors.BAD_REQUEST({ detail: 'JSON' });
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(call.input.shape, name));
  if (unknown.length > 0) throw commonErrors.UNKNOWN_PARAMETER({ name: unknown.slice(0, 5).join(', ').slice(0, 300) });
  const parsed = call.input.safeParse(given, { error: errorMap(locale) });
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
  const detail = fields
    .slice(0, 5)
    .map(({ field, message }) => `${field}: ${message}`)
    .join('; ');
  throw commonErrors.BAD_REQUEST({ detail }, { fields });
}

/** Returns an answer by the rules of the document. @throws NO_PERMISSION where the roles of the key's owner hide a field */
function shaped(call: PartnerCall, given: unknown): unknown {
  const parsed = call.data.safeParse(given);
  if (parsed.success) return parsed.data;
  const isHidden = parsed.error.issues.every((issue) => issue.code === 'invalid_type' && issue.input === undefined);
  if (isHidden && parsed.error.issues.some(({ path }) => isMissing(given, path))) throw commonErrors.NO_PERMISSION();
  throw parsed.error;
}

const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>((at, name) => (at as Record<PropertyKey, unknown> | undefined)?.[name], value) === undefined;

/** Answers a refusal: `{error: {code, message, requestId, details?, fields?}}` in the language of the request. */
function refuse(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = translate(error);
  const refusal = known ?? commonErrors.INTERNAL();
  if (!known || known.declaration.report) {
    request.log.error({ err: error, traceId: request.id }, 'a request of a partner failed through our own fault');
    app.audit.error({ request, error: error as Error });
  }
  if (known && outageOf(error)) request.log.warn({ err: error }, 'a call was refused: the database cannot do it now');
  if (refusal.status === 503) void reply.header('Retry-After', RETRY_AFTER_SECONDS);
  const code = (OPEN_CODES as readonly string[]).includes(refusal.code)
    ? refusal.code
    : GENERAL_CODES[refusal.declaration.status];
  const fields = (refusal.data as { fields?: unknown } | undefined)?.fields;
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send({
      error: {
        code,
        message: refusal.say(request.locale),
        requestId: request.id,
        ...(code === 'PRICE_CHANGED' ? { details: refusal.data } : {}),
        ...(Array.isArray(fields) ? { fields: fields.map((one) => inWords(one, request.locale)) } : {}),
      },
    });
}

const inWords = ({ field, message }: { field: string; message: unknown }, locale: 'zh' | 'en') => ({
  field,
  message: typeof message === 'string' ? message : ((message as Record<string, string>)[locale] ?? ''),
});
