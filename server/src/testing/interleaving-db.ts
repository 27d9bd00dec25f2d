import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDb } from '../kernel/db/index.ts';
import type { TestDb } from '../kernel/testing/index.ts';
import { meetStatements } from './statements.ts';

/** A database whose statements a test orders. */
export interface InterleavingDb {
  readonly db: Db;
  /**
   * Runs works in parallel, one statement at a time; `choose` selects the next among those with a pending statement.
   */
  interleave<T>(works: readonly (() => Promise<T>)[], choose: (many: number) => number): Promise<T[]>;
}

interface Player {
  /** Each lets a statement that waits go its way. */
  readonly waiting: (() => void)[];
  isDone: boolean;
}

/** A statement that takes longer most likely waits for another work's lock: the others continue meanwhile. */
const BLOCKED_MILLIS = 15;

export function interleavingDb(connection: TestDb['connection']): InterleavingDb {
  const db = openDb({ ...connection, max: 8 });
  const playing = new AsyncLocalStorage<Player>();
  let changed: () => void = () => undefined;

  meetStatements(db, (_client, _text, send) => {
    const player = playing.getStore();
    // Remaining notifications of a finished work are no turn.
    if (player === undefined || player.isDone) return undefined;
    return (async () => {
      await new Promise<void>((resolve) => {
        player.waiting.push(resolve);
        changed();
      });
      try {
        return await send();
      } finally {
        changed();
      }
    })();
  });

  return {
    db,
    async interleave(works, choose) {
      const players = works.map((): Player => ({ waiting: [], isDone: false }));
      const results = works.map((work, index) => {
        const player = players[index] as Player;
        return playing.run(player, work).finally(() => {
          player.isDone = true;
          for (const go of player.waiting.splice(0)) go();
          changed();
        });
      });
      while (players.some(({ isDone }) => !isDone)) {
        // Until everybody waits at a statement or for a lock; between two statements they are quick.
        const isSettled = () => players.every(({ waiting, isDone }) => isDone || waiting.length > 0);
        for (const end = Date.now() + BLOCKED_MILLIS; !isSettled() && Date.now() < end; )
          await Promise.race([
            sleep(BLOCKED_MILLIS),
            new Promise<void>((resolve) => {
              changed = resolve;
            }),
          ]);
        const ready = players.filter(({ waiting }) => waiting.length > 0);
        ready[choose(Math.max(ready.length, 1))]?.waiting.shift()?.();
      }
      return Promise.all(results);
    },
  };
}
