import { type Challenge, solveChallenge, solveChallengeWorkers } from 'altcha-lib';
import { deriveKey } from './captcha-key.ts';

const TIMEOUT_MILLIS = 120_000;

/** Solves a challenge in a worker, or in the page if there is none. Rejects when it fails. */
export async function solveCaptcha(challenge: Challenge, controller: AbortController): Promise<string> {
  const work = { challenge, controller, timeout: TIMEOUT_MILLIS };
  const createWorker = () => new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
  const solution = await solveChallengeWorkers({ ...work, concurrency: 1, createWorker }).catch(() =>
    controller.signal.aborted ? null : solveChallenge({ ...work, deriveKey }),
  );
  if (!solution) throw new Error('the work of a captcha was not done in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
