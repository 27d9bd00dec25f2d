import { providerBreaker } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { isSigned } from '../../../kernel/outbound/signature.ts';
import { providerErrors } from './errors.ts';
import { countOutcome, OUTCOME } from './health.ts';
import { keysOf } from './keys.ts';
import { type ReceiptSource, storeReceipt } from './receipts.ts';
import { providerHealth, providers } from './tables.ts';

/** The kind of callbacks with results of checks. */
export const CHECK_RECEIPT = 'check';

/** A request as it came. */
export interface Posted {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Returns the request of a call with `rawBody`. */
export const postedOf = ({ request: { body, headers } }: Pick<Context, 'request'>): Posted => ({
  body: typeof body === 'string' ? body : '',
  headers,
});

/** The path to which a vendor posts, as its signature covers it. */
export const callbackPath = (resource: string, id: bigint): string => `/api/${resource}/callback?id=${id}`;

interface SignedSource extends ReceiptSource {
  /** The keys that are accepted. */
  readonly keys: readonly string[];
  readonly resource: string;
}

/** Whether a callback is signed with a key of its vendor; with an empty one it never is. */
const isSignedBy = ({ keys, resource, id }: SignedSource, { body, headers }: Posted): boolean =>
  keys.some((key) => isSigned(key, { method: 'POST', path: callbackPath(resource, id), body }, headers));

/**
 * Stores a callback, to be applied within about a second, if it is signed with the vendor's key.
 * @throws CALLBACK_SIGNATURE, also for an empty key; CALLBACK_NOT_STORED
 */
export async function receiveSigned(app: App, source: SignedSource, posted: Posted): Promise<void> {
  if (!isSignedBy(source, posted)) throw providerErrors.CALLBACK_SIGNATURE();
  await storeReceipt(app, source, posted.body);
}

/**
 * Stores results that a provider of checks posts.
 * @throws as `receiveSigned`, CALLBACK_SIGNATURE also for an unknown provider; PROVIDER_ISOLATED (503) while nothing of it is used
 */
export async function receiveResults(app: App, id: bigint, posted: Posted): Promise<void> {
  const [row] = await app.db.drizzle
    .select()
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(and(eq(providers.id, id), isNull(providers.deletedAt)));
  if (!row) throw providerErrors.CALLBACK_SIGNATURE();
  const { tenantId } = row.prv_provider;
  const keys = keysOf(app, row.prv_provider, row.prv_health, 'secretKey');
  const source = { tenantId, kind: CHECK_RECEIPT, id, resource: provider.name, keys };
  if (!isSignedBy(source, posted)) {
    await countOutcome(app.db.drizzle, id, OUTCOME.forged);
    throw providerErrors.CALLBACK_SIGNATURE();
  }
  if (row.prv_health.breaker === providerBreaker.is.isolated) throw providerErrors.PROVIDER_ISOLATED();
  await storeReceipt(app, source, posted.body);
}
