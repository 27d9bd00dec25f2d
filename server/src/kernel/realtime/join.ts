import type { Logger } from 'pino';
import { holds } from '../auth/actor.ts';
import type { Db } from '../db/index.ts';
import { rooms } from './push.ts';
import type { ActorSocket } from './socket.ts';

const DASHBOARD = 'desk/dashboard:view';
const ALL_TASKS = 'desk/task:all';
const MAX_TASK_ROOMS = 20;

/** Rooms a client may ask for: `task:{taskNo}` of a task it may see, and `dashboard`. Answers whether it is in. */
export function joinOnRequest(db: Db, log: Logger, socket: ActorSocket): void {
  const following = new Set<string>();
  socket.on('join', (wanted: unknown, answer: unknown) => {
    const reply = typeof answer === 'function' ? (answer as (joined: boolean) => void) : () => {};
    roomFor(db, socket, wanted, following).then(
      async (room) => {
        if (room !== null) await socket.join(room);
        reply(room !== null);
      },
      (error: unknown) => {
        log.warn({ err: error }, 'a room could not be looked up');
        reply(false);
      },
    );
  });
  socket.on('leave', (wanted: unknown) => {
    if (wanted === 'dashboard') void socket.leave(rooms.dashboard(socket.data.actor.tenantId));
    else if (typeof wanted === 'string' && following.delete(wanted)) void socket.leave(wanted);
  });
}

/** Removes a socket from requested rooms that it may no longer be in. */
export async function leaveForbidden(db: Db, socket: ActorSocket): Promise<void> {
  const { actor } = socket.data;
  const dashboard = rooms.dashboard(actor.tenantId);
  for (const room of [...socket.rooms]) {
    if (room !== dashboard && !room.startsWith('task:')) continue;
    const wanted = room === dashboard ? 'dashboard' : room;
    if ((await roomFor(db, socket, wanted, new Set())) === null) await socket.leave(room);
  }
}

async function roomFor(db: Db, socket: ActorSocket, wanted: unknown, following: Set<string>): Promise<string | null> {
  const { actor } = socket.data;
  if (wanted === 'dashboard') return holds(actor, DASHBOARD) ? rooms.dashboard(actor.tenantId) : null;
  const taskNo = typeof wanted === 'string' ? /^task:([\w-]{1,32})$/.exec(wanted)?.[1] : undefined;
  if (taskNo === undefined || following.size >= MAX_TASK_ROOMS) return null;
  const { rowCount } = await db.pool.query(
    'select from kernel_task where task_no = $1 and tenant_id = $2 and (owner_id = $3 or $4)',
    [taskNo, actor.tenantId, actor.userId.toString(), holds(actor, ALL_TASKS)],
  );
  if (!rowCount) return null;
  const room = rooms.task(taskNo);
  following.add(room);
  return room;
}
