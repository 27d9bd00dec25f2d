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
 * What a method takes of a withdrawal and what is sent: the same figures before it is ordered and when it is. The fee is rounded
 * half-up to the method's decimals and never more than the amount; methods whose fee the platform bears take nothing.
 */
export function quoteWithdrawal({ scale, feeFixed, feeRate, feePayer: payer }: Fees, amount: Micro): WithdrawalQuote {
  if (payer === feePayer.is.platform) return { fee: ZERO, net: amount };
  const share = feeRate === null ? ZERO : applyRate(amount, feeRate) / 100n;
  const asked = roundMoney(((feeFixed ?? ZERO) + share) as Micro, scale);
  const fee = asked > amount ? amount : asked;
  return { fee, net: (amount - fee) as Micro };
}
