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

/** Converts an amount of the book currency to local money, rounded half-up to the decimals of that currency. */
export function localAmountOf(amount: bigint, rate: string | null, currency: string | null): string | null {
  if (rate === null || currency === null) return null;
  const decimals = decimalsOf(currency);
  // Rates have eight decimals: the product in hundred-millionths is exact.
  const [whole = '0', fraction = ''] = rate.split('.');
  const scaled = amount * BigInt(whole + fraction.padEnd(8, '0').slice(0, 8));
  const step = 10n ** BigInt(MICRO_DIGITS + 8 - decimals);
  const rounded = (scaled * 2n + step) / (step * 2n);
  const text = rounded.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

/** Converts an amount of local money to the book currency, rounded down to the micro-unit. */
export function bookAmountOf(amount: bigint, rate: string | null): bigint {
  const [whole = '0', fraction = ''] = (rate ?? '1').split('.');
  return (amount * 10n ** 8n) / BigInt(whole + fraction.padEnd(8, '0').slice(0, 8));
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
