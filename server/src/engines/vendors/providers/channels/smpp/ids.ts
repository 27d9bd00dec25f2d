import { smppIdForm } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';

const { hexToDec, decToHex, anyCase, bareZeros } = smppIdForm.is;
/** Longer ids are no numbers. */
const DIGITS_MAX = 40;

const bare = (id: string): string => id.replace(/^0+(?=.)/, '');
const isHex = (id: string): boolean => id.length <= DIGITS_MAX && /^[0-9a-f]+$/i.test(id);
const isDec = (id: string): boolean => id.length <= DIGITS_MAX && /^\d+$/.test(id);
const toDec = (id: string): string => (isHex(id) ? BigInt(`0x${id}`).toString() : id);
const toHex = (id: string): string => (isDec(id) ? BigInt(id).toString(16).toUpperCase() : id);

/** Returns the id of an answer in the form in which receipts name it, by `smppIdForm`. */
export function keyOfAnswer(form: number, id: string): string {
  switch (form) {
    case hexToDec:
      return toDec(id);
    case decToHex:
      return toHex(id);
    case anyCase:
      return id.toUpperCase();
    case bareZeros:
      return bare(id);
    default:
      return id;
  }
}

/** Returns the id of a receipt in the form of `keyOfAnswer`. */
export function keyOfReceipt(form: number, id: string): string {
  if (form === hexToDec || form === bareZeros) return bare(id);
  if (form === decToHex) return bare(id).toUpperCase();
  return form === anyCase ? id.toUpperCase() : id;
}

/** Returns every reading of an id but the one given: in capitals, without zeros, as a hexadecimal and as a decimal number. */
export const otherReadings = (id: string, key: string): readonly string[] =>
  [
    ...new Set([
      ...[id, id.toUpperCase(), id.toLowerCase(), bare(id), bare(id).toUpperCase()],
      ...[toDec(id), toHex(id), toHex(id).toLowerCase()],
    ]),
  ].filter((one) => one !== key);

/** The ids of answers and receipts in the form by which they are compared. */
export const smppKeys = { ofAnswer: keyOfAnswer, ofReceipt: keyOfReceipt };
