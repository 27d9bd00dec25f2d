import { smppLongMode, smppReceiptParts } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { smsEncoding } from '@trade-assistant/contract/message-dictionaries.ts';
import { smsParts } from '@trade-assistant/contract/sms-text.ts';
import { ESM, type Submission, TAG, ucs2 } from '../../../smpp/index.ts';
import type { OutgoingMessage } from '../ports.ts';
import { type SmppProfile, sourceOf } from './profile.ts';

const { header16, sar, payload } = smppLongMode.is;
const { all, last } = smppReceiptParts.is;
const DEFAULT_CODING = 0;
const UCS2_CODING = 8;
/** Octets of a short message, and of a part of one with headers. */
const SHORT_OCTETS = 254;
/** UTF-16 units of a message alone, and of each part. */
const UCS2_UNITS = { alone: 70, part: 66 };
const DAY_SECONDS = 86_400;
const VALIDITY_DAYS_MAX = 30;

interface Piece {
  readonly coding: number;
  readonly bytes: Buffer;
}

/**
 * Returns the parts of a text as they are submitted, in the alphabet and form of the account's profile. A text that the account's
 * default alphabet cannot write goes out as UCS-2.
 * @param referenceOf takes the number that joins several parts
 */
export function submissionsOf(
  profile: SmppProfile,
  message: Pick<OutgoingMessage, 'e164' | 'from' | 'ttlSeconds'>,
  text: string,
  referenceOf: () => number,
): readonly Submission[] {
  const pieces = piecesOf(profile, text);
  const reference = pieces.length > 1 ? referenceOf() : 0;
  const base = {
    source: message.from === null ? { ton: 0, npi: 0, address: '' } : sourceOf(profile, message.from),
    destination: { ton: 1, npi: 1, address: String(message.e164 ?? '') },
    validity: validityOf(message.ttlSeconds),
  };
  return pieces.map(({ coding, bytes }, index) => ({
    ...base,
    dataCoding: coding,
    registered: isReported(profile, index, pieces.length) ? 1 : 0,
    ...joined(profile, bytes, { reference, total: pieces.length, no: index + 1 }),
  }));
}

function piecesOf(profile: SmppProfile, text: string): readonly Piece[] {
  const { encoding, parts } = smsParts(text, profile.longMode === header16 ? 7 : 6);
  const texts = profile.longMode === payload ? [parts.join('')] : parts;
  if (encoding === smsEncoding.is.gsm7) {
    const written = texts.map((part) => profile.alphabet.encode(part));
    if (written.every((bytes) => bytes !== null))
      return written.map((bytes) => ({ coding: DEFAULT_CODING, bytes: bytes as Buffer }));
    if (profile.longMode !== payload)
      return inUnits(parts.join('')).map((part) => ({ coding: UCS2_CODING, bytes: ucs2.encode(part) }));
  }
  return texts.map((part) => ({ coding: UCS2_CODING, bytes: ucs2.encode(part) }));
}

/** Cuts a text into parts of UCS-2, at no surrogate pair. */
function inUnits(text: string): readonly string[] {
  if (text.length <= UCS2_UNITS.alone) return [text];
  const parts = [''];
  for (const character of text) {
    if ((parts.at(-1) as string).length + character.length > UCS2_UNITS.part) parts.push('');
    parts[parts.length - 1] += character;
  }
  return parts;
}

/** Returns the bytes of a part with what joins it to the others. */
function joined(
  { longMode }: SmppProfile,
  bytes: Buffer,
  { reference, total, no }: { reference: number; total: number; no: number },
): Pick<Submission, 'esmClass' | 'text'> & { readonly tlvs?: ReadonlyMap<number, Buffer> } {
  if (bytes.length > SHORT_OCTETS)
    return { esmClass: 0, text: Buffer.alloc(0), tlvs: new Map([[TAG.messagePayload, bytes]]) };
  if (total === 1) return { esmClass: 0, text: bytes };
  const wide = Buffer.alloc(2);
  wide.writeUInt16BE(reference & 0xffff);
  if (longMode === sar)
    return {
      esmClass: 0,
      text: bytes,
      tlvs: new Map([
        [TAG.sarReference, wide],
        [TAG.sarTotal, Buffer.from([total])],
        [TAG.sarNo, Buffer.from([no])],
      ]),
    };
  const header =
    longMode === header16
      ? Buffer.concat([Buffer.from([6, 8, 4]), wide, Buffer.from([total, no])])
      : Buffer.from([5, 0, 3, reference & 0xff, total, no]);
  return { esmClass: ESM.header, text: Buffer.concat([header, bytes]) };
}

function isReported({ receiptParts }: SmppProfile, index: number, total: number): boolean {
  if (receiptParts === all) return true;
  return receiptParts === last ? index === total - 1 : index === 0;
}

/** Returns a time to live as a relative time of SMPP, `YYMMDDhhmmss000R`. */
function validityOf(ttlSeconds: number | null): string {
  if (ttlSeconds === null) return '';
  const seconds = Math.min(Math.max(60, ttlSeconds), VALIDITY_DAYS_MAX * DAY_SECONDS);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const days = Math.floor(seconds / DAY_SECONDS);
  // Thirty days are a month: the field of days has two digits, but SMSCs read them as days of a month.
  const [months, rest] = days >= 30 ? [1, 0] : [0, days];
  return `00${two(months)}${two(rest)}${two((seconds % DAY_SECONDS) / 3600)}${two((seconds % 3600) / 60)}${two(seconds % 60)}000R`;
}
