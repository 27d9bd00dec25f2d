import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { eq } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { openSecretOf } from '../../kernel/resource/sealed.ts';
import { type ProviderHealth, type ProviderRow, providerHealth } from './tables.ts';

/** Fields whose values prove who posts a callback. */
const KEYS = ['apiKey', 'secretKey', 'verifyToken'] as const;
export type KeyField = (typeof KEYS)[number];

/** Returns the keys that callbacks are accepted with: the present one, and during a rotation the one before. */
export function keysOf(
  { secrets }: Pick<App, 'secrets'>,
  row: ProviderRow,
  health: Pick<ProviderHealth, 'previousKeys'>,
  field: KeyField,
): string[] {
  const isRotating = row.previousKeyUntil !== null && row.previousKeyUntil > new Date();
  const before = isRotating ? health.previousKeys?.[field] : undefined;
  const sealed = [row[field], before].filter((one) => one);
  return sealed.map((one) => openSecretOf(secrets, provider, { tenantId: row.tenantId, [field]: one }, field));
}

/**
 * Keeps the keys that a form replaces while `previousKeyUntil` is ahead; without it they are forgotten, and so are those of an earlier
 * rotation. A second rotation keeps the keys of the last one.
 */
export async function keepPreviousKeys(
  tx: Tx,
  input: { readonly [F in KeyField | 'previousKeyUntil']?: ProviderRow[F] | undefined },
  existing: ProviderRow,
): Promise<void> {
  const { previousKeyUntil: until = existing.previousKeyUntil } = input;
  const replaced = KEYS.filter((field) => input[field] && existing[field]);
  const isEnded = until === null || until <= new Date();
  if (!isEnded && replaced.length === 0) return;
  const kept = Object.fromEntries(replaced.map((field) => [field, existing[field] ?? '']));
  await tx
    .update(providerHealth)
    .set({ previousKeys: isEnded ? null : kept })
    .where(eq(providerHealth.providerId, existing.id));
}
