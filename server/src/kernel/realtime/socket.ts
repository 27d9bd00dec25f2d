import type { Socket } from 'socket.io';
import type { Actor } from '../auth/actor.ts';

/** The part of the sessions this channel needs. */
export interface SocketSessions {
  authenticate(token: string): Promise<(Actor & { readonly isLocked?: boolean }) | null>;
  onEnd(handler: (ended: { sessionId?: bigint; userId?: bigint }) => void): void;
  onLock(handler: (sessionId: bigint) => void): void;
  onRightsChange(handler: () => void): void;
}

/** Returns whether a user may read a record. */
export type CanRead = (actor: Actor, resource: string, id: bigint) => Promise<boolean>;

export interface SocketData {
  actor: Actor;
  token: string;
}
export type ActorSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
export type ClientEvents = { join: (room: unknown, answer: unknown) => void; leave: (room: unknown) => void };
export type ServerEvents = Record<string, (payload: unknown) => void>;
