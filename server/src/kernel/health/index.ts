import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge } from 'prom-client';
import type { App } from '../app/index.ts';
import { isCurrent } from '../db/migrate.ts';

const PROBE_MILLIS = 2000;
/** Longest age of the reported queue depth. */
const DEPTH_EVERY_MILLIS = 5000;
const RETRY_AFTER_SECONDS = 5;
/** With less free than this a database can soon write nothing more. */
const FREE_MIN_BYTES = 64 * 1024 * 1024;

export interface HealthOptions {
  /** Bearer token of `/metrics`; without it only this machine may read them. */
  readonly metricsToken?: string;
  /** Whether this process should be working the job queue. */
  readonly works: boolean;
  /** Whether the embedded database failed to start several times. */
  readonly isDatabaseLost?: () => boolean;
  /** Whether the process is about to stop. */
  readonly isDraining?: () => boolean;
  /** Whether the storage of files is that of this database, so far as that is known. */
  readonly ownsFiles?: () => Promise<boolean>;
  /** Folders whose disk must not be full. */
  readonly folders?: readonly string[];
  /** Bytes that may still be written to a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * `/health/live`: the process answers, and its embedded database is not lost. `/health/ready`: it can work (database
 * reachable, disk space, files shared with the other nodes, worker running). `/metrics`: Prometheus text; never waits for the database.
 */
export function healthRoutes(server: FastifyInstance, app: App, options: HealthOptions): void {
  observeApp(app, depthOf(server, app));
  const respond = (reply: FastifyReply, isGood: boolean, checks: Readonly<Record<string, boolean>>) => {
    if (!isGood) void reply.header('Retry-After', RETRY_AFTER_SECONDS);
    return reply
      .status(isGood ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isGood ? 'ok' : 'unavailable', checks });
  };
  server.get('/health/live', (_request, reply) => {
    const isLost = options.isDatabaseLost?.() ?? false;
    return isLost ? respond(reply, false, { database: false }) : reply.send({ status: 'ok' });
  });
  server.get('/health/ready', async (_request, reply) => {
    const [found, disk, files] = await Promise.all([
      database(app),
      hasRoom(app, options),
      options.ownsFiles?.() ?? true,
    ]);
    const checks = {
      ...found,
      disk,
      files,
      worker: options.works ? app.jobs.state === 'working' : true,
      ...(options.isDraining?.() ? { staying: false } : {}),
    };
    return respond(reply, Object.values(checks).every(Boolean), checks);
  });
  server.get('/metrics', async (request, reply) => {
    if (!canRead(request, options.metricsToken)) return reply.status(403).send({ status: 'forbidden' });
    return reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics());
  });
}

/** A database that does not answer within the limit counts as away; migrations are checked only on one that does. */
async function database(app: App): Promise<{ database: boolean; migrations: boolean }> {
  const away = { database: false, migrations: false };
  const asked = Promise.all([isCurrent(app.db), canWrite(app)]).then(
    ([migrations, database]) => ({ database, migrations }),
    () => away,
  );
  return Promise.race([asked, sleep(PROBE_MILLIS, away, { ref: false })]);
}

/** Whether the database takes changes: a standby, or one that was made read-only, does not. */
async function canWrite({ db }: App): Promise<boolean> {
  const { rows } = await db.pool.query<{ writable: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
  );
  return rows[0]?.writable ?? false;
}

/** Whether the disks are not full, and the database has not just said that its own is. */
async function hasRoom(app: App, { folders = [], freeBytes = freeBytesOf }: HealthOptions): Promise<boolean> {
  if (app.db.state.isFull) return false;
  // A folder without access (another account's) does not count as full.
  const free = await Promise.all(folders.map((folder) => freeBytes(folder).catch(() => Number.POSITIVE_INFINITY)));
  return free.every((bytes) => bytes >= FREE_MIN_BYTES);
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type Depth = { readonly waiting: number; readonly running: number };

/** Returns the queue's depth of the last seconds; undefined while the database does not answer. */
function depthOf(server: FastifyInstance, app: App): () => Depth | undefined {
  let depth: Depth | undefined;
  let isAsking = false;
  const ask = () => {
    if (isAsking) return;
    isAsking = true;
    app.jobs
      .depth()
      .then(
        (found) => {
          depth = found;
        },
        () => {
          depth = undefined;
        },
      )
      .finally(() => {
        isAsking = false;
      });
  };
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onReady', async () => {
    ask();
    timer = setInterval(ask, DEPTH_EVERY_MILLIS);
    timer.unref();
  });
  server.addHook('onClose', async () => clearInterval(timer));
  return () => depth;
}

/** A forwarded request is a remote one, even if its last hop is local. */
function canRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return request.headers.authorization === `Bearer ${token}`;
  const peer = request.socket.remoteAddress ?? '';
  const local = peer === '127.0.0.1' || peer === '::1' || peer === '::ffff:127.0.0.1';
  return local && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
}

function observeApp(app: App, depthNow: () => Depth | undefined): void {
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
    name: 'database_up',
    help: 'Whether the database answers',
    registers,
    collect() {
      this.set(app.db.state.isAway ? 0 : 1);
    },
  });
  new Gauge({
    name: 'job_queue_entries',
    help: 'Entries of the job queue over all nodes, by what they do',
    labelNames: ['state'],
    registers,
    collect() {
      const depth = depthNow();
      // No number rather than an old one.
      this.reset();
      if (depth === undefined) return;
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
