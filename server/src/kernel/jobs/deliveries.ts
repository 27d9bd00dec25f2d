import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app/index.ts';
import type { Tx } from '../db/index.ts';
import { type Apart, setApart } from './apart.ts';
import { defineService, type Service } from './define.ts';
import { openPauses } from './pauses.ts';
import { storeOutcome } from './store-outcome.ts';

const FAILED_MILLIS = 2000;
/** Longest pause before a row is handed over again whose hand-over caused an error. */
const ERROR_SECONDS_MAX = 60;
/** How long a stopping node waits for rows under way; the leases of the rest end. */
const STOP_MILLIS = 15_000;
/** Rows whose lease ended, of one run; the others follow with the next. */
const LOST_MAX = 200;

/** The worker of rows that are handed over without the service. */
const NOBODY = 0n;

/** A row as a node took it. */
export interface Taken {
  readonly id: string;
  /** How often it was taken, this time included. */
  readonly tries: number;
}

/** What a look for rows depends on. */
export interface Look {
  readonly limit: number;
  /** Lanes of which this node has as many under way as it may. */
  readonly fullLanes: readonly string[];
  /** Ids of rows that could not be taken before, which are left out for a growing time. */
  readonly apart: readonly string[];
}

/** The columns of a table of deliveries. Beside them it has `worker_id` (null: nobody has the row). */
export interface DeliveryTable {
  readonly name: string;
  readonly id: string;
  /** The time from which a row is due. */
  readonly due: string;
  /** The end of the lease of a taken row; may be the same column. */
  readonly lease: string;
  /** How often a row was taken; `tries` by default. */
  readonly tries?: string;
}

/** The condition that a row is still the one that this node took. */
export type Mine = SQL;

export interface DeliveryRules<Row extends Taken, Outcome> {
  /** Its name in the log: `open/webhooks`. */
  readonly name: string;
  /** The notification that wakes the nodes. */
  readonly channel: string;
  readonly table: DeliveryTable;
  /** Rows under way on one node, and those of one lane. */
  readonly atOnce: number;
  readonly perLane?: number;
  readonly laneOf?: (row: Row) => string;
  /** Longer than the longest hand-over and the storing of its outcome. */
  readonly leaseSeconds: number;
  /** Common table expressions; `due (id)` has the rows to take, none of `apart`, locked with `skip locked`. */
  readonly choose: (app: App, look: Look) => SQL;
  /** Reads rows in the transaction that takes them; it may end some of them instead of returning them. */
  readonly load: (app: App, tx: Tx, taken: readonly Taken[]) => Promise<readonly Row[]>;
  /** Hands a row over, outside of transactions. An error means that nothing was handed over. */
  readonly send: (app: App, row: Row) => Promise<Outcome>;
  /**
   * Stores an outcome; its first statement changes the row under the condition `mine`.
   * @returns false, with nothing changed, if the row is not this node's any more
   */
  readonly store: (app: App, tx: Tx, row: Row, outcome: Outcome, mine: Mine) => Promise<boolean>;
  /** Ends a row of a dead or late worker, of which nobody knows whether it was handed over. Without it such rows are due again. */
  readonly lost?: (app: App, tx: Tx, id: string) => Promise<void>;
}

export interface Deliveries extends Service {
  /** Ends rows whose lease ended, as `lost` says. @returns how many */
  recover(app: App): Promise<number>;
  /** Hands all due rows over and waits for their outcomes, without the service. @returns how many */
  handOver(app: App): Promise<number>;
}

/**
 * Hands rows of a table over to the outside, on every node, each row by one node at a time. A taken row has a lease: an outcome is stored
 * repeatedly until it ends, and afterwards the row is in doubt, or due again where a repetition does no harm. A row that fails, and a
 * lane that does not answer, delay no other.
 */
export function defineDeliveries<Row extends Taken, Outcome>(rules: DeliveryRules<Row, Outcome>): Deliveries {
  const { name, channel, atOnce, perLane = atOnce, laneOf } = rules;
  const apart = setApart(name);
  const { start } = defineService({
    name,
    start: async (app, workerId) => {
      const pauses = await openPauses(app.db, channel);
      const underWay = new Map<Promise<void>, string | undefined>();
      const fullLanes = (): string[] =>
        [...Map.groupBy(underWay.values(), (lane) => lane)].flatMap(([lane, rows]) =>
          lane !== undefined && rows.length >= perLane ? [lane] : [],
        );
      const look = async (): Promise<readonly Row[] | null> => {
        const limit = atOnce - underWay.size;
        if (limit <= 0) return [];
        return take(app, rules, workerId, apart, { limit, fullLanes: fullLanes() }).catch((error: unknown) => {
          app.log.error({ err: error }, `${name}: nothing could be taken`);
          return null;
        });
      };
      const begin = (row: Row): void => {
        const work = deliver(app, rules, workerId, row).then(() => {
          underWay.delete(work);
          pauses.wake();
        });
        underWay.set(work, laneOf?.(row));
      };
      const loop = (async () => {
        while (!pauses.signal.aborted) {
          const taken = await look();
          for (const row of taken ?? []) begin(row);
          if (!taken?.length) await pauses.pause(taken === null ? FAILED_MILLIS : app.config.tickMillis);
        }
      })();
      return {
        stop: async () => {
          await pauses.stop();
          await loop;
          await Promise.race([Promise.all(underWay.keys()), sleep(STOP_MILLIS, undefined, { ref: false })]);
        },
      };
    },
  });
  const handOver = async (app: App): Promise<number> => {
    let count = 0;
    for (;;) {
      const taken = await take(app, rules, NOBODY, apart, { limit: atOnce, fullLanes: [] });
      if (taken.length === 0) return count;
      await Promise.all(taken.map((row) => deliver(app, rules, NOBODY, row)));
      count += taken.length;
    }
  };
  return { name, start, recover: recovery(rules), handOver };
}

const columnsOf = ({ name, id, due, lease, tries = 'tries' }: DeliveryTable) => ({
  table: sql.identifier(name),
  tries: sql.identifier(tries),
  id: sql.identifier(id),
  due: sql.identifier(due),
  lease: sql.identifier(lease),
});

/** Takes due rows, together; a row that cannot be taken or read is set aside and keeps none of the others. */
function take<Row extends Taken, Outcome>(
  app: App,
  rules: DeliveryRules<Row, Outcome>,
  workerId: bigint,
  apart: Apart,
  look: Omit<Look, 'apart'>,
): Promise<readonly Row[]> {
  const { table, id, lease, tries } = columnsOf(rules.table);
  return app.db.tx(
    async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`with ${rules.choose(app, { ...look, apart: apart.ids(app) })} select id::text as id from due`,
      );
      const ready: Row[] = [];
      if (rows.length === 0) return ready;
      await apart.batch(app).together(tx, rows, async (own, some) => {
        const { rows: taken } = await own.execute<{ id: string; tries: number }>(sql`
          update ${table} t set worker_id = ${workerId}, ${tries} = t.${tries} + 1,
            ${lease} = now() + make_interval(secs => ${rules.leaseSeconds})
          where t.${id} = any(${sql.param(some.map((row) => row.id))}::bigint[]) returning t.${id}::text as id, t.${tries} as tries`);
        ready.push(...(await rules.load(app, own, taken)));
      });
      return ready;
    },
    { retry: true },
  );
}

async function deliver<Row extends Taken, Outcome>(
  app: App,
  rules: DeliveryRules<Row, Outcome>,
  workerId: bigint,
  row: Row,
): Promise<void> {
  const { id, tries } = columnsOf(rules.table);
  const mine = sql`${id} = ${row.id}::bigint and worker_id = ${workerId} and ${tries} = ${row.tries}`;
  const store = (work: (tx: Tx) => Promise<boolean>) =>
    storeOutcome(app.log, { delivery: rules.name, row: row.id }, () => app.db.tx(work, { retry: true }));
  const sent = await rules.send(app, row).then(
    (outcome) => ({ outcome }),
    (error: unknown) => ({ error }),
  );
  if ('outcome' in sent) await store((tx) => rules.store(app, tx, row, sent.outcome, mine));
  else {
    app.log.error({ err: sent.error, row: row.id }, `${rules.name}: a row could not be handed over`);
    await store((tx) => putBack(tx, rules.table, mine, Math.min(2 ** row.tries, ERROR_SECONDS_MAX)));
  }
}

/** Gives a row back that was not handed over; it is due again after a pause. @returns false if it is not this node's any more */
export async function putBack(tx: Tx, given: DeliveryTable, mine: Mine, seconds: number): Promise<boolean> {
  const { table, due, lease } = columnsOf(given);
  // The end of a lease that nobody holds would end the next one early, on nodes of a release without leases.
  const noLease = given.lease === given.due ? sql`` : sql`${lease} = null, `;
  const { rowCount } = await tx.execute(sql`
    update ${table} set worker_id = null, ${noLease}${due} = now() + make_interval(secs => ${seconds}::double precision) where ${mine}`);
  return (rowCount ?? 0) > 0;
}

/** Returns the work that ends rows whose lease ended, each by itself: one that cannot be ended keeps none of the others. */
function recovery<Row extends Taken, Outcome>({
  name,
  table: given,
  lost,
}: DeliveryRules<Row, Outcome>): (app: App) => Promise<number> {
  if (!lost) return () => Promise.resolve(0);
  const { table, id, lease } = columnsOf(given);
  const apart = setApart(`${name}/lost`);
  const isLost = sql`worker_id is not null
    and (${lease} <= now() or not exists (select from kernel_worker w where w.id = t.worker_id))`;
  return async (app) => {
    const { rows } = await app.db.drizzle.execute<{ id: string }>(sql`
      select ${id}::text as id from ${table} t where ${isLost} and ${id} <> all(${sql.param(apart.ids(app))}::bigint[])
      order by ${id} limit ${LOST_MAX}`);
    let ended = 0;
    const end = (row: { readonly id: string }) =>
      app.db.tx(
        async (tx) => {
          const { rowCount } = await tx.execute(
            sql`select from ${table} t where ${id} = ${row.id}::bigint and ${isLost} for update skip locked`,
          );
          if (rowCount === 0) return;
          await lost(app, tx, row.id);
          ended += 1;
        },
        { retry: true },
      );
    await apart.each(app, rows, (row) => row.id, end);
    return ended;
  };
}
