import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { type Batch, type Decision, decide, type Refusal } from './decide.ts';
import { recipientKey } from './digests.ts';
import { recordContacts } from './frequency.ts';
import { quietUntil } from './quiet-hours.ts';

/** Recipients of one country, whom an owner wants to write to. */
export interface MessageBatch extends Batch {
  readonly countryCode: string;
  readonly isMarketing: boolean;
  /** A repetition of messages that were counted for the frequency before. */
  readonly isCounted?: boolean;
}

export interface MessageDecision extends Decision {
  /** By index of the number: the end of its quiet hours; absent for numbers outside of them. */
  readonly deferred: ReadonlyMap<number, Date>;
  /** Whether the rules never allow a message to some of the recipients. */
  readonly isNever: boolean;
}

/**
 * Decides who may be written to now, in the transaction that hands messages over: blocked country, suppression list, declaration, quiet
 * hours, frequency. Messages to recipients that are allowed now count for their frequency from here on.
 */
export async function decideMessages(
  app: Pick<App, 'secrets' | 'parameters'>,
  tx: Tx,
  { isMarketing, isCounted = false, ...batch }: MessageBatch,
  at: Date,
): Promise<MessageDecision> {
  const decision = await decide(app, tx, { ...batch, isMarketing });
  const moments = await quietUntil(tx, { ...batch, isMarketing }, at);
  const isNever = moments.includes(null);
  const deferred = new Map(
    [...moments.entries()].flatMap(([index, from]) => (from && from > at ? [[index, from]] : [])),
  );
  const isUsable = decision.consent === 'valid' || decision.consent === 'unneeded';
  if (!isUsable || isCounted || isNever) return { ...decision, deferred, isNever };
  const keys = batch.numbers.map((number) => recipientKey(app.secrets, number));
  const open = keys.filter((_, index) => !decision.refused.has(index) && !deferred.has(index));
  const tooOften = await recordContacts(tx, { ...batch, isMarketing }, open);
  const refused = new Map<number, Refusal>(decision.refused);
  for (const [index, key] of keys.entries()) {
    const rule = tooOften.get(key);
    if (rule !== undefined && !refused.has(index))
      refused.set(index, { reason: numberReject.is.tooOften, rule: `frequency/${rule}` });
  }
  return { ...decision, refused, deferred, isNever };
}
