import { applyRate, type Micro, roundMoney, ZERO } from '../../kit/money.ts';
import { feePayer } from './dictionaries.ts';

interface Fees {
  readonly scale: number;
  readonly feeFixed: Micro | null;
  readonly feeRate: string | null;
  readonly feePayer: number | null;
}

export interface WithdrawalQuote {
  /** The fee; amount = fee + net. */
  readonly fee: Micro;
  /** The amount sent. */
  readonly net: Micro;
}

/**
 * Returns the fee of a withdrawal and the paid amount, the same before and at the request. The fee is rounded half-up
 * to the method's decimals and never more than the amount; it is zero when the platform bears it.
 */
export function quoteWithdrawal({ scale, feeFixed, feeRate, feePayer: payer }: Fees, amount: Micro): WithdrawalQuote {
  if (payer === feePayer.is.platform) return { fee: ZERO, net: amount };
  const share = feeRate === null ? ZERO : applyRate(amount, feeRate) / 100n;
  const asked = roundMoney(((feeFixed ?? ZERO) + share) as Micro, scale);
  const fee = asked > amount ? amount : asked;
  return { fee, net: (amount - fee) as Micro };
}
