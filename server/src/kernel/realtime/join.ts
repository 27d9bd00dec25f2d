import type { Logger } from 'pino';
import { type Actor, holds } from '../auth/actor.ts';
import type { Db } from '../db/index.ts';
import { rooms } from './push.ts';
import type { ActorSocket, CanRead } from './socket.ts';

const DASHBOARD = 'desk/dashboard:view';
const ALL_TASKS = 'desk/task:all';
/** Rooms of tasks, and of records, that one socket may be in. */
const MAX_ROOMS_OF_KIND = 20;

/** A room that a client asked for: its name on the server, and the check of the client's right to it. */
interface Wanted {
  readonly kind: 'dashboard' | 'task' | 'record';
  readonly room: string;
  isAllowed(actor: Actor): Promise<boolean>;
}

/** The requested rooms of each socket, by the names that its client used. */
const followingOf = new WeakMap<ActorSocket, Map<string, Wanted>>();

/** The rooms that clients may ask for, and where their rights are looked up. */
export interface Requests {
  readonly db: Db;
  readonly log: Logger;
  readonly canRead: CanRead;
}

/**
 * Rooms a client may ask for: `task:{taskNo}` of a task it may see, `record:{resource}:{id}` of a record it may read, and `dashboard`.
 * Answers whether it is in.
 */
export function joinOnRequest(requests: Requests, socket: ActorSocket): void {
  const following = new Map<string, Wanted>();
  followingOf.set(socket, following);
  socket.on('join', (asked: unknown, answer: unknown) => {
    const reply = typeof answer === 'function' ? (answer as (joined: boolean) => void) : () => {};
    const name = String(asked);
    const wanted = wantedBy(requests, socket.data.actor, name);
    if (!wanted || isFull(following, name, wanted)) return reply(false);
    // Counted before the check, so that many requests at once cannot exceed the limit.
    following.set(name, wanted);
    wanted.isAllowed(socket.data.actor).then(
      async (isAllowed) => {
        const isWanted = following.has(name);
        if (!isAllowed) following.delete(name);
        else if (isWanted) await socket.join(wanted.room);
        reply(isAllowed && isWanted);
      },
      (error: unknown) => {
        following.delete(name);
        requests.log.warn({ err: error }, 'a room could not be looked up');
        reply(false);
      },
    );
  });
  socket.on('leave', (asked: unknown) => {
    const left = following.get(String(asked));
    if (!left) return;
    following.delete(String(asked));
    void socket.leave(left.room);
  });
}

const isFull = (following: ReadonlyMap<string, Wanted>, name: string, { kind }: Wanted): boolean =>
  !following.has(name) && [...following.values()].filter((one) => one.kind === kind).length >= MAX_ROOMS_OF_KIND;

/** Removes a socket from requested rooms that it may no longer be in. */
export async function leaveForbidden(requests: Requests, socket: ActorSocket): Promise<void> {
  const { actor } = socket.data;
  const following = followingOf.get(socket) ?? new Map<string, Wanted>();
  for (const [name, { room }] of [...following]) {
    const wanted = wantedBy(requests, actor, name);
    if (wanted?.room === room && (await wanted.isAllowed(actor))) continue;
    following.delete(name);
    await socket.leave(room);
  }
}

function wantedBy({ db, canRead }: Requests, { tenantId }: Actor, asked: string): Wanted | null {
  if (asked === 'dashboard')
    return {
      kind: 'dashboard',
      room: rooms.dashboard(tenantId),
      isAllowed: async (actor) => holds(actor, DASHBOARD),
    };
  const taskNo = /^task:([\w-]{1,32})$/.exec(asked)?.[1];
  if (taskNo !== undefined)
    return {
      kind: 'task',
      room: rooms.task(taskNo),
      isAllowed: async (actor) => {
        const { rowCount } = await db.pool.query(
          'select from kernel_task where task_no = $1 and tenant_id = $2 and (owner_id = $3 or $4)',
          [taskNo, actor.tenantId, actor.userId.toString(), holds(actor, ALL_TASKS)],
        );
        return rowCount === 1;
      },
    };
  const [, resource, id] = /^record:([a-z][a-z/-]{0,63}):(\d{1,18})$/.exec(asked) ?? [];
  if (resource === undefined || id === undefined) return null;
  return {
    kind: 'record',
    room: rooms.record(tenantId, resource, BigInt(id)),
    isAllowed: (actor) => canRead(actor, resource, BigInt(id)),
  };
}
