/** Readers of JSON that strangers wrote: none of them throws. */

export type Json = Readonly<Record<string, unknown>>;

/** Returns an object's properties; none for anything else. */
export const objectOf = (given: unknown): Json =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Json) : {};

export const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);

/** Returns a text or a number as text; null for anything else and for an empty text. */
export const textOf = (given: unknown): string | null => {
  if (typeof given === 'number' && Number.isFinite(given)) return String(given);
  return typeof given === 'string' && given !== '' ? given : null;
};

/** Returns a time from seconds since 1970, as text or number; the present for anything else. */
export function timeOf(given: unknown): Date {
  const seconds = Number(textOf(given) ?? Number.NaN);
  const isPlausible = Number.isFinite(seconds) && seconds > 0 && seconds < 253_402_300_800;
  return isPlausible ? new Date(seconds * 1000) : new Date();
}

/** Returns the digits of a phone number with its country code; null for anything else. */
export function numberOf(given: unknown): bigint | null {
  const digits = textOf(given)?.replace(/^\+/, '') ?? '';
  return /^[1-9]\d{5,14}$/.test(digits) ? BigInt(digits) : null;
}

/** Returns the value of a name; undefined for an unknown one. */
export const named = <T>(meanings: Readonly<Record<string, T>>, given: unknown): T | undefined => {
  const name = textOf(given) ?? '';
  return Object.hasOwn(meanings, name) ? meanings[name] : undefined;
};
