import { setTimeout as sleep } from 'node:timers/promises';
import { defineService, openPauses, type Service } from '../../../kernel/jobs/index.ts';
import type { Leased, WorkKinds } from './kind.ts';
import { type Look, leaseChunk } from './lease.ts';
import { runChunk } from './run.ts';
import { WORK_CHANNEL } from './states.ts';

/** Chunks under way on one node at once; each mostly waits for its provider. */
const CONCURRENCY = 16;
/** Those of them that only transactional tasks may use. */
const RESERVED = 4;
/** Pauses end without a notification, so each node looks again after this long. */
const IDLE_MILLIS = 250;
const FAILED_MILLIS = 2000;
/** How long a stopping node waits for its exchanges; others resolve those left, by their references. */
const STOP_MILLIS = 15_000;

/** Works chunks of all tasks, on every node: leases, hands over and stores. */
export const workService = (kinds: WorkKinds): Service =>
  defineService({
    name: 'work/dispatcher',
    start: async (app, workerId) => {
      const pauses = await openPauses(app.db, WORK_CHANNEL);
      const running = new Set<Promise<void>>();
      const look = (busy: number): Promise<Look | null> =>
        leaseChunk(app, kinds, workerId, { isReserved: busy >= CONCURRENCY - RESERVED }).catch((error: unknown) => {
          app.log.warn({ err: error }, 'no work could be leased');
          return null;
        });
      /** Works a chunk, and then the next one as long as there is some: leases of several slots run side by side. */
      const workOn = async (first: Leased): Promise<void> => {
        for (let leased: Leased | null = first; leased && !pauses.signal.aborted; ) {
          const { task, chunk, kind }: Leased = leased;
          await (kind.hand?.run ?? runChunk)(app, leased).catch((error: unknown) =>
            app.log.error({ err: error, task: task.taskNo, chunk: chunk.chunkNo }, 'a chunk could not be stored'),
          );
          if (pauses.signal.aborted) return;
          leased = (await look(running.size - 1))?.leased ?? null;
        }
      };
      const loop = (async () => {
        while (!pauses.signal.aborted) {
          if (running.size >= CONCURRENCY) {
            await Promise.race(running);
            continue;
          }
          const found = await look(running.size);
          if (found === null) await pauses.pause(FAILED_MILLIS);
          else if (found.leased) {
            const work = workOn(found.leased).finally(() => {
              running.delete(work);
              pauses.wake();
            });
            running.add(work);
          } else if (found.again === 'later') await pauses.pause(IDLE_MILLIS);
        }
      })();
      return {
        stop: async () => {
          await pauses.stop();
          await loop;
          await Promise.race([Promise.all(running), sleep(STOP_MILLIS, undefined, { ref: false })]);
        },
      };
    },
  });
