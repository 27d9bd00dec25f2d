import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { RechargeRow } from './tables.ts';

/**
 * A rule for the bonus of a recharge; returns micro-units, zero for none. It runs in the transaction that credits the
 * recharge; an error refuses the recharge.
 */
export type RechargeBonus = (tx: Tx, recharge: RechargeRow, amount: Micro) => Promise<bigint>;

const rules = new Set<RechargeBonus>();

/** Adds a rule; every process adds the same ones when it starts. @returns a function that removes it */
export function onRechargeCredited(rule: RechargeBonus): () => void {
  rules.add(rule);
  return () => void rules.delete(rule);
}

/** Returns the bonus of all rules together for a recharge credited with an amount. */
export async function bonusOf(tx: Tx, recharge: RechargeRow, amount: Micro): Promise<Micro> {
  let sum = 0n;
  for (const rule of rules) {
    const given = await rule(tx, recharge, amount);
    invariant(given >= 0n, 'recharge-bonus-positive', recharge.rechargeNo);
    sum += given;
  }
  return micros(sum);
}
