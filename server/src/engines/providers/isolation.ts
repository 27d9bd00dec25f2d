import { providerBreaker } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { eq } from 'drizzle-orm';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { holdersOf } from '../identity/index.ts';
import { sendMessage } from '../messages/index.ts';
import { isolate } from './breaker.ts';
import { providerHealth, providers } from './tables.ts';

/** Isolates a provider for a reason of the program's own and notifies those who may release it; nothing for one that is isolated. */
export async function isolateAndTell(tx: Tx, id: bigint, reason: string): Promise<void> {
  const [found] = await tx
    .select({ tenantId: providers.tenantId, name: providers.providerName, breaker: providerHealth.breaker })
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(eq(providers.id, id))
    .for('update', { of: providerHealth });
  if (!found || found.breaker === providerBreaker.is.isolated) return;
  const { tenantId, name } = found;
  await isolate(tx, id, reason);
  await sendMessage(tx, systemActor(tenantId), {
    to: { userIds: await holdersOf(tx, tenantId, `${provider.name}:isolate`) },
    key: 'PROVIDER_ISOLATED',
    params: { provider: name, reason },
    bizType: provider.name,
    bizId: String(id),
  });
}
