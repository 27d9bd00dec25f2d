import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Db } from './index.ts';

/** One state of the database as a stream of bytes, at the reader's pace. Use `db.drizzle` for small queries. */
export interface Snapshot {
  /**
   * The rows of a query as PostgreSQL writes them: a line each, columns apart by tabs. The query is complete text; values in
   * it are numbers or quoted by the caller. One at a time.
   */
  copy(query: string): AsyncGenerator<Buffer, void, undefined>;
  /** Releases the connection; one in the middle of a copy is discarded. */
  close(): Promise<void>;
}

/** How many snapshots a process reads at once; more wait, so that slow downloads never use up the pool. */
const AT_ONCE = 5;
/** A reader that reads nothing for this long is considered dead. */
const IDLE_MILLIS = 120_000;
/** Less than a socket delivers at once, so that a copy is parsed one such piece at a time. */
const READ_AHEAD_BYTES = 16 * 1024;

/** Opens a snapshot when one of the process's places is free. Always close it. */
export async function openSnapshot(db: Db): Promise<Snapshot> {
  const places = placesOf(db);
  await places.take();
  let client: pg.PoolClient;
  try {
    client = await db.pool.connect();
    // No limit for a slow reader; a dead one is detected below.
    await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0');
  } catch (error) {
    places.give();
    throw error;
  }
  let isReading = false;
  let isClosed = false;
  let isBroken = false;
  // An error of the connection between two reads would otherwise end the process.
  const onBreak = (): void => {
    isBroken = true;
  };
  client.on('error', onBreak);
  const giveBack = (destroy: boolean): void => {
    if (isClosed) return;
    isClosed = true;
    if (!destroy && !isBroken) client.off('error', onBreak);
    client.release(destroy || isBroken);
    places.give();
  };
  return {
    async *copy(query) {
      isReading = true;
      const rows = client.query(copyTo(`copy (${query}) to stdout`, { highWaterMark: READ_AHEAD_BYTES }));
      // A discarded connection emits an error on a stream without a listener.
      rows.on('error', () => undefined);
      for await (const chunk of rows) {
        const gone = setTimeout(() => {
          rows.destroy(new Error('Nobody took the rows of a snapshot'));
          giveBack(true);
        }, IDLE_MILLIS);
        try {
          yield chunk as Buffer;
        } finally {
          clearTimeout(gone);
        }
        // PostgreSQL always has data ready: without this pause the loop would read megabytes before it serves other
        // sockets.
        await nextTurn();
      }
      isReading = false;
    },
    async close() {
      if (isClosed || isReading || isBroken) return giveBack(true);
      await client.query('commit').then(
        () => giveBack(false),
        () => giveBack(true),
      );
    },
  };
}

/** Lines of a copy, split into their columns; null is an empty text. */
export async function* copiedRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[], void, undefined> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.includes('\\') ? line.split('\t').map(unescaped) : line.split('\t');
  }
}

/** What PostgreSQL writes for characters that separate rows and columns, for a backslash, and for null (`N`). */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', N: '' };
function unescaped(cell: string): string {
  // Most cells are null or have nothing to replace.
  if (cell === '\\N') return '';
  return cell.includes('\\') ? cell.replace(/\\(.)/gs, (_, one: string) => ESCAPES[one] ?? one) : cell;
}

interface Places {
  take(): Promise<void>;
  give(): void;
}

const known = new WeakMap<Db, Places>();

function placesOf(db: Db): Places {
  const found = known.get(db);
  if (found) return found;
  let free = AT_ONCE;
  const waiting: (() => void)[] = [];
  const places: Places = {
    take: () => {
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    give: () => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
  known.set(db, places);
  return places;
}

const dialect = new PgDialect();

/** Returns a statement with its parameters in its text, for COPY, which takes none. */
export function inlined(statement: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return text.replace(/\$(\d+)/g, (_, n: string) => literal(params[Number(n) - 1]));
}

const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : escapeLiteral(String(value));
