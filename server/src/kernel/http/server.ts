import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import type { App } from '../app/index.ts';
import { trustOf } from '../config/proxies.ts';
import { outageOf } from '../db/index.ts';
import { isSocketUrl } from '../realtime/upgrade.ts';
import { addressesOf } from './addresses.ts';
import { serveApiDocs } from './api-docs.ts';
import { countCallers } from './callers.ts';
import { refused, refusedBare } from './envelope.ts';
import { translate } from './errors.ts';
import { openApiDocument } from './openapi.ts';
import { readableUrl } from './readable-url.ts';
import { localeOfRequest, mount, requestId } from './routes.ts';
import type { AreaModule } from './serve.ts';
import { allowOtherSites } from './signed-calls.ts';
import { connectionLimits, refuseSlowBodies, type SlowBodyLimits } from './slow-bodies.ts';

const BODY_LIMIT_BYTES = 2 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** The HTTP server: hardening, error envelope, every module's calls, the API document. The caller adds console and listens. */
export async function buildServer(
  app: App,
  modules: readonly AreaModule[],
  bodyLimits: SlowBodyLimits = {},
): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    // Requests are counted, timed and written to the API log; a log line for each would be a duplicate.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(app.config.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    forceCloseConnections: 'idle',
    // A request on a connection that is about to close is answered like any other.
    return503OnClosing: false,
    ...connectionLimits(isSocketUrl),
  });
  refuseSlowBodies(server, bodyLimits);
  server.decorateRequest('locale', 'zh');
  server.decorateRequest('actor', undefined);
  server.addHook('onRequest', async (request, reply) => {
    request.locale = localeOfRequest(request);
    void reply.header('X-Request-Id', request.id);
    // A cacheable answer sets its own header.
    if (request.url.startsWith('/api/')) void reply.header('Cache-Control', 'no-store');
  });
  // Made once: its Fastify plugin makes it again for every request.
  const harden = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        // Ant Design writes its styles at run time; scripts stay 'self' only.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        workerSrc: ["'self'", 'blob:'],
        // A PDF that was fetched with the session's token is looked at in a frame.
        frameSrc: ["'self'", 'blob:', ...app.config.frameSources],
        upgradeInsecureRequests: null,
      },
    },
    // The console is also served over plain HTTP inside a company's network; HSTS belongs to the proxy that ends TLS.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
  server.addHook('onRequest', (request, reply, done) => harden(request.raw, reply.raw, () => done()));
  allowOtherSites(server);
  countCallers(server, app);
  await server.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await server.register(cookie);
  await server.register(formbody);
  await server.register(multipart);
  onErrors(server, app, modules);
  onAnswers(server, app, modules);
  mount(server, app, modules);
  // Written when first read: of all that a start does, it would take longest.
  let document: ReturnType<typeof openApiDocument> | undefined;
  server.get('/api/openapi.json', () => (document ??= openApiDocument(modules)));
  await serveApiDocs(server);
  return server;
}

function onErrors(server: FastifyInstance, app: App, modules: readonly AreaModule[]): void {
  const calls = new Map<string, Call>(
    modules.flatMap(({ resource }) =>
      Object.entries(resource.calls).flatMap(([name, call]) =>
        addressesOf(resource, name, call).map((address) => [address, call] as const),
      ),
    ),
  );
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const known = translate(error);
    const answer = known ?? commonErrors.INTERNAL();
    if (!known || known.declaration.report) {
      request.log.error({ err: error, traceId: request.id }, 'a request failed through our own fault');
      app.audit.error({ request, error });
    }
    const bare = calls.get(pathOf(request))?.answer === 'bare';
    if (known && outageOf(error)) request.log.warn({ err: error }, 'a call was refused: the database cannot do it now');
    else if (known?.status === 503 && known.cause)
      request.log.warn({ err: known.cause }, 'a call was refused: the storage of files cannot do it now');
    if (answer.status === 503) void reply.header('Retry-After', RETRY_AFTER_SECONDS);
    return reply
      .status(answer.status)
      .type('application/json; charset=utf-8')
      .send(bare ? refusedBare(answer, request.locale) : refused(answer, request.locale, request.id));
  });
  server.setNotFoundHandler((request, reply) => {
    const call = calls.get(pathOf(request));
    const answer = call ? commonErrors.METHOD_NOT_ALLOWED() : commonErrors.ROUTE_NOT_FOUND();
    if (call) void reply.header('Allow', call.methods.join(', '));
    return reply.status(answer.status).send(refused(answer, request.locale, request.id));
  });
}

function onAnswers(server: FastifyInstance, app: App, modules: readonly AreaModule[]): void {
  // In both languages, since people search the log in theirs.
  const titles = new Map(
    modules.flatMap(({ resource }) =>
      Object.entries(resource.calls).flatMap(([key, call]) => {
        const { zh, en } = resource.title;
        const title = `${zh} · ${call.title.zh} / ${en} · ${call.title.en}`;
        return addressesOf(resource, key, call).map((address) => [address, title] as const);
      }),
    ),
  );
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    app.metrics.observe(route, reply.statusCode, reply.elapsedTime / 1000);
    if (!route.startsWith('/api/') || request.method === 'OPTIONS') return;
    if (request.routeOptions.config.logsRefusalsOnly && reply.statusCode < 400) return;
    app.audit.api({
      request,
      status: reply.statusCode,
      millis: Math.round(reply.elapsedTime),
      title: titles.get(route),
    });
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, millis: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';
