import type { Db } from '../db/index.ts';

/** The pauses of a service between its looks for work. */
export interface Pauses {
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
  /** Ends the present pause, or else the next one. */
  wake(): void;
  pause(millis: number): Promise<void>;
  /** Ends the pauses for good. */
  stop(): Promise<void>;
}

/**
 * Returns pauses that end after their time, with a notification of the channel, or when woken. A wake since the last pause ends the next
 * one at once: work that is written during a look may have been missed by it.
 */
export async function openPauses(db: Db, channel: string): Promise<Pauses> {
  const stopping = new AbortController();
  let isWoken = false;
  let resume = () => {};
  const wake = () => {
    isWoken = true;
    resume();
  };
  const unlisten = await db.listen(channel, wake);
  return {
    signal: stopping.signal,
    wake,
    async pause(millis) {
      if (!isWoken && !stopping.signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, millis).unref();
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isWoken = false;
    },
    async stop() {
      stopping.abort();
      wake();
      await unlisten();
    },
  };
}
