import type { Logger } from 'pino';
import type { Db } from '../db/index.ts';
import { groupedInsert } from './groups.ts';

export const MAX_WAITING = 10_000;
const BATCH = 500;
const INTERVAL_MILLIS = 500;
const RETRY_MAX_MILLIS = 30_000;

export type LogTable = 'log_api' | 'log_usual' | 'log_error';
export type LogRow = Readonly<Record<string, string | number | Date>>;

/** Rows waiting to be written to one log table. */
export interface LogQueue {
  add(row: LogRow): void;
  /** Writes the queued rows; stops after one failure. */
  flush(): Promise<void>;
  close(): Promise<void>;
  readonly dropped: number;
}

/**
 * Keeps log rows in memory and writes them in batches, away from any request. A database that cannot take them costs
 * the oldest rows beyond the bound (counted), never a request.
 */
export function createLogQueue(
  db: Db,
  log: Logger,
  table: LogTable,
  columns: readonly string[],
  most = MAX_WAITING,
): LogQueue {
  let waiting: LogRow[] = [];
  let dropped = 0;
  let delay = INTERVAL_MILLIS;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<boolean> | undefined;
  let closed = false;
  // One array per column and `unnest`: the same statement for any number of rows.
  const rows = `insert into ${table} (${columns.join(', ')})
    select ${columns.map((column, index) => `(value ->> ${index})::${TYPES[column] ?? 'text'}`).join(', ')}
    from jsonb_array_elements($1::jsonb) as value`;
  const insert = table === 'log_error' ? groupedInsert(rows) : rows;

  const write = async (): Promise<boolean> => {
    const batch = waiting.slice(0, BATCH);
    if (batch.length === 0) return true;
    try {
      const values = batch.map((row) => columns.map((column) => clean(row[column])));
      await db.pool.query(insert, [JSON.stringify(values)]);
      const written = new Set(batch);
      // Rows may have been dropped from the front while the statement ran.
      waiting = waiting.filter((row) => !written.has(row));
      delay = INTERVAL_MILLIS;
      return true;
    } catch (error) {
      delay = Math.min(delay * 2, RETRY_MAX_MILLIS);
      log.warn({ err: error, table, waiting: waiting.length, dropped }, 'log rows could not be written');
      return false;
    }
  };
  const single = (): Promise<boolean> => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const schedule = (): void => {
    if (timer || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void single().then(() => waiting.length > 0 && schedule());
    }, delay);
    timer.unref();
  };
  const flush = async (): Promise<void> => {
    await writing;
    while (waiting.length > 0 && (await single()));
  };
  return {
    add: (row) => {
      waiting.push(row);
      if (waiting.length > most) {
        dropped += 1;
        waiting.shift();
      }
      schedule();
    },
    flush,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await flush();
    },
    get dropped() {
      return dropped;
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  type: 'integer',
  status: 'integer',
  time: 'integer',
  line_number: 'integer',
  create_time: 'timestamptz',
};

/** JSON in PostgreSQL takes no NUL, and a lone surrogate would refuse the whole batch. */
function clean(value: string | number | Date | undefined): string | number {
  if (value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;
}
