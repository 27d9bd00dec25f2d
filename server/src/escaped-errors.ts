import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loggableError } from './kernel/log/index.ts';

/** How a process that stopped itself after an error nothing caught ends; `npm start` starts it again (scripts/keep-running.mjs). */
export const STOPPED_BY_ERROR = 70;
/** Time limit for recording and stopping. */
const RECORD_MILLIS = 2_000;
const STOP_MILLIS = 15_000;

/**
 * Ends the process in an orderly way after an uncaught error or rejection, since its state is unknown. The
 * error is logged and recorded first; the exit code is STOPPED_BY_ERROR. Further errors on the way are only logged.
 * @param record writes the error into the error log, if there is one by now
 * @param stop stops the process's parts
 */
export function stopOnEscapedErrors(
  log: Logger,
  { record, stop }: { record: (error: unknown) => Promise<unknown>; stop: () => Promise<unknown> },
): void {
  let isStopping = false;
  const within = (millis: number, work: () => Promise<unknown>) =>
    Promise.race([Promise.resolve().then(work), sleep(millis, undefined, { ref: false })]).catch((error: unknown) =>
      log.error({ err: error }, 'the stop was not clean'),
    );
  // Node hands rejections over here as well.
  process.on('uncaughtException', (error, origin) => {
    // As a shape: an outage of the database, too, is logged in full when it ends the process.
    log.fatal({ origin, error: loggableError(error) }, 'an error was caught by nothing: the process stops');
    if (isStopping) return;
    isStopping = true;
    void within(RECORD_MILLIS, () => record(error))
      .then(() => within(STOP_MILLIS, stop))
      .finally(() => process.exit(STOPPED_BY_ERROR));
  });
}
