import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../app.ts';
import { isCurrent } from '../db/migrate.ts';

const PROBE_MILLIS = 2000;
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The numbers of one process. */
export interface Metrics {
  readonly registry: Registry;
  /** One answered request; the route is its pattern, never the address with its values. */
  observe(method: string, route: string, status: number, seconds: number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return {
    registry,
    observe: (method, route, status, seconds) => duration.observe({ method, route, status: String(status) }, seconds),
  };
}

export interface HealthOptions {
  /** When set, `/metrics` is given to whoever carries it as a bearer token; otherwise only to this machine itself. */
  readonly metricsToken?: string;
  /** Whether this process should be working the job queue. */
  readonly works: boolean;
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can do its work (database reachable, worker signed in).
 * `/metrics`: Prometheus text.
 */
export function healthRoutes(server: FastifyInstance, app: App, options: HealthOptions): void {
  observeApp(app);
  server.get('/health/live', () => ({ status: 'ok' }));
  server.get('/health/ready', async (_request, reply) => {
    const checks = { ...(await database(app)), worker: options.works ? app.jobs.state === 'working' : true };
    const ready = Object.values(checks).every(Boolean);
    return reply
      .status(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', checks });
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.metricsToken)) return reply.status(403).send({ status: 'forbidden' });
    return reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics());
  });
}

/** A database that does not answer in time counts as away; migrations can only be asked of one that does. */
async function database(app: App): Promise<{ database: boolean; migrations: boolean }> {
  const away = { database: false, migrations: false };
  const asked = isCurrent(app.db).then(
    (migrations) => ({ database: true, migrations }),
    () => away,
  );
  return Promise.race([asked, sleep(PROBE_MILLIS, away, { ref: false })]);
}

/** A forwarded request came from elsewhere, whatever its last hop. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return request.headers.authorization === `Bearer ${token}`;
  const peer = request.socket.remoteAddress ?? '';
  const local = peer === '127.0.0.1' || peer === '::1' || peer === '::ffff:127.0.0.1';
  return local && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
}

function observeApp(app: App): void {
  const registers = [app.metrics.registry];
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, by what they do',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = app.db.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'awaited' }, waitingCount);
    },
  });
  new Gauge({
    name: 'job_queue_entries',
    help: 'Entries of the job queue over all nodes, by what they do',
    labelNames: ['state'],
    registers,
    async collect() {
      const depth = await app.jobs.depth().catch(() => null);
      if (depth === null) return;
      this.set({ state: 'waiting' }, depth.waiting);
      this.set({ state: 'running' }, depth.running);
    },
  });
  new Gauge({
    name: 'sockets',
    help: 'Sockets connected to this process',
    registers,
    collect() {
      this.set(app.realtime.sockets);
    },
  });
  new Counter({
    name: 'log_rows_dropped_total',
    help: 'Log rows lost because the database could not take them',
    registers,
    collect() {
      this.reset();
      this.inc(app.audit.dropped);
    },
  });
}
