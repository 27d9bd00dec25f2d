import { createHash } from 'node:crypto';
import { sandboxPayment } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import type { SeenPayment, WaitingRecharge, WatchPort } from './port.ts';
import { transactionOf } from './seen.ts';

const { less, twice } = sandboxPayment.is;
const UNIT = 1_000_000n;

/**
 * A watcher for trials that invents payments: it pays each recharge some seconds after its order, with one more
 * confirmation per second. All of that follows from the recharge and the time, so every process gets the same result
 * without storing it.
 */
export function sandboxWatcher(outcome: number, delaySeconds: number): WatchPort {
  const paymentsOf = (recharge: WaitingRecharge): SeenPayment[] => {
    const paidTime = new Date(recharge.createTime.getTime() + delaySeconds * 1000);
    const age = Math.floor((Date.now() - paidTime.getTime()) / 1000);
    if (age < 0) return [];
    const hashes = Array.from({ length: outcome === twice ? 2 : 1 }, (_, index) => hashOf(recharge, index));
    // Does not pay a recharge whose payer has named another transaction.
    if (recharge.txHash !== null && !hashes.includes(recharge.txHash)) return [];
    return hashes.map((txHash) => ({
      network: recharge.network,
      address: recharge.address,
      txHash,
      amount: outcome === less && recharge.amount > UNIT ? recharge.amount - UNIT : recharge.amount,
      currency: recharge.currency,
      confirmations: age,
      paidTime,
      payer: null,
      reference: recharge.rechargeNo,
    }));
  };
  return {
    read: async (cursor, waiting) => ({ payments: waiting.flatMap(paymentsOf), cursor, problems: [] }),
  };
}

const hashOf = ({ network, rechargeNo }: WaitingRecharge, index: number): string =>
  transactionOf(network, createHash('sha256').update(`${rechargeNo} ${index}`).digest('hex'));
