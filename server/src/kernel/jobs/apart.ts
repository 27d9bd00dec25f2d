import type { App } from '../app/index.ts';
import { outageOf } from '../db/index.ts';

/** Pauses of an item that failed once, twice …; the last one repeats. */
const PAUSE_SECONDS = [5, 30, 120, 600, 3600];
/** Items set aside at most; beyond it the first ones are tried again early. */
const ITEMS_MAX = 10_000;

/** Items whose work failed, and when they are tried again. Of one process: another, or this one after a restart, tries them once more. */
export interface Apart {
  /** Ids to leave out of the next look, so that failing items do not fill its limit. */
  ids(app: Place): string[];
  /** Works each row by itself: one that fails is set aside for a growing time and logged, and the others go on. An outage ends the look. */
  each<R>(app: Place, rows: readonly R[], idOf: (row: R) => string, work: (row: R) => Promise<unknown>): Promise<void>;
  fail(app: Place, id: string, error: unknown): void;
}

type Place = Pick<App, 'db' | 'log'>;
type Items = Map<string, { readonly tries: number; readonly until: number }>;

/**
 * Works each row by itself: the failure of one keeps none of the others from being worked. An outage ends it.
 * @throws an error with the first failure, at the end
 */
export async function eachAlone<R>(
  rows: Iterable<R> | AsyncIterable<R>,
  work: (row: R) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  let count = 0;
  for await (const row of rows) {
    count += 1;
    try {
      await work(row);
    } catch (error) {
      if (outageOf(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} of ${count} failed`, { cause: failures[0] });
}

/** @param what names the work in the log: `work/start-due` */
export function setApart(what: string, now: () => number = Date.now): Apart {
  // Ids belong to a database; its calls and its background work share their state.
  const ofDatabases = new WeakMap<object, Items>();
  const itemsOf = ({ db }: Place): Items => {
    const items: Items = ofDatabases.get(db.state) ?? new Map();
    ofDatabases.set(db.state, items);
    return items;
  };
  const fail = (app: Place, id: string, error: unknown): void => {
    const items = itemsOf(app);
    const tries = (items.get(id)?.tries ?? 0) + 1;
    const seconds = PAUSE_SECONDS[Math.min(tries, PAUSE_SECONDS.length) - 1] ?? 0;
    items.delete(id);
    items.set(id, { tries, until: now() + seconds * 1000 });
    const [oldest] = items.keys();
    if (items.size > ITEMS_MAX && oldest !== undefined) items.delete(oldest);
    app.log.error({ err: error, item: id, tries, seconds }, `${what}: an item failed and is set aside`);
  };
  return {
    ids: (app) => [...itemsOf(app)].flatMap(([id, { until }]) => (until > now() ? [id] : [])),
    async each(app, rows, idOf, work) {
      for (const row of rows) {
        const id = idOf(row);
        try {
          await work(row);
          itemsOf(app).delete(id);
        } catch (error) {
          if (outageOf(error)) throw error;
          fail(app, id, error);
        }
      }
    },
    fail,
  };
}
