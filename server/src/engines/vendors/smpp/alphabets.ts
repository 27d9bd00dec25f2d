import { GSM_BASIC, GSM_EXTENDED } from '@trade-assistant/contract/sms-text.ts';

const ESCAPE = 0x1b;
const CODES: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...Array.from(GSM_BASIC, (character, code) => [character, [code]] as const).filter(([, [code]]) => code !== ESCAPE),
  ...Object.entries(GSM_EXTENDED).map(([character, code]) => [character, [ESCAPE, code]] as const),
]);
const BASIC = Array.from(GSM_BASIC);
const EXTENDED: ReadonlyMap<number, string> = new Map(
  Object.entries(GSM_EXTENDED).map(([character, code]) => [code, character]),
);
const UNKNOWN = '\ufffd';

/** The bytes of a text and back. `encode` returns null for a text that the alphabet cannot write; `decode` never fails. */
export interface Alphabet {
  encode(text: string): Buffer | null;
  decode(bytes: Buffer): string;
}

/** GSM 03.38, one septet a byte. */
export const gsm: Alphabet = {
  encode(text) {
    const codes: number[] = [];
    for (const character of text) {
      const found = CODES.get(character);
      if (!found) return null;
      codes.push(...found);
    }
    return Buffer.from(codes);
  },
  decode(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 1) {
      const code = bytes[at] as number;
      if (code === ESCAPE) {
        at += 1;
        const next = bytes[at];
        // A phone shows an unknown extension as the character of the basic table.
        if (next !== undefined) text += EXTENDED.get(next) ?? BASIC[next] ?? UNKNOWN;
      } else text += BASIC[code] ?? UNKNOWN;
    }
    return text;
  },
};

const upTo = (highest: number, encoding: 'latin1'): Alphabet => ({
  encode: (text) =>
    Array.from(text).every((character) => (character.codePointAt(0) as number) <= highest)
      ? Buffer.from(text, encoding)
      : null,
  decode: (bytes) =>
    Array.from(bytes.toString(encoding), (character) =>
      character.charCodeAt(0) <= highest ? character : UNKNOWN,
    ).join(''),
});
export const latin1 = upTo(0xff, 'latin1');
export const ascii = upTo(0x7f, 'latin1');

/** UTF-16, big-endian; half a unit at the end is left out. */
export const ucs2 = {
  encode: (text: string): Buffer => Buffer.from(text, 'utf16le').swap16(),
  decode: (bytes: Buffer): string =>
    Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
      .toWellFormed(),
};
