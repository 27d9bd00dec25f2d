import { isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';

/** A recharge that a payment may have been meant for. */
export interface Candidate {
  readonly rechargeNo: string;
  readonly userName: string;
  readonly payAmount: string;
  readonly status: number;
  readonly createTime: string;
  readonly network: number | null;
}

const SHOWN = 6;

/** Returns the recharges on the network of a payment, the nearest amount first; equal distances keep their order. */
export function nearestFirst<C extends Candidate>(
  payment: { readonly amount: string; readonly network: number | null },
  candidates: readonly C[],
): readonly C[] {
  const arrived = parseMoney(payment.amount);
  const distance = ({ payAmount }: Candidate): bigint => {
    const off = (isMoney(payAmount) ? parseMoney(payAmount) : 0n) - arrived;
    return off < 0n ? -off : off;
  };
  return candidates
    .filter(({ network }) => payment.network === null || network === payment.network)
    .map((one) => ({ one, off: distance(one) }))
    .sort((a, b) => (a.off < b.off ? -1 : a.off > b.off ? 1 : 0))
    .slice(0, SHOWN)
    .map(({ one }) => one);
}
