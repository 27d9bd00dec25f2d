import { setTimeout as sleep } from 'node:timers/promises';

/** How a server that stopped itself after an error nothing caught ends (`server/src/escaped-errors.ts`). */
const STOPPED_BY_ERROR = 70;
/** Codes from here on mean that a signal ended the process: killed, or out of memory. */
const BY_SIGNAL = 128;
const WRONG_SETTINGS = 2;
const PAUSES_SECONDS = [1, 2, 5, 10, 20, 30, 60, 60, 60, 60];
/** A server that ran this long has recovered; its crashes are counted anew. */
const SOUND_MILLIS = 60_000;

/**
 * Runs a server until it ends normally, and again after a crash, with growing pauses. Reports each restart, and gives
 * up if it crashes after the longest pause too. A server that fails its first start is not restarted.
 * @param serve runs the server; resolves to its exit code, 128 and more after a signal
 * @param isAbandoned whether the process that launched this has ended
 * @returns the exit code of its last run
 */
export async function keepRunning(
  serve,
  {
    pausesSeconds = PAUSES_SECONDS,
    soundMillis = SOUND_MILLIS,
    isAbandoned = /** @returns {boolean} */ () => false,
    say = console.error,
  } = {},
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
      // A failed start after a crash (the port is not free yet) is retried as well.
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
