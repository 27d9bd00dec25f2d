import { hostname, networkInterfaces } from 'node:os';
import type { Logger } from 'pino';
import type { Actor } from '../auth/actor.ts';
import type { Db } from '../db/index.ts';
import { loggableError } from '../log/index.ts';
import {
  maskNumbers,
  maskText,
  NUMBER_NAME,
  redact,
  redactAddress,
  redactParameters,
  redactScreen,
  type Treatments,
} from '../log/redact.ts';
import type { FastifyRequest } from '../request.ts';
import { fingerprintOf, placeOf } from './groups.ts';
import { createLogQueue, type LogQueue, type LogTable, MAX_WAITING } from './queue.ts';

export { keepProof, keptProof, sealTrail, trailTenants, verifyTrail } from './chain.ts';
export { fingerprintOf, groupedInsert } from './groups.ts';
export { stampOf } from './stamp.ts';
export { apiLogs, errorLogs, trail, usualLogs } from './tables.ts';
export { record, recorded, recordedIn, withTrail } from './trail.ts';
export { acceptUnstamped } from './unstamped.ts';

const SERVICE = 'trade-assistant';
/** Service name of entries from a browser. */
const CONSOLE = 'trade-assistant-console';
const PARAMS_MAX = 8192;
const STACK_MAX = 16_384;
const MESSAGE_MAX = 4096;

const REQUEST_COLUMNS = [
  'tenant_id',
  'service_id',
  'server_host',
  'server_ip',
  'env',
  'trace_id',
  'method',
  'request_uri',
  'user_agent',
  'remote_ip',
  'method_class',
  'method_name',
  'params',
  'create_by',
  'create_time',
] as const;

/** An error reported by a browser. `info` is the place or components, `time` its ISO time. */
export interface ReportedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly info: string;
  readonly url: string;
  readonly time: string;
  readonly count: number;
}

/** Logs for people. Writing one never waits for the database and never fails the caller. */
export interface Audit {
  /** A call was answered. */
  api(entry: { request: FastifyRequest; status: number; millis: number; title?: string | undefined }): void;
  /** Logs a fault of the program, in a request or outside of one. */
  error(entry: { request?: FastifyRequest; error: unknown; actor?: Actor }): void;
  /** Errors a console kept and sent. They count as of now: an older time may belong to a month that is put away. */
  reported(entry: { request: FastifyRequest; errors: readonly ReportedError[] }): void;
  /** The program's own remark. */
  usual(entry: {
    level: 'info' | 'warn' | 'error';
    id: string;
    data: unknown;
    request?: FastifyRequest;
    actor?: Actor;
  }): void;
  /** Rows lost because the database could not take them. */
  readonly dropped: number;
  /** Writes the queued rows, for tests and shutdown. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createAudit(db: Db, log: Logger, environment: { env?: string; port?: () => number } = {}): Audit {
  const calls = queuesOf(db, log, 'log_api', [...REQUEST_COLUMNS, 'type', 'title', 'status', 'time']);
  const remarks = queuesOf(db, log, 'log_usual', [...REQUEST_COLUMNS, 'log_level', 'log_id', 'log_data']);
  const failures = queuesOf(db, log, 'log_error', [
    ...REQUEST_COLUMNS,
    'exception_name',
    'message',
    'stack_trace',
    'file_name',
    'line_number',
    'place',
    'fingerprint',
  ]);
  const server = {
    service_id: SERVICE,
    server_host: hostname(),
    server_ip: environment.port ? `${address()}:${environment.port()}` : address(),
    env: environment.env ?? process.env.NODE_ENV ?? 'production',
  };
  const common = (request: FastifyRequest | undefined, actor: Actor | undefined) => ({
    ...server,
    tenant_id: '000000',
    ...(request ? requestColumns(request) : {}),
    ...by(actor ?? request?.actor),
    create_time: new Date(),
  });
  /** Runs the write; a row that cannot be built (a throwing getter, a proxy) only goes to the process log. */
  const guarded = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      log.warn({ err: error }, 'a log row could not be made');
    }
  };
  const queues = [calls, remarks, failures].flatMap(({ known, strangers }) => [known, strangers]);
  return {
    api: ({ request, status, millis, title }) =>
      guarded(() =>
        calls
          .of(request)
          .add({ ...common(request, undefined), type: 1, title: (title ?? '').slice(0, 255), status, time: millis }),
      ),
    error: ({ request, error, actor }) =>
      guarded(() => failures.of(request).add({ ...common(request, actor), ...errorColumns(error) })),
    reported: ({ request, errors }) =>
      guarded(() => {
        for (const { type, message, stack, url, ...rest } of errors)
          failures.of(request).add({
            ...common(request, undefined),
            service_id: CONSOLE,
            method: '',
            request_uri: redactScreen(url).slice(0, 1000),
            method_class: 'console',
            method_name: type.slice(0, 255),
            params: jsonOf(rest, PARAMS_MAX),
            ...failureColumns({
              service: CONSOLE,
              type: exceptionOf(message) ?? type,
              message: maskText(message),
              stack,
            }),
          });
      }),
    usual: ({ level, id, data, request, actor }) =>
      guarded(() =>
        remarks.of(request).add({
          ...common(request, actor),
          log_level: level,
          log_id: id.slice(0, 128),
          log_data: jsonOf(data, STACK_MAX),
        }),
      ),
    get dropped() {
      return queues.reduce((sum, queue) => sum + queue.dropped, 0);
    },
    flush: async () => {
      await Promise.all(queues.map((queue) => queue.flush()));
    },
    close: async () => {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

function requestColumns(request: FastifyRequest) {
  const route = request.routeOptions.url ?? '';
  const [area, resource, call] = route.replace(/^\/api\//, '').split('/');
  const tenant = request.headers['tenant-id'];
  const { treatments = NONE } = request.routeOptions.config ?? {};
  return {
    tenant_id: typeof tenant === 'string' && /^\d{6}$/.test(tenant) ? tenant : '000000',
    create_by: '',
    trace_id: request.id,
    method: request.method,
    request_uri: redactAddress(request.url, treatments).slice(0, 1000),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 1000),
    remote_ip: request.address,
    method_class: resource === undefined ? route : `${area}/${resource}`,
    method_name: call ?? '',
    params: JSON.stringify(
      redactParameters({ ...asObject(request.query), ...asObject(request.body) }, treatments),
    ).slice(0, PARAMS_MAX),
  };
}

/** Our own frames; the causes follow. */
function errorColumns(error: unknown) {
  const shape = loggableError(error);
  const { type, message, stack, ...rest } = shape;
  const more = Object.keys(rest).length > 0 ? `\n${JSON.stringify(rest, undefined, 1)}` : '';
  return failureColumns({ service: SERVICE, type, message, stack: `${type}: ${message}\n${stack}${more}` });
}

interface Failure {
  readonly service: string;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

function failureColumns({ service, type, message, stack }: Failure) {
  const own = placeOf(stack);
  const place = /\(?((?:file:\/\/|https?:\/\/[^\s()/]+)?\/[^\s():]+):(\d+):\d+\)?/.exec(stack);
  return {
    exception_name: type.slice(0, 255),
    message: message.slice(0, MESSAGE_MAX),
    stack_trace: maskNumbers(stack.slice(0, STACK_MAX)),
    place: own,
    fingerprint: fingerprintOf({ service, type, message, place: own }),
    file_name: (place?.[1] ?? '').slice(0, 1000),
    line_number: Number(place?.[2] ?? 0),
  };
}

/**
 * Rows of requests without a session have a separate queue, a tenth as long: any number of them neither displaces nor
 * delays the rows of signed-in users.
 */
function queuesOf(db: Db, log: Logger, table: LogTable, columns: readonly string[]) {
  const known = createLogQueue(db, log, table, columns);
  const strangers = createLogQueue(db, log, table, columns, MAX_WAITING / 10);
  return {
    known,
    strangers,
    of: (request: FastifyRequest | undefined): LogQueue => (request && !request.actor ? strangers : known),
  };
}

/** `TypeError: x is not a function` names its kind. */
const exceptionOf = (message: string): string | undefined => /^(\w*(?:Error|Exception)):/.exec(message)?.[1];

const by = (actor: Actor | undefined) => (actor ? { tenant_id: actor.tenantId, create_by: actor.account } : {});

const jsonOf = (value: unknown, max: number): string =>
  (JSON.stringify(redact(value, { numbers: NUMBER_NAME, texts: maskText })) ?? '').slice(0, max);

/** Of a request that no call answers nothing is logged but its address. */
const NONE: Treatments = new Map();

const asObject = (value: unknown): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** The first address other machines could reach this one at. */
function address(): string {
  for (const found of Object.values(networkInterfaces()).flat()) {
    if (found && !found.internal && found.family === 'IPv4') return found.address;
  }
  return '127.0.0.1';
}
