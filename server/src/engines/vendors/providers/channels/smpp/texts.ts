import { ascii, ESM, gsm, latin1, type ShortMessage, TAG, ucs2 } from '../../../smpp/index.ts';
import type { InboundEvent } from '../ports.ts';
import type { SmppProfile } from './profile.ts';

type Part = NonNullable<InboundEvent['part']>;

/** Elements of a header that join parts: with a reference of one byte, and of two. */
const JOINS = { 0: 1, 8: 2 } as const;
const LEGACY: Readonly<Record<number, string>> = {
  5: 'shift_jis',
  6: 'iso-8859-5',
  7: 'iso-8859-8',
  13: 'euc-jp',
  14: 'euc-kr',
};
const BINARY: ReadonlySet<number> = new Set([2, 4]);
/** The group of codings with a message class; this bit of them marks eight-bit data. */
const WITH_CLASS = 0xf0;
const EIGHT_BIT = 0x04;
/** The group of general codings with a message class, whose alphabet is in these bits; and the one of waiting messages in UCS-2. */
const GENERAL_CLASS = 0x10;
const ALPHABET = 0x0c;
const WAITING_UCS2 = 0xe0;

/** Whether a data coding means UCS-2: plain, with a message class, or of a notice about waiting messages. */
export function isUcs2(dataCoding: number): boolean {
  const group = dataCoding & 0xf0;
  return dataCoding === 8 || group === WAITING_UCS2 || (group === GENERAL_CLASS && (dataCoding & ALPHABET) === 8);
}

/** Returns the text of an inbound message, and its place in a longer one. The text is null for binary content. */
export function textIn(
  { alphabet }: Pick<SmppProfile, 'alphabet'>,
  { text: bytes, esmClass, dataCoding, tlvs }: ShortMessage,
): { text: string | null; part: Part | null } {
  const { content, part } = (esmClass & ESM.header) !== 0 ? withoutHeader(bytes) : { content: bytes, part: null };
  return { text: decoded(content), part: part ?? sarOf(tlvs) };

  function decoded(given: Buffer): string | null {
    if (dataCoding === 0) return alphabet.decode(given);
    if (dataCoding === 1) return ascii.decode(given);
    if (dataCoding === 3) return latin1.decode(given);
    if (isUcs2(dataCoding)) return ucs2.decode(given);
    if (BINARY.has(dataCoding) || ((dataCoding & 0xf0) === GENERAL_CLASS && (dataCoding & ALPHABET) === EIGHT_BIT))
      return null;
    const legacy = LEGACY[dataCoding];
    if (legacy !== undefined) return new TextDecoder(legacy).decode(given);
    if ((dataCoding & WITH_CLASS) === WITH_CLASS) return (dataCoding & EIGHT_BIT) === 0 ? gsm.decode(given) : null;
    return alphabet.decode(given);
  }
}

/** Returns the content behind a header, and the place that the header names. */
function withoutHeader(bytes: Buffer): { content: Buffer; part: Part | null } {
  const length = bytes[0];
  if (length === undefined || length + 1 > bytes.length) return { content: bytes, part: null };
  const header = bytes.subarray(1, length + 1);
  let part: Part | null = null;
  for (let at = 0; at + 2 <= header.length; ) {
    const [element, size] = [header[at] as number, header[at + 1] as number];
    const data = header.subarray(at + 2, at + 2 + size);
    const width = JOINS[element as keyof typeof JOINS];
    if (width !== undefined && data.length === width + 2)
      part = partOf(`u${width}-${data.readUIntBE(0, width)}`, data[width] as number, data[width + 1] as number);
    at += 2 + size;
  }
  return { content: bytes.subarray(length + 1), part };
}

function sarOf(tlvs: ReadonlyMap<number, Buffer>): Part | null {
  const [reference, total, no] = [tlvs.get(TAG.sarReference), tlvs.get(TAG.sarTotal)?.[0], tlvs.get(TAG.sarNo)?.[0]];
  if (reference?.length !== 2 || total === undefined || no === undefined) return null;
  return partOf(`s-${reference.readUInt16BE(0)}`, total, no);
}

/** A text of one part, or a place outside of it, is no part. */
const partOf = (ref: string, total: number, no: number): Part | null =>
  total > 1 && no >= 1 && no <= total ? { ref, total, no } : null;
