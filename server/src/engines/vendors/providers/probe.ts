import { eq } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { adapterOf } from './adapters.ts';
import { messageAdapterOf } from './channels/adapters.ts';
import { MESSAGE_KIND } from './provider.ts';
import { type ProviderRow, providerHealth, providers } from './tables.ts';

const PROBE_MILLIS = 15_000;
const PROBLEM_MAX = 255;

/** Sends a request about no number to a provider with its stored settings. Does not throw; `millis` is its duration. */
export async function testProvider(
  app: App,
  row: ProviderRow,
): Promise<{ succeeded: boolean; millis: number; problem: string | null }> {
  const started = performance.now();
  const problem = await probeOf(app, row);
  await app.db.drizzle
    .update(providerHealth)
    .set({ testProblem: problem })
    .where(eq(providerHealth.providerId, row.id));
  return { succeeded: problem === null, millis: Math.round(performance.now() - started), problem };
}

/** Probes a provider as `testProvider`. @returns the problem; null when it works */
export async function probeProvider(app: App, id: bigint): Promise<string | null> {
  const [row] = await app.db.drizzle.select().from(providers).where(eq(providers.id, id));
  return row ? probeOf(app, row) : null;
}

async function probeOf(app: App, row: ProviderRow): Promise<string | null> {
  try {
    const { probe } = row.kind === MESSAGE_KIND ? messageAdapterOf(app, row) : adapterOf(app, row);
    await probe(AbortSignal.timeout(PROBE_MILLIS));
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, PROBLEM_MAX);
  }
}
