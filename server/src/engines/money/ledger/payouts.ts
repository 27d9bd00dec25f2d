import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { cash, clearing, walletOf } from './accounts.ts';
import { type PostedJournal, post, type Reference } from './posting.ts';

/** Posts a paid payout: cash decreases by the sent amount, the fee is earned. */
export function payoutPaid(
  tx: Tx,
  actor: Actor,
  input: Reference & {
    readonly channel: string;
    readonly methodCode: string;
    readonly amount: bigint;
    readonly fee: bigint;
  },
): Promise<PostedJournal> {
  const { channel, methodCode, amount, fee } = input;
  return post(tx, actor, {
    ...input,
    event: 'WD_PAID',
    debits: [{ account: clearing(channel), amount }],
    credits: [
      { account: cash(methodCode), amount: amount - fee },
      { account: 'p:fee_income' as const, amount: fee },
    ].filter((posting) => posting.amount > 0n),
  });
}

/** Posts a returned payout: the wallet gets the sent amount back; the platform keeps the fee. */
export function returnPayout(
  tx: Tx,
  actor: Actor,
  input: Reference & {
    readonly userId: bigint;
    readonly wallet: 'balance' | 'brokerage';
    readonly methodCode: string;
    readonly amount: bigint;
  },
): Promise<PostedJournal> {
  return post(tx, actor, {
    ...input,
    event: 'WD_RETURN',
    debits: [{ account: cash(input.methodCode), amount: input.amount }],
    credits: [{ account: walletOf(input.userId, input.wallet), amount: input.amount }],
  });
}
