import { storageKey } from '../storage.ts';

/** Lifetime of a claim that its tab does not renew: a crashed tab must not keep the others waiting for long. */
const LEASE_MILLIS = 5_000;
const REPEAT_MILLIS = 1_000;
/** Wait before a claim counts, in milliseconds: a simultaneous claim has overwritten it by then. */
const SETTLE_MILLIS = 40;
const POLL_MILLIS = 100;

interface Lease {
  readonly by: string;
  readonly until: number;
}

/**
 * Runs work in one tab of the browser at a time; other tabs wait for it to end. Uses the browser's locks, or a lease in
 * the storage on plain http addresses, where browsers have no locks.
 */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const key = storageKey(name);
  // The type says it always exists, but it is missing on insecure origins.
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (locks) return locks.request(key, work);
  const me = Math.random().toString(36).slice(2);
  const release = () => {
    if (leaseOf(key)?.by === me) localStorage.removeItem(key);
  };
  // A page that is left runs no more timers and may not get to its own end: from the first claim on it cleans up here.
  globalThis.addEventListener?.('pagehide', release);
  let beat: ReturnType<typeof setInterval> | undefined;
  try {
    await takeLease(key, me);
    // Renew only our own lease: another tab may have taken over while this page slept.
    beat = setInterval(() => leaseOf(key)?.by === me && claim(key, me), REPEAT_MILLIS);
  } catch {
    // The storage is forbidden: the tabs share nothing, not even a session.
    globalThis.removeEventListener?.('pagehide', release);
    return work();
  }
  try {
    return await work();
  } finally {
    clearInterval(beat);
    globalThis.removeEventListener?.('pagehide', release);
    release();
  }
}

async function takeLease(key: string, me: string): Promise<void> {
  for (;;) {
    const lease = leaseOf(key);
    if (!lease || lease.until < Date.now()) {
      claim(key, me);
      await sleep(SETTLE_MILLIS * (1 + Math.random()));
      if (leaseOf(key)?.by === me) return;
    }
    await sleep(POLL_MILLIS);
  }
}

const claim = (key: string, me: string): void =>
  localStorage.setItem(key, JSON.stringify({ by: me, until: Date.now() + LEASE_MILLIS } satisfies Lease));

function leaseOf(key: string): Lease | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Lease> | null;
    const { by, until } = kept ?? {};
    return typeof by === 'string' && typeof until === 'number' ? { by, until } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const sleep = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));
