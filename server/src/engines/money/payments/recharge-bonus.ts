import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { defineEvent } from '../../../kernel/event.ts';
import { invariant } from '../../../kernel/invariant.ts';
import type { RechargeRow } from './tables.ts';

/**
 * A recharge is being credited: listeners return its bonus in micro-units, zero for none. An error refuses the recharge.
 */
export const rechargeCredited = defineEvent<[tx: Tx, recharge: RechargeRow, amount: Micro], bigint>();

/** Returns the bonus of all listeners together for a recharge credited with an amount. */
export async function bonusOf(tx: Tx, recharge: RechargeRow, amount: Micro): Promise<Micro> {
  const given = await rechargeCredited.announce(tx, recharge, amount);
  invariant(
    given.every((bonus) => bonus >= 0n),
    'recharge-bonus-positive',
    recharge.rechargeNo,
  );
  return micros(given.reduce((sum, bonus) => sum + bonus, 0n));
}
