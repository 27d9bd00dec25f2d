import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { eq } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { type ProviderHealth, type ProviderRow, providerHealth } from './tables.ts';

/** Fields whose values prove who posts a callback. */
const KEYS = ['apiKey', 'secretKey', 'verifyToken'] as const;
export type KeyField = (typeof KEYS)[number];

/** Replaced keys by field, sealed. */
export type PreviousKeys = Readonly<Record<string, string>>;

/** A row with keys that prove who posts a callback. */
interface Keyed {
  readonly tenantId: string;
  readonly previousKeyUntil: Date | null;
}

const isAhead = (time: Date | null | undefined): boolean => !!time && time > new Date();

/** Returns the keys that callbacks are accepted with: the present one, if any, and during a rotation the one before. */
export function acceptedKeys<F extends string>(
  secrets: Secrets,
  resource: Resource,
  row: Keyed & { readonly [K in F]: string | null },
  previousKeys: PreviousKeys | null | undefined,
  field: F,
): string[] {
  const before = isAhead(row.previousKeyUntil) ? previousKeys?.[field] : undefined;
  const sealed = [row[field], before].filter((one) => one);
  return sealed.map((one) => openSecretOf(secrets, resource, { tenantId: row.tenantId, [field]: one }, field));
}

/**
 * Returns the replaced keys to keep when a form is saved; undefined leaves those that are kept, null forgets them: without a time ahead, and
 * when theirs is over. A second rotation keeps the keys of the last one alone.
 */
export function keysToKeep<F extends string>(
  fields: readonly F[],
  input: { readonly [K in F]?: string | null | undefined } & {
    readonly previousKeyUntil?: Date | null | undefined;
  },
  existing: Keyed & { readonly [K in F]: string | null },
): PreviousKeys | null | undefined {
  if (!isAhead(input.previousKeyUntil === undefined ? existing.previousKeyUntil : input.previousKeyUntil)) return null;
  const replaced = fields.filter((field) => input[field] && existing[field]);
  if (replaced.length > 0) return Object.fromEntries(replaced.map((field) => [field, existing[field] ?? '']));
  return isAhead(existing.previousKeyUntil) ? undefined : null;
}

/** Returns the keys that callbacks of a provider are accepted with. */
export const keysOf = (
  { secrets }: Pick<App, 'secrets'>,
  row: ProviderRow,
  { previousKeys }: Pick<ProviderHealth, 'previousKeys'>,
  field: KeyField,
): string[] => acceptedKeys(secrets, provider, row, previousKeys, field);

/** Keeps the keys of a provider that a form replaces (`keysToKeep`). */
export async function keepPreviousKeys(
  tx: Tx,
  input: { readonly [F in KeyField | 'previousKeyUntil']?: ProviderRow[F] | undefined },
  existing: ProviderRow,
): Promise<void> {
  const previousKeys = keysToKeep(KEYS, input, existing);
  if (previousKeys === undefined) return;
  await tx.update(providerHealth).set({ previousKeys }).where(eq(providerHealth.providerId, existing.id));
}
