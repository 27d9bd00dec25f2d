import { storageKey } from '../storage.ts';

/** Longer than the work may take: a tab that was closed in the middle of it must not keep the others waiting for ever. */
const LEASE_MILLIS = 25_000;
/** How long a claim stands before it counts: whoever claimed at the same moment has overwritten it by then. */
const SETTLE_MILLIS = 40;
const POLL_MILLIS = 100;

interface Lease {
  readonly by: string;
  readonly until: number;
}

/**
 * Runs work that only one tab of the browser may run at a time; the others wait for it to end. Browsers have locks for
 * that, but not on plain http addresses, where a lease in the storage stands in.
 */
export async function oneTabAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const key = storageKey(name);
  // Typed as always there, yet missing on insecure origins.
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (locks) return locks.request(key, work);
  const me = Math.random().toString(36).slice(2);
  try {
    await takeLease(key, me);
  } catch {
    // A forbidden storage: there is nothing the tabs could share, a session neither.
    return work();
  }
  try {
    return await work();
  } finally {
    if (leaseOf(key)?.by === me) localStorage.removeItem(key);
  }
}

async function takeLease(key: string, me: string): Promise<void> {
  for (;;) {
    const lease = leaseOf(key);
    if (!lease || lease.until < Date.now()) {
      localStorage.setItem(key, JSON.stringify({ by: me, until: Date.now() + LEASE_MILLIS } satisfies Lease));
      await sleep(SETTLE_MILLIS * (1 + Math.random()));
      if (leaseOf(key)?.by === me) return;
    }
    await sleep(POLL_MILLIS);
  }
}

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
