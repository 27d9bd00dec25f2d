import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../kernel/db/index.ts';

/**
 * Most providers that this process asks in parallel. If that many are silent, further ones wait until one of them
 * ends.
 */
const PROVIDERS_MAX = 50;

const underWay = new WeakMap<Db, Map<string, Promise<void>>>();

/**
 * Asks several providers in parallel, one run per provider, and waits for them for a limited time. A slower provider
 * delays no other: its run continues, and the provider is skipped until it has ended. Work must not throw.
 */
export async function runProviders(
  db: Db,
  work: ReadonlyMap<string, () => Promise<void>>,
  patienceMillis: number,
): Promise<void> {
  const runs = underWay.get(db) ?? new Map<string, Promise<void>>();
  underWay.set(db, runs);
  const started: Promise<void>[] = [];
  for (const [provider, run] of work) {
    if (runs.has(provider) || runs.size >= PROVIDERS_MAX) continue;
    const running = run().finally(() => runs.delete(provider));
    runs.set(provider, running);
    started.push(running);
  }
  const all = Promise.all(started);
  if (patienceMillis === Number.POSITIVE_INFINITY) await all;
  else await Promise.race([all, sleep(patienceMillis, undefined, { ref: false })]);
}
