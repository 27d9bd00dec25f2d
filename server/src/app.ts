import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { partnerRoutes } from './areas/open/v1/routes.ts';
import { messageReceipts, outboxService, sendingTimers } from './engines/messaging/sending/index.ts';
import { linkRoutes } from './engines/messaging/sms-senders/index.ts';
import { checkReceipts, workService, workTimers } from './engines/messaging/work/index.ts';
import { paymentReceipts, payoutReceipts, payoutService } from './engines/money/payments/index.ts';
import { mailService } from './engines/office/mail/index.ts';
import { createStorages } from './engines/office/storages/index.ts';
import { actorOf, tenantOfDomain } from './engines/people/identity/index.ts';
import { webhookService } from './engines/reporting/partner-api/index.ts';
import { flushVisits } from './engines/reporting/site-sources/index.ts';
import { providerTimers, smppService } from './engines/vendors/providers/index.ts';
import { smsService } from './engines/vendors/sms/index.ts';
import { connectEvents } from './events.ts';
import { networkOf } from './kernel/address.ts';
import type { App } from './kernel/app/index.ts';
import { createAudit, withTrail } from './kernel/audit/index.ts';
import { createSocial, openSessions } from './kernel/auth/index.ts';
import type { Config } from './kernel/config/index.ts';
import { trustOf } from './kernel/config/proxies.ts';
import type { Db } from './kernel/db/index.ts';
import { openDictionaries } from './kernel/dictionaries/index.ts';
import { createFiles, watchStorage } from './kernel/files/index.ts';
import { type HealthOptions, healthRoutes } from './kernel/health/index.ts';
import { kernelTimers } from './kernel/housekeeping/index.ts';
import { serveConsole } from './kernel/http/console.ts';
import { createExports } from './kernel/http/exports.ts';
import { createLists } from './kernel/http/lists.ts';
import type { AreaModule } from './kernel/http/serve.ts';
import { buildServer } from './kernel/http/server.ts';
import { createJobs, type Jobs } from './kernel/jobs/index.ts';
import { createLimits } from './kernel/limits/index.ts';
import { createMetrics } from './kernel/metrics/index.ts';
import { createOutbound } from './kernel/outbound/index.ts';
import { openParameters } from './kernel/parameters/index.ts';
import { createRealtime } from './kernel/realtime/index.ts';
import { openSecrets } from './kernel/secrets/index.ts';
import { findModules } from './modules.ts';
import { engineTimers } from './timers.ts';

export interface Running {
  readonly app: App;
  readonly server: FastifyInstance;
  readonly jobs: Jobs;
  /** Listens and, by role, works the queue. @returns the port it listens on */
  start(): Promise<number>;
  /** Reports that it is not ready, and serves on: each answer ends its connection, so that clients turn to other nodes. */
  drain(): void;
  close(): Promise<void>;
}

/**
 * The composition root: builds a process from its parts. Nothing outside this file and `main.ts` knows them all.
 * @param added modules to serve beside those of the areas
 */
export async function createApp(
  config: Config,
  plain: Db,
  log: Logger,
  watched: Pick<HealthOptions, 'isDatabaseLost' | 'folders'> = {},
  added: readonly AreaModule[] = [],
): Promise<Running> {
  const secrets = await openSecrets({ key: config.secretKey, dataDir: config.dataDir });
  const db = withTrail(plain, secrets);
  const { modules: found, jobs: areaJobs, works: workKinds, timers, approvals } = await findModules();
  const modules = [...found, ...added];
  const sessions = await openSessions({
    db,
    actorOf,
    tokenLifeSeconds: config.tokenLifeSeconds,
    refreshLifeSeconds: config.refreshLifeSeconds,
  });
  connectEvents();
  let { port } = config;
  const audit = createAudit(db, log, { port: () => port });
  const jobs = createJobs(db, {
    jobs: areaJobs,
    timers: [
      ...kernelTimers,
      ...engineTimers,
      ...workTimers(workKinds),
      ...providerTimers([checkReceipts(workKinds), payoutReceipts, paymentReceipts, messageReceipts]),
      ...sendingTimers,
      ...timers,
    ],
    services: [
      workService(workKinds),
      smppService,
      smsService,
      outboxService,
      webhookService,
      mailService,
      payoutService,
    ],
  });
  const limits = createLimits(db, log);
  const parameters = await openParameters(db, log);
  const dictionaries = await openDictionaries(db, log);
  const lists = createLists(() => app, modules);
  const realtime = await createRealtime({
    db,
    log,
    sessions,
    trust: trustOf(config.trustProxy),
    // A handshake looks a token up, as a call does.
    admit: async (address) => (await limits.take(`address ${networkOf(address)}`, config.rateLimitPerMinute)) === 0,
    canRead: lists.canRead,
  });
  const outbound = createOutbound(config.outbound);
  const app: App = {
    config,
    db,
    log,
    sessions,
    social: createSocial(db, log, config.socialProviders),
    jobs,
    approvals,
    exports: createExports(() => app, modules),
    lists,
    realtime,
    audit,
    secrets,
    outbound,
    files: await createFiles(
      db,
      path.join(config.dataDir, 'storage'),
      config.bucket,
      createStorages({ db, secrets, outbound }),
    ),
    metrics: createMetrics(),
    limits,
    parameters,
    dictionaries,
  };
  const { bucket, dataDir } = config;
  const place = bucket ? `${bucket.bucket}/${bucket.prefix}` : dataDir;
  const ownsFiles = await watchStorage({ files: app.files, log, place }, config.adoptsStorage);
  const server = await buildServer(app, modules);
  let isDraining = false;
  server.server.prependListener('request', (_request, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
  });
  const works = config.role !== 'web';
  healthRoutes(server, app, {
    ...watched,
    works,
    ownsFiles,
    isDraining: () => isDraining,
    ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
  });
  linkRoutes(server, app);
  partnerRoutes(server, app, modules);
  await serveConsole(server, {
    factsOf: async (host) => ({
      tenant: (await tenantOfDomain(db.drizzle, host)) ?? {},
      sources: app.social.sources,
      hasCaptcha: config.captcha,
    }),
  });
  return {
    app,
    server,
    jobs,
    async start() {
      if (works) await jobs.start(app);
      await server.listen({ port, host: config.host });
      port = (server.server.address() as AddressInfo).port;
      realtime.attach(server.server);
      if (config.messagePort !== null && config.role !== 'worker')
        await realtime.listen(config.messagePort, config.host);
      return port;
    },
    drain() {
      isDraining = true;
    },
    async close() {
      isDraining = true;
      // Sockets first: the HTTP server waits for every connection it upgraded.
      await realtime.close();
      await server.close();
      await flushVisits(app);
      await jobs.stop();
      await audit.close();
      await parameters.close();
      await dictionaries.close();
      await sessions.close();
      outbound.close();
    },
  };
}
