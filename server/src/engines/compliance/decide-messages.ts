import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import type { App } from '../../kernel/app/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { type Batch, type Decision, decide, type Refusal } from './decide.ts';
import { digestOf } from './digests.ts';
import { noteContacts } from './frequency.ts';
import { quietUntil } from './quiet-hours.ts';

/** Recipients of one country, whom an owner wants to write to. */
export interface MessageBatch extends Batch {
  readonly countryCode: string;
  readonly isMarketing: boolean;
  /** A repetition of messages that were counted for the frequency before. */
  readonly isCounted?: boolean;
}

export interface MessageDecision extends Decision {
  /** When messages to the country may be sent; later than the asked moment during quiet hours, null if never. Nothing is sent before. */
  readonly allowedFrom: Date | null;
}

/**
 * Decides who may be written to now, in the transaction that hands messages over: blocked country, suppression list, declaration, quiet
 * hours, frequency. Messages to recipients that are allowed count for their frequency from here on.
 */
export async function decideMessages(
  app: Pick<App, 'secrets' | 'parameters'>,
  tx: Tx,
  { isMarketing, isCounted = false, ...batch }: MessageBatch,
  at: Date,
): Promise<MessageDecision> {
  const decision = await decide(app, tx, batch);
  const allowedFrom = await quietUntil(tx, { ...batch, isMarketing }, at);
  const isUsable = decision.consent === 'valid' || decision.consent === 'unneeded';
  if (!isUsable || isCounted || allowedFrom === null || allowedFrom > at) return { ...decision, allowedFrom };
  const keys = batch.numbers.map((number) => digestOf(app.secrets, number).key);
  const open = keys.filter((_, index) => !decision.refused.has(index));
  const tooOften = await noteContacts(tx, { ...batch, isMarketing }, open);
  const refused = new Map<number, Refusal>(decision.refused);
  for (const [index, key] of keys.entries()) {
    const rule = tooOften.get(key);
    if (rule !== undefined && !refused.has(index))
      refused.set(index, { reason: numberReject.is.tooOften, rule: `frequency/${rule}` });
  }
  return { ...decision, refused, allowedFrom };
}
