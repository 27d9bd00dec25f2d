import { smsEncoding } from '@trade-assistant/contract/areas/resource/sms.ts';
import smpp from 'smpp';
import { smsErrors } from './errors.ts';

const { gsm7, ucs2 } = smsEncoding.is;
/** Units of a single message, and of each part of a longer one, whose header takes six bytes. */
const ROOM = { [gsm7]: { alone: 160, part: 153 }, [ucs2]: { alone: 70, part: 67 } } as const;
const SEGMENTS_MAX = 10;
const PLACE = /\{([A-Za-z0-9_]{1,64})\}/g;

export interface Segmented {
  readonly encoding: 1 | 2;
  /** Content of each part in that encoding. */
  readonly parts: readonly Buffer[];
}

/**
 * Returns a text in the encoding for phones: the GSM alphabet if possible (one septet per byte), else UCS-2. No part
 * ends within an escape sequence or a surrogate pair.
 */
export function segmentsOf(text: string): Segmented {
  const isGsm = smpp.encodings.ASCII.match(text);
  const encoding = isGsm ? gsm7 : ucs2;
  const encode = isGsm ? smpp.encodings.ASCII.encode : smpp.encodings.UCS2.encode;
  const unitBytes = isGsm ? 1 : 2;
  const characters = Array.from(text, encode);
  const units = characters.reduce((sum, { length }) => sum + length / unitBytes, 0);
  const room = units <= ROOM[encoding].alone ? ROOM[encoding].alone : ROOM[encoding].part;
  const parts: Buffer[][] = [[]];
  let used = 0;
  for (const character of characters) {
    const size = character.length / unitBytes;
    if (used + size > room) {
      parts.push([]);
      used = 0;
    }
    used += size;
    parts.at(-1)?.push(character);
  }
  return { encoding, parts: parts.map((part) => Buffer.concat(part)) };
}

/** @throws SMS_TOO_LONG beyond ten segments */
export function segmentsOfMessage(text: string): Segmented {
  const segmented = segmentsOf(text);
  const segments = segmented.parts.length;
  if (segments > SEGMENTS_MAX) throw smsErrors.SMS_TOO_LONG({ segments, most: SEGMENTS_MAX });
  return segmented;
}

/** Returns a text with each `{name}` replaced by its value. @throws SMS_PARAMETERS naming those without a value */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  const missing = new Set<string>();
  const text = template.replace(PLACE, (_place, name: string) => {
    if (!Object.hasOwn(values, name)) missing.add(name);
    return values[name] ?? '';
  });
  if (missing.size > 0) throw smsErrors.SMS_PARAMETERS({ names: [...missing].join(', ') });
  return text;
}

export const placesIn = (template: string): readonly string[] =>
  [...template.matchAll(PLACE)].map(([, name]) => name as string);
