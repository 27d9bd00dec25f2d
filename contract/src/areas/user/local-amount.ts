const MICRO_DIGITS = 6;
const RATE_DIGITS = 8;

/** Converts an amount of the book currency to local money, rounded half-up to the decimals of that currency. */
export function localAmountOf(amount: bigint, rate: string | null, currency: string | null): string | null {
  if (rate === null || currency === null) return null;
  const decimals = decimalsOf(currency);
  // Rates have eight decimals: the product in hundred-millionths is exact.
  const [whole = '0', fraction = ''] = rate.split('.');
  const scaled = amount * BigInt(whole + fraction.padEnd(RATE_DIGITS, '0').slice(0, RATE_DIGITS));
  const step = 10n ** BigInt(MICRO_DIGITS + RATE_DIGITS - decimals);
  const rounded = (scaled * 2n + step) / (step * 2n);
  const text = rounded.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

/** Returns 0 for yen, dong and similar; 2 for an unknown code. */
function decimalsOf(currency: string): number {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    return Math.min(maximumFractionDigits, MICRO_DIGITS);
  } catch {
    return 2;
  }
}
