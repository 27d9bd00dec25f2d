import { smsSenderType } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { cleanDigits } from '@trade-assistant/contract/kit/phone-number.ts';
import { normalise } from '../../../kernel/phone/index.ts';

const { longNumber, shortCode, letters, tollFree } = smsSenderType.is;
const LETTERS = /^(?=.*[A-Za-z])[A-Za-z0-9 &._-]{1,11}$/;

/** A sender address as it is stored; `country`: where the number belongs, if its digits say so. */
interface Address {
  readonly phoneNo: string;
  readonly phoneKey: string;
  readonly country: string | null;
}

/** Returns the stored form of a sender address, or null where it does not match its type. */
export function addressOf(written: string, type: number): Address | null {
  const text = written.trim();
  if (type === longNumber || type === tollFree) {
    const read = normalise(text);
    if (!read.ok) return null;
    const country = type === longNumber && read.countryCode.length === 2 ? read.countryCode : null;
    return { phoneNo: `+${read.e164}`, phoneKey: String(read.e164), country };
  }
  if (type === shortCode) return /^\d{3,6}$/.test(text) ? { phoneNo: text, phoneKey: text, country: null } : null;
  if (type === letters)
    return LETTERS.test(text) ? { phoneNo: text, phoneKey: text.toUpperCase(), country: null } : null;
  return null;
}

/** Returns the key by which the sender of an address is found; empty for an address that cannot be one. */
export function keyOf(address: string): string {
  const text = address.trim();
  const digits = cleanDigits(text);
  if (digits !== null) return digits.replace(/^\+/, '').replace(/^00/, '');
  return LETTERS.test(text) ? text.toUpperCase() : '';
}
