import { setTimeout as sleep } from 'node:timers/promises';

/** How a server that stopped itself after an error nothing caught ends (`server/src/escaped-errors.ts`). */
const STOPPED_BY_ERROR = 70;
/** Codes from here on mean that a signal ended it: killed, aborted for want of memory. */
const BY_SIGNAL = 128;
const WRONG_SETTINGS = 2;
const PAUSES_SECONDS = [1, 2, 5, 10, 20, 30, 60, 60, 60, 60];
/** One that served this long has recovered; its next end is counted anew. */
const SOUND_MILLIS = 60_000;

/**
 * Runs a server until it ends in order, and again after a crash, with growing pauses. Says so each time, and gives up with a
 * sentence once all pauses in a row were of no use. One that cannot even start the first time is not started again.
 * @param serve runs the server; its exit code, 128 and more where a signal ended it
 * @param isAbandoned whether whoever launched this is gone
 * @returns the exit code of its last run
 */
export async function keepRunning(
  serve,
  { pausesSeconds = PAUSES_SECONDS, soundMillis = SOUND_MILLIS, isAbandoned = () => false, say = console.error } = {},
) {
  const asked = new AbortController();
  const stop = () => asked.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    let crashes = 0;
    for (;;) {
      const began = performance.now();
      const code = await serve();
      if (asked.signal.aborted || isAbandoned() || code === 0 || code === WRONG_SETTINGS) return code;
      // What fails after a crash (the port is not free yet) is tried again as well.
      if (crashes === 0 && code !== STOPPED_BY_ERROR && code < BY_SIGNAL) return code;
      if (performance.now() - began > soundMillis) crashes = 0;
      const pause = pausesSeconds[crashes];
      crashes += 1;
      if (pause === undefined) {
        say(`\n服务器连续 ${crashes} 次意外停止（代码 ${code}），不再重新启动，请查看上面的日志。`);
        say(
          `The server stopped unexpectedly ${crashes} times in a row (code ${code}) and is not started again; see the log above.\n`,
        );
        return code;
      }
      say(`\n服务器意外停止（代码 ${code}），${pause} 秒后重新启动。`);
      say(`The server stopped unexpectedly (code ${code}) and is started again in ${pause} s.\n`);
      await sleep(pause * 1000, undefined, { signal: asked.signal }).catch(() => undefined);
      if (asked.signal.aborted || isAbandoned()) return code;
    }
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
