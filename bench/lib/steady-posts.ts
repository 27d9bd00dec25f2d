import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Bodies to post to one address, each with its headers. */
export interface Posts {
  readonly url: string;
  readonly posts: readonly { readonly headers: Readonly<Record<string, string>>; readonly body: string }[];
  readonly connections: number;
  /** Posts sent a second; undefined: as fast as they are answered. */
  readonly perSecond?: number;
}

/** Milliseconds of each post, the seconds of all, and how many were answered 200. */
export interface Posted {
  readonly millis: readonly number[];
  readonly seconds: number;
  readonly answered: number;
}

/** Posts from a thread of its own over kept connections, one post at a time on each. */
export async function postSteadily(posts: Posts): Promise<Posted> {
  const worker = new Worker(new URL('steady-posts-worker.ts', import.meta.url), { workerData: posts });
  const [posted] = (await once(worker, 'message')) as [Posted];
  return posted;
}
