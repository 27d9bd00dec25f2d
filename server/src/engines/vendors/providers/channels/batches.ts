import type { App } from '../../../../kernel/app/index.ts';
import { providerErrors } from '../errors.ts';
import { type StoredCallback, storeCallbacks } from '../receipts.ts';

/** Rows of one insert. */
const TOGETHER = 200;
/** Rows that wait for an insert; more are refused, and the channel repeats them. */
const WAITING_MAX = 5000;

interface Request {
  readonly callbacks: readonly StoredCallback[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Queue {
  requests: Request[];
  rows: number;
  isBusy: boolean;
}

const queues = new WeakMap<App['db'], Queue>();

/**
 * Stores callbacks of a request together with those of other requests: while one insert is under way, the next one collects. Ends when
 * they are committed.
 * @throws CALLBACK_NOT_STORED (503)
 */
export function storeTogether(app: App, callbacks: readonly StoredCallback[]): Promise<void> {
  const queue = queues.get(app.db) ?? { requests: [], rows: 0, isBusy: false };
  queues.set(app.db, queue);
  if (queue.rows > 0 && queue.rows + callbacks.length > WAITING_MAX)
    return Promise.reject(providerErrors.CALLBACK_NOT_STORED());
  return new Promise((done, failed) => {
    queue.requests.push({ callbacks, done, failed });
    queue.rows += callbacks.length;
    if (!queue.isBusy) void empty(app, queue);
  });
}

async function empty(app: App, queue: Queue): Promise<void> {
  queue.isBusy = true;
  while (queue.requests.length > 0) {
    let rows = 0;
    const isFull = queue.requests.findIndex(({ callbacks }, place) => {
      rows += callbacks.length;
      return place > 0 && rows > TOGETHER;
    });
    const together = queue.requests.splice(0, isFull === -1 ? queue.requests.length : isFull);
    for (const { callbacks } of together) queue.rows -= callbacks.length;
    await store(app, together);
  }
  queue.isBusy = false;
}

/** Rows that the database refuses fail their own request only. */
async function store(app: App, requests: readonly Request[]): Promise<void> {
  try {
    await insert(
      app,
      requests.flatMap(({ callbacks }) => callbacks),
    );
    for (const { done } of requests) done();
  } catch (error) {
    const [first] = requests;
    if (requests.length === 1) return first?.failed(error);
    for (const request of requests) await store(app, [request]);
  }
}

async function insert(app: App, callbacks: readonly StoredCallback[]): Promise<void> {
  for (let from = 0; from < callbacks.length; from += TOGETHER)
    await storeCallbacks(app, callbacks.slice(from, from + TOGETHER));
}
