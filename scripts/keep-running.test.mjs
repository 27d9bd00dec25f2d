import { expect, it } from 'vitest';
import { keepRunning } from './keep-running.mjs';

/**
 * Runs a server whose runs end with these codes, without pauses.
 * @returns its last code, number of runs, and messages
 */
async function ended(codes, options = {}) {
  const said = [];
  let runs = 0;
  const code = await keepRunning(async () => codes[runs++] ?? 0, {
    pausesSeconds: [0, 0, 0],
    say: (line) => said.push(line),
    ...options,
  });
  return { code, runs, said: said.join('\n') };
}

it.each([
  ['an orderly end', 0],
  ['a failed first start', 1],
  ['wrong settings', 2],
])('%s is the end', async (_what, code) => {
  expect(await ended([code])).toEqual({ code, runs: 1, said: '' });
});

it.each([
  ['an error nothing caught', 70],
  ['a kill', 137],
  ['want of memory', 134],
])('after %s it is started again, and that is said', async (_what, code) => {
  const { code: last, runs, said } = await ended([code, 0]);
  expect([last, runs]).toEqual([0, 2]);
  expect(said).toContain(`(code ${code}) and is started again`);
});

it('a start that fails after a crash is tried again', async () => {
  expect(await ended([70, 1, 1, 0])).toMatchObject({ code: 0, runs: 4 });
});

it('gives up after its last pause, with a message', async () => {
  const { code, runs, said } = await ended([70, 70, 70, 70, 70]);
  expect([code, runs]).toEqual([70, 4]);
  expect(said).toContain('stopped unexpectedly 4 times in a row (code 70) and is not started again');
  expect(said).toContain('不再重新启动');
});

it('counts anew after a run that was sound', async () => {
  expect(await ended([70, 70, 70, 70, 70, 70, 0], { soundMillis: -1 })).toMatchObject({ code: 0, runs: 7 });
});

it('is not restarted after its launcher has ended, or after a stop request', async () => {
  expect(await ended([137, 0], { isAbandoned: () => true })).toMatchObject({ code: 137, runs: 1 });
  let runs = 0;
  const code = await keepRunning(
    async () => {
      runs += 1;
      process.emit('SIGTERM');
      return 137;
    },
    { say: () => undefined },
  );
  expect([code, runs]).toEqual([137, 1]);
});
