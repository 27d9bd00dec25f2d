import type { Logger } from 'pino';
import type { Server } from 'socket.io';
import { rooms } from './push.ts';
import type { ActorSocket, SocketSessions } from './socket.ts';

export const MAX_CONNECTIONS = 5;
export const MAX_PACKETS_PER_SECOND = 20;
const COUNT_MILLIS = 1000;

/** Why a socket was refused: the message of the client's `connect_error`. */
export const refusals = {
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  SESSION_LOCKED: 'SESSION_LOCKED',
  TOO_MANY_CONNECTIONS: 'TOO_MANY_CONNECTIONS',
  UNAVAILABLE: 'UNAVAILABLE',
} as const;

/** The guard of a new socket: a valid token in the handshake, few enough connections, and from then on few packets. */
export function admission(io: Pick<Server, 'in'>, sessions: SocketSessions, log: Logger) {
  // Sockets admitted here, from before they appear in any room, so that a burst cannot slip past the count.
  const admitted = new Map<bigint, Set<string>>();
  return async (socket: ActorSocket, next: (refusal?: Error) => void): Promise<void> => {
    try {
      const token: unknown = socket.handshake.auth.token;
      const actor = typeof token === 'string' && token.length <= 1024 ? await sessions.authenticate(token) : null;
      if (!actor || typeof token !== 'string') return next(new Error(refusals.UNAUTHENTICATED));
      if (actor.isLocked) return next(new Error(refusals.SESSION_LOCKED));
      const mine = admitted.get(actor.userId) ?? new Set<string>();
      admitted.set(actor.userId, mine);
      mine.add(socket.id);
      const release = () => {
        mine.delete(socket.id);
        if (mine.size === 0 && admitted.get(actor.userId) === mine) admitted.delete(actor.userId);
      };
      const elsewhere = await connectionsElsewhere(io, actor.userId);
      if (mine.size + elsewhere > MAX_CONNECTIONS) {
        release();
        return next(new Error(refusals.TOO_MANY_CONNECTIONS));
      }
      if (socket.conn.readyState !== 'open') return release();
      socket.conn.once('close', release);
      socket.data.actor = actor;
      socket.data.token = token;
      limitPackets(socket, log);
      next();
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be admitted');
      next(new Error(refusals.UNAVAILABLE));
    }
  };
}

/** A user's sockets on other nodes. If another node does not answer within the limit, only this node's are counted. */
async function connectionsElsewhere(io: Pick<Server, 'in'>, userId: bigint): Promise<number> {
  const room = rooms.user(userId);
  const near = (await io.in(room).local.fetchSockets()).length;
  const all = await io
    .in(room)
    .timeout(COUNT_MILLIS)
    .fetchSockets()
    .catch(() => null);
  return all === null ? 0 : Math.max(0, all.length - near);
}

function limitPackets(socket: ActorSocket, log: Logger): void {
  let [second, packets] = [0, 0];
  socket.conn.on('packet', ({ type }: { type: string }) => {
    if (type !== 'message') return;
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, packets] = [now, 0];
    packets += 1;
    if (packets > MAX_PACKETS_PER_SECOND) {
      log.warn({ userId: socket.data.actor.userId.toString() }, 'a socket sent too many packets and was closed');
      socket.disconnect(true);
    }
  });
}
