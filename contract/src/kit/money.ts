/**
 * Money: integer micro-units (10⁻⁶ of the book currency) as `bigint`, decimal strings on the wire.
 * Every parse, format, rounding and split of an amount happens here; floating point never touches one.
 */
declare const micro: unique symbol;

/** An amount in micro-units. The brand keeps plain counts and ids from being taken for money. */
export type Micro = bigint & { readonly [micro]: true };

const SCALE = 6;
const UNIT = 10n ** BigInt(SCALE);
const DECIMAL = /^-?\d{1,14}(\.\d{1,6})?$/;

/** Zero of any currency. */
export const ZERO = 0n as Micro;

/** Brands a count of micro-units that comes from a trusted place (a database column, a constant). */
export const micros = (value: bigint): Micro => value as Micro;

/** Whether a text is an amount: optional minus, at most 14 integer and 6 decimal digits. */
export const isMoney = (text: string): boolean => DECIMAL.test(text);

/** `'12.5'` → `12500000n`. Throws RangeError for anything `isMoney` refuses. */
export function parseMoney(text: string): Micro {
  if (!isMoney(text)) throw new RangeError(`Not an amount: ${text}`);
  const negative = text.startsWith('-');
  const [whole = '0', decimals = ''] = text.slice(negative ? 1 : 0).split('.');
  const value = BigInt(whole) * UNIT + BigInt(decimals.padEnd(SCALE, '0'));
  return (negative ? -value : value) as Micro;
}

/** `12500000n` → `'12.5'`; with `decimals` at least that many are shown (`formatMoney(12500000n, 2)` → `'12.50'`). */
export function formatMoney(amount: bigint, decimals = 0): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(SCALE + 1, '0');
  const whole = digits.slice(0, -SCALE);
  const fraction = digits.slice(-SCALE).replace(/0+$/, '').padEnd(decimals, '0');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** `unit price × quantity`, exact. */
export const times = (unitPrice: Micro, quantity: number | bigint): Micro => (unitPrice * BigInt(quantity)) as Micro;

/** Adds amounts. */
export const sum = (amounts: Iterable<bigint>): Micro => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total as Micro;
};

/** `amount × rate` for a decimal rate such as `'0.95'`, rounded half-up (away from zero) or down at the micro-unit. */
export function applyRate(amount: Micro, rate: string, rounding: 'half-up' | 'down' = 'half-up'): Micro {
  const scaled = amount * parseMoney(rate);
  return divide(scaled, UNIT, rounding);
}

/** Rounds to `decimals` places (0–6), half-up (away from zero) or down. */
export function roundMoney(amount: Micro, decimals: number, rounding: 'half-up' | 'down' = 'half-up'): Micro {
  const step = 10n ** BigInt(SCALE - decimals);
  return (divide(amount, step, rounding) * step) as Micro;
}

/**
 * Splits an amount by weights so that the parts sum to the whole to the micro-unit: largest remainder first,
 * ties to the earlier part. Weights are non-negative and not all zero.
 */
export function splitMoney(amount: Micro, weights: readonly bigint[]): Micro[] {
  const total = weights.reduce((a, b) => a + b, 0n);
  if (total <= 0n || weights.some((weight) => weight < 0n))
    throw new RangeError('Weights must be non-negative and not all zero');
  const sign = amount < 0n ? -1n : 1n;
  const whole = amount * sign;
  const parts = weights.map((weight) => (whole * weight) / total);
  let rest = whole - parts.reduce((a, b) => a + b, 0n);
  const order = weights
    .map((weight, index) => ({ index, remainder: (whole * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of order) {
    if (rest === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    rest -= 1n;
  }
  return parts.map((part) => (part * sign) as Micro);
}

function divide(value: bigint, by: bigint, rounding: 'half-up' | 'down'): Micro {
  const negative = value < 0n;
  const magnitude = negative ? -value : value;
  const rounded = rounding === 'down' ? magnitude / by : (magnitude * 2n + by) / (by * 2n);
  return (negative ? -rounded : rounded) as Micro;
}
