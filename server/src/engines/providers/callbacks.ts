import { providerBreaker } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { isSigned } from '../../kernel/outbound/signature.ts';
import { openSecretOf } from '../../kernel/resource/sealed.ts';
import { providerErrors } from './errors.ts';
import { countOutcome, OUTCOME } from './health.ts';
import { storeReceipt } from './receipts.ts';
import { providerHealth, providers } from './tables.ts';

/** The kind of callbacks with results of checks. */
export const CHECK_RECEIPT = 'check';

/** The path to which a provider posts results, as its signature covers it. */
export const callbackPath = (id: bigint): string => `/api/${provider.name}/callback?id=${id}`;

/**
 * Stores a callback of a provider, to be applied soon after.
 * @throws CALLBACK_SIGNATURE, also for an unknown provider; PROVIDER_ISOLATED (503) while nothing of it is used
 */
export async function receiveResults(
  app: App,
  id: bigint,
  body: string,
  headers: Parameters<typeof isSigned>[2],
): Promise<void> {
  const [row] = await app.db.drizzle
    .select()
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(and(eq(providers.id, id), isNull(providers.deletedAt)));
  if (!row) throw providerErrors.CALLBACK_SIGNATURE();
  const key = openSecretOf(app.secrets, provider, row.prv_provider, 'secretKey');
  if (!isSigned(key, { method: 'POST', path: callbackPath(id), body }, headers)) {
    await countOutcome(app.db.drizzle, id, OUTCOME.forged);
    throw providerErrors.CALLBACK_SIGNATURE();
  }
  if (row.prv_health.breaker === providerBreaker.is.isolated) throw providerErrors.PROVIDER_ISOLATED();
  await storeReceipt(app, { tenantId: row.prv_provider.tenantId, kind: CHECK_RECEIPT, id }, body);
}
