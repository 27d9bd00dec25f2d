const MICRO_DIGITS = 6;
const MOST_DIGITS = 4;

/**
 * Returns the amounts, in micro-units, that distinguish payments of the same amount: at most a tenth of a unit, in steps a wallet can send
 * (`scale` decimals). None for whole units: finance matches those by hand.
 */
export function tailsOf(scale: number): bigint[] {
  const digits = Math.min(scale, MOST_DIGITS);
  if (digits === 0) return [0n];
  const step = 10n ** BigInt(MICRO_DIGITS - digits);
  const count = digits >= 3 ? 10 ** (digits - 1) - 1 : 10 ** digits - 1;
  return Array.from({ length: count }, (_, at) => BigInt(at + 1) * step);
}

/** Converts an amount of local money to the book currency, rounded down to the micro-unit. */
export function bookAmountOf(amount: bigint, rate: string | null): bigint {
  const [whole = '0', fraction = ''] = (rate ?? '1').split('.');
  return (amount * 10n ** 8n) / BigInt(whole + fraction.padEnd(8, '0').slice(0, 8));
}
