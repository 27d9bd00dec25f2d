import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { App } from '../app/index.ts';
import { inSavepoint, outageOf, type Tx } from '../db/index.ts';

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
  /** The same for rows of one transaction, each in a savepoint. */
  batch(app: Place): Batch;
  fail(app: Place, id: string, error: unknown): void;
}

/** How a step of a timer works the rows that it has locked in its transaction. */
export interface Batch {
  /** The condition that an id is none of a row that is set aside. */
  isNotSetApart(id: SQLWrapper): SQL;
  each<R extends Identified>(tx: Tx, rows: readonly R[], work: (tx: Tx, row: R) => Promise<unknown>): Promise<void>;
  /** Works many rows by the same statements, and each by itself only where that fails. */
  together<R extends Identified>(
    tx: Tx,
    rows: readonly R[],
    work: (tx: Tx, rows: readonly R[]) => Promise<unknown>,
  ): Promise<void>;
}

interface Identified {
  readonly id: bigint | string;
}

/** The failure of one row fails all, and reaches the caller. */
export const allOrNone: Batch = {
  isNotSetApart: () => sql`true`,
  each: async (tx, rows, work) => {
    for (const row of rows) await work(tx, row);
  },
  together: async (tx, rows, work) => void (await work(tx, rows)),
};

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
  // Ids belong to a database.
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
  const ids = (app: Place) => [...itemsOf(app)].flatMap(([id, { until }]) => (until > now() ? [id] : []));
  const each: Apart['each'] = async (app, rows, idOf, work) => {
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
  };
  return {
    ids,
    each,
    batch: (app) => {
      const alone: Batch['each'] = (tx, rows, work) =>
        each(
          app,
          rows,
          ({ id }) => String(id),
          (row) => inSavepoint(tx, (own) => work(own, row)),
        );
      return {
        isNotSetApart: (id) => sql`${id} <> all(${sql.param(ids(app))}::bigint[])`,
        each: alone,
        together: (tx, rows, work) =>
          inSavepoint(tx, (own) => work(own, rows)).then(
            () => undefined,
            (error: unknown) => {
              if (outageOf(error)) throw error;
              return alone(tx, rows, (own, row) => work(own, [row]));
            },
          ),
      };
    },
    fail,
  };
}
