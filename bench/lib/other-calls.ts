import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { percentile } from './measure.ts';
import type { Product } from './product.ts';

/**
 * Measures other users' calls meanwhile. They run in a separate thread: in the benchmark's own, an answer
 * would wait until the current piece of a download is processed, and count as slow.
 */
export function measureOtherCalls(product: Product): () => Promise<{ calls: number; p99: number }> {
  const others = new Worker(new URL('other-calls-worker.ts', import.meta.url), {
    workerData: { url: product.server.url, token: product.admin },
  });
  return async () => {
    others.postMessage('end');
    const [millis] = (await once(others, 'message')) as [number[]];
    return { calls: millis.length, p99: percentile(millis, 0.99) };
  };
}
