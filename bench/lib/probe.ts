import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './measure.ts';
import type { Product } from './product.ts';

const CALLS = ['/api/auth/oauth/user-info', '/api/desk/task/list?current=1&size=10'];
const PAUSE_MILLIS = 20;

/** What other people's calls cost meanwhile: two ordinary ones, in turn, about fifty a second. */
export function probe(product: Product): () => Promise<{ calls: number; p99: number }> {
  const millis: number[] = [];
  let probing = true;
  const done = (async () => {
    for (let turn = 0; probing; turn += 1) {
      const began = performance.now();
      const answer = await product.server.client.send(CALLS[turn % CALLS.length] ?? '', { token: product.admin });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      millis.push(performance.now() - began);
      await sleep(PAUSE_MILLIS);
    }
  })();
  return async () => {
    probing = false;
    await done;
    return { calls: millis.length, p99: percentile(millis, 0.99) };
  };
}
