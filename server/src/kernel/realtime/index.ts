import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { Actor } from '../auth/actor.ts';
import { addressOf, type Trust } from '../config/proxies.ts';
import type { Db } from '../db/index.ts';
import { adapterPool } from './adapter-pool.ts';
import { admission } from './admission.ts';
import { joinOnRequest, leaveForbidden, type Requests } from './join.ts';
import { PUSH_CHANNEL, type Push, rooms } from './push.ts';
import type { ActorSocket, CanRead, ClientEvents, ServerEvents, SocketData, SocketSessions } from './socket.ts';
import { isSocketUrl, SOCKET_PATH, upgradesOnly } from './upgrade.ts';

export {
  announceChange,
  announceChangeNow,
  announceChangeToAll,
  announceRecord,
  notify,
  push,
  pushNow,
  rooms,
} from './push.ts';

const MAX_PACKET_BYTES = 16 * 1024;
const RECHECK_INTERVAL_MILLIS = 60_000;
const HANDSHAKE_MILLIS = 10_000;
const CHECKED_AT_ONCE = 8;

export interface RealtimeOptions {
  readonly db: Db;
  readonly log: Logger;
  readonly sessions: SocketSessions;
  /** Proxies whose `X-Forwarded-Host` and `X-Forwarded-For` are trusted; default: none. */
  readonly trust?: Trust;
  /** Whether one more handshake may come from this address. */
  readonly admit?: (address: string) => Promise<boolean>;
  /** Which records a socket may follow; default: none. */
  readonly canRead?: CanRead;
  /** How often the tokens of open sockets are checked again. */
  readonly recheckMillis?: number;
}

/** Pushed events over Socket.IO. Only the server puts sockets into rooms; a client can publish nothing. */
export interface Realtime {
  /** Serves `/ws` on the application's own HTTP server. */
  attach(server: HttpServer): void;
  /** Also serves `/ws` on a separate port. False, with a log line, if the port is in use. */
  listen(port: number, host: string): Promise<boolean>;
  /** The separate port; null without one. */
  readonly messagePort: number | null;
  /** Sockets connected to this node. */
  readonly sockets: number;
  /** Ends a session's or a user's sockets, on every node. */
  disconnect(ended: { sessionId?: bigint; userId?: bigint }): void;
  close(): Promise<void>;
}

export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { db, log, sessions, trust = () => false, admit = async () => true } = options;
  const requests: Requests = { db, log, canRead: options.canRead ?? (async () => false) };
  const pool = adapterPool(db);
  const home = createServer({ shouldUpgradeCallback: upgradesOnly(isSocketUrl) }, (_request, response) =>
    response.writeHead(404).end(),
  );
  const io = new Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>({
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: MAX_PACKET_BYTES,
    connectTimeout: HANDSHAKE_MILLIS,
    // `allowRequest` checks the origin; the page may use another port of the same host.
    cors: { origin: true },
    allowRequest: (request, answer) => {
      if (!isSameHost(request, trust)) return answer(null, false);
      void admit(addressOf(request, trust)).then(
        (isAllowed) => answer(null, isAllowed),
        () => answer(null, false),
      );
    },
    // It connects and asks, nothing else of a pool.
    adapter: createAdapter(pool as unknown as Pool, {
      tableName: 'kernel_socket_attachment',
      errorHandler: (error) => log.warn({ err: error }, 'nodes could not tell each other about sockets'),
    }),
  });
  // Closing Socket.IO closes the server it was attached to first; that must not be the application's.
  io.attach(home);
  io.use(admission(io, sessions, log));
  io.on('connection', (socket) => welcome(requests, socket));
  // Every node is notified of an ended session and disconnects its own sockets.
  sessions.onEnd((ended) => disconnectFrom(io.local, ended));
  sessions.onLock((sessionId) => {
    const to = sessionRoom(sessionId);
    io.local.in(to).emit('session-locked', null);
    io.local.in(to).disconnectSockets(true);
  });
  const unlisten = await db.listen(PUSH_CHANNEL, (text) => {
    const message = JSON.parse(text) as Push;
    if (message.rooms.length > 0) io.local.to([...message.rooms]).emit(message.event, message.payload);
  });
  const check = async (socket: ActorSocket) => {
    const actor = await sessions.authenticate(socket.data.token);
    // The client reconnects with its newer token.
    if (!actor || actor.isLocked) return void socket.disconnect(true);
    const before = ownRooms(socket.data.actor);
    const after = ownRooms(actor);
    socket.data.actor = actor;
    for (const room of before) if (!after.includes(room)) await socket.leave(room);
    await socket.join(after);
    await leaveForbidden(requests, socket);
  };
  /** Some at a time, so that a change of rights does not become as many statements at once as there are sockets. */
  const checkAll = async () => {
    const open = [...io.of('/').sockets.values()];
    const work = async () => {
      for (let socket = open.pop(); socket; socket = open.pop())
        await check(socket).catch((error: unknown) => log.warn({ err: error }, 'a socket could not be checked again'));
    };
    await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, work));
  };
  sessions.onRightsChange(() => void checkAll());
  const recheck = setInterval(() => void checkAll(), options.recheckMillis ?? RECHECK_INTERVAL_MILLIS);
  recheck.unref();
  let messagePort: number | null = null;

  return {
    attach: (server) => {
      io.engine.attach(server, { path: SOCKET_PATH });
    },
    listen: (port, host) =>
      new Promise((resolve) => {
        home.once('error', (error) => {
          log.warn({ err: error, port }, 'the message port could not be opened; messages go over the main port only');
          resolve(false);
        });
        home.listen(port, host, () => {
          messagePort = port;
          resolve(true);
        });
      }),
    get messagePort() {
      return messagePort;
    },
    get sockets() {
      return io.of('/').sockets.size;
    },
    disconnect: (ended) => disconnectFrom(io, ended),
    close: async () => {
      clearInterval(recheck);
      await unlisten();
      await io.close();
      await pool.end();
    },
  };
}

const sessionRoom = (sessionId: bigint) => `session:${sessionId}`;

function welcome(requests: Requests, socket: ActorSocket): void {
  void socket.join(ownRooms(socket.data.actor));
  joinOnRequest(requests, socket);
}

/** The rooms that a socket enters automatically. */
const ownRooms = (actor: Actor): string[] => [
  rooms.user(actor.userId),
  rooms.tenant(actor.tenantId),
  ...actor.roleKeys.map((key) => rooms.role(actor.tenantId, key)),
  ...actor.deptIds.map((deptId) => rooms.dept(deptId)),
  ...(actor.sessionId === null ? [] : [sessionRoom(actor.sessionId)]),
];

type Target = Pick<Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>, 'in'>;

function disconnectFrom(target: Target, { sessionId, userId }: { sessionId?: bigint; userId?: bigint }): void {
  const to = [
    ...(sessionId === undefined ? [] : [sessionRoom(sessionId)]),
    ...(userId === undefined ? [] : [rooms.user(userId)]),
  ];
  if (to.length === 0) return;
  target.in(to).emit('session-ended', null);
  target.in(to).disconnectSockets(true);
}

/** Whether a browser's page belongs to the host it calls, on any port; other pages are refused. */
export function isSameHost(request: IncomingMessage, trust: Trust): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  const isProxied = trust(request.socket.remoteAddress ?? '', 0);
  const forwarded = isProxied ? request.headers['x-forwarded-host'] : undefined;
  // Of several the nearest proxy's, as for calls; the others are its caller's.
  const host =
    (typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined) ?? request.headers.host;
  return (
    host !== undefined &&
    URL.canParse(origin) &&
    URL.canParse(`http://${host}`) &&
    new URL(origin).hostname === new URL(`http://${host}`).hostname
  );
}
