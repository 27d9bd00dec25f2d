import { type LineType, REJECT, type RejectCode } from './codes.ts';
import { Homes } from './homes.ts';
import {
  ACCEPTED,
  type NormaliseOptions,
  type PhoneNumber,
  parsedNumber,
  parseNumberInto,
  type RejectedNumber,
} from './normalise.ts';

/**
 * The verdicts of a batch of lines, column by column: index `i` is line `i` of the batch. The columns are views of one
 * buffer, so that a batch moves between threads without a copy. A refused line has `e164` 0n and a reason; an accepted
 * one has reason 0.
 */
export interface NormalisedBatch {
  readonly length: number;
  readonly e164: BigUint64Array;
  /** Two letters in one number, see `unpackCountry`. */
  readonly countries: Uint16Array;
  readonly lineTypes: Uint8Array;
  readonly reasons: Uint8Array;
}

/** Reads a batch on this thread. `countryCodes`, when given, replaces the option's country line by line. */
export function normaliseLines(
  lines: readonly string[],
  options: NormaliseOptions = {},
  countryCodes?: readonly (string | undefined)[],
): NormalisedBatch {
  return batchFromBuffer(fillBuffer(lines, options, countryCodes), lines.length);
}

/** As `normaliseLines`, giving the bare buffer a worker thread hands over. */
export function fillBuffer(
  lines: readonly string[],
  options: NormaliseOptions,
  countryCodes?: readonly (string | undefined)[],
): ArrayBuffer {
  const buffer = new ArrayBuffer(lines.length * BYTES_PER_LINE);
  const { e164, countries, lineTypes, reasons } = batchFromBuffer(buffer, lines.length);
  const homes = options.homes && options.countryCode === undefined ? new Homes(options.homes) : undefined;
  for (let index = 0; index < lines.length; index++) {
    const own = countryCodes?.[index];
    const line = lines[index] ?? '';
    const reason = parseNumberInto(line, own ? { ...options, countryCode: own } : options);
    reasons[index] = reason;
    const isAccepted = reason === ACCEPTED;
    if (isAccepted) {
      e164[index] = parsedNumber.e164;
      countries[index] = packCountry(parsedNumber.countryCode);
      lineTypes[index] = parsedNumber.lineType;
    }
    if (own || !homes || homes.of(line, isAccepted ? (e164[index] ?? null) : null).next().done) continue;
    reasons[index] = REJECT.NEEDS_COUNTRY;
    e164[index] = 0n;
  }
  return buffer;
}

/** The columns in a buffer that `fillBuffer` filled. */
export function batchFromBuffer(buffer: ArrayBuffer, length: number): NormalisedBatch {
  return {
    length,
    e164: new BigUint64Array(buffer, 0, length),
    countries: new Uint16Array(buffer, length * 8, length),
    lineTypes: new Uint8Array(buffer, length * 10, length),
    reasons: new Uint8Array(buffer, length * 11, length),
  };
}

const BYTES_PER_LINE = 12;

/** One line's verdict as an object, for code that is not in a hurry. */
export function resultAt(batch: NormalisedBatch, index: number): PhoneNumber | RejectedNumber {
  const reason = batch.reasons[index] ?? 1;
  if (reason !== ACCEPTED) return { ok: false, reason: reason as RejectCode };
  return {
    ok: true,
    e164: batch.e164[index] ?? 0n,
    countryCode: unpackCountry(batch.countries[index] ?? 0),
    lineType: (batch.lineTypes[index] ?? 0) as LineType,
  };
}

/** `CN` ⇄ 0x434E; 0 is `001`, the region of non-geographic numbers. */
export function packCountry(country: string): number {
  return country.length === 2 ? (country.charCodeAt(0) << 8) | country.charCodeAt(1) : 0;
}

export function unpackCountry(packed: number): string {
  return packed === 0 ? '001' : String.fromCharCode(packed >> 8, packed & 0xff);
}
