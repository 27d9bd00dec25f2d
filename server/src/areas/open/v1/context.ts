import type { PartnerCall } from '@trade-assistant/contract/areas/open/v1/call.ts';
import type { KeyInUse } from '../../../engines/reporting/partner-api/index.ts';
import type { Context, FileAnswer } from '../../../kernel/http/context.ts';
import type { InnerCalls } from '../../../kernel/http/inner-calls.ts';

/** One request of a partner. */
export interface PartnerContext {
  /** As the owner of the key, in UTC; its `tx` is the transaction that also stores the answer under the key of idempotency. */
  readonly c: Context;
  readonly calls: InnerCalls;
  readonly key: KeyInUse;
  /** The id of the path; 0 without one. */
  readonly id: bigint;
}

type Input<C extends PartnerCall> = C extends PartnerCall<infer I> ? import('zod').output<I> : never;

export type PartnerHandler<C extends PartnerCall = PartnerCall> = (
  context: PartnerContext,
  input: Input<C>,
) => Promise<unknown | FileAnswer>;

// biome-ignore lint/suspicious/noExplicitAny: rows travel in the form of another contract; each answer is checked by the partner's own
export type Wire = Readonly<Record<string, any>>;

/** Returns a time of a call in UTC as ISO 8601; null for none. */
export const instantOf = (wall: unknown): string | null =>
  typeof wall === 'string' && wall !== '' ? `${wall.replace(' ', 'T')}.000Z` : null;

/** Returns an instant as a wall time in UTC, as other calls take it. */
export const wallOf = (instant: string | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
