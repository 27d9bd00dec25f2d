import {
  formatMoney,
  isMoney,
  type Micro,
  micros,
  parseMoney,
  roundMoney,
} from '@trade-assistant/contract/kit/money.ts';

const ONE = micros(1_000_000n);

/**
 * Returns a short amount: grouped thousands and two decimals or up to the given number; all decimals where rounding
 * would hide a small amount. The full precision belongs in the tooltip (`groupedMoney`).
 */
export function shortMoney(wire: string, decimals = 2): string {
  if (!isMoney(wire)) return wire;
  const amount = parseMoney(wire);
  const size = amount < 0n ? -amount : amount;
  return group(formatMoney(size < ONE ? amount : roundMoney(amount, decimals), 2));
}

/** An amount with every digit it has, thousands grouped. */
export const groupedMoney = (wire: string): string => (isMoney(wire) ? group(formatMoney(parseMoney(wire), 2)) : wire);

/** Whether an amount is below zero. */
export const isNegative = (wire: string): boolean => wire.startsWith('-') && isMoney(wire) && parseMoney(wire) < 0n;

/**
 * Returns the part of a typed or pasted text that a money input keeps: digits, one point, at most six decimals, a
 * leading minus where allowed. Accepts thousands separators, spaces, currency signs and full-width digits; never
 * converts to a float.
 */
export function cleanMoney(typed: string, options: { negative?: boolean } = {}): string {
  const plain = typed
    .replace(/[０-９．－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[^\d.-]/g, '');
  const sign = options.negative && plain.startsWith('-') ? '-' : '';
  const [whole = '', ...rest] = plain.replace(/-/g, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, 14);
  if (rest.length === 0) return sign + digits;
  return `${sign}${digits || '0'}.${rest.join('').slice(0, 6)}`;
}

/** The amount a money input hands on when it is left: complete and without needless zeros, or '' for no amount. */
export function settledMoney(text: string): string {
  const trimmed = text.endsWith('.') ? text.slice(0, -1) : text;
  return isMoney(trimmed) ? formatMoney(parseMoney(trimmed) as Micro) : '';
}

const group = (text: string): string => {
  const [whole = '', decimals] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
};

/** Returns a share of 1 in percent: `0.57` is `57`. */
export const percentOf = (share: string): string => String(Math.round(Number(share) * 10_000) / 100);
