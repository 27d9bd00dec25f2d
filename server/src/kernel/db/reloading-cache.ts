import type { Logger } from 'pino';
import type { Db } from './index.ts';

interface Options {
  readonly db: Db;
  readonly log: Pick<Logger, 'warn'>;
  /** The notification a trigger sends with every change. */
  readonly channel: string;
  /** Named in the log when a later reading fails. */
  readonly what: string;
  /** Reads everything and puts it where it is used; runs once at a time, and again when something changed meanwhile. */
  readonly read: () => Promise<void>;
}

/** A cache of database content that reloads after a change. */
export interface ReloadingCache {
  /** Reloads at once, for a caller that cannot wait for the notification of its own commit. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Finds changes that were notified while the connection was down. */
const LOOK_MILLIS = 10_000;

/** @throws if the database does not answer at the start; later the cache keeps its last values */
export async function openReloadingCache({ db, log, channel, what, read }: Options): Promise<ReloadingCache> {
  let reading: Promise<void> | undefined;
  let isStale = false;
  const readAll = async (): Promise<void> => {
    do {
      isStale = false;
      await read();
    } while (isStale);
  };
  const refresh = (): Promise<void> => {
    // A running read may have started before the change.
    if (reading !== undefined) isStale = true;
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const refreshQuietly = (): void => {
    refresh().catch((error: unknown) => log.warn({ err: error }, `${what} could not be read again`));
  };
  const unlisten = await db.listen(channel, refreshQuietly);
  await refresh();
  const timer = setInterval(refreshQuietly, LOOK_MILLIS);
  timer.unref();
  return {
    refresh,
    async close() {
      clearInterval(timer);
      await unlisten();
      await reading?.catch(() => undefined);
    },
  };
}
