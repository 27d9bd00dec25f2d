import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { httpClient } from '../../server/src/testing/http-client.ts';

const CALLS = ['/api/auth/oauth/user-info', '/api/desk/task/list?current=1&size=10'];
const PAUSE_MILLIS = 20;

/**
 * The thread of `other-calls.ts`: two ordinary calls in turn, about fifty per second. Returns their milliseconds at the
 * end.
 */
const { url, token } = workerData as { url: string; token: string };
const client = httpClient(url);
const millis: number[] = [];
let isRunning = true;
parentPort?.once('message', () => {
  isRunning = false;
});
for (let turn = 0; isRunning; turn += 1) {
  const began = performance.now();
  const answer = await client.send(CALLS[turn % CALLS.length] ?? '', { token });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  millis.push(performance.now() - began);
  await sleep(PAUSE_MILLIS);
}
client.close();
parentPort?.postMessage(millis);
