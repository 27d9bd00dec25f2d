import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { network } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { isValidIBAN } from 'ibantools';
import type { PayeeProblem } from './errors.ts';

/** First byte of every TRON address. */
const TRON_PREFIX = 0x41;
const TRON_BYTES = 21;
/** Burn addresses: money sent there is lost. */
const BURNED: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
]);
const base58check = createBase58check(sha256);

/** Returns the problem of a blockchain address; undefined when it can be paid to. */
export function addressProblem(chain: number, address: string): PayeeProblem | undefined {
  if (chain === network.is.trc20) return isTron(address) ? undefined : 'TRON_ADDRESS_INVALID';
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return 'EVM_ADDRESS_INVALID';
  if (BURNED.has(address.toLowerCase())) return 'ADDRESS_BURNS';
  return address === checksummed(address) ? undefined : 'ADDRESS_CAPITALS';
}

function isTron(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false;
  try {
    const bytes = base58check.decode(address);
    return bytes.length === TRON_BYTES && bytes[0] === TRON_PREFIX;
  } catch {
    return false;
  }
}

/** Returns a valid TRON address from twenty bytes, for samples. */
export const sampleAddress = (bytes: readonly number[]): string =>
  base58check.encode(Uint8Array.from([TRON_PREFIX, ...bytes]));

/** Returns an address with the checksum capitals of EIP-55. */
export function checksummed(address: string): string {
  const plain = address.slice(2).toLowerCase();
  const digest = bytesToHex(keccak_256(utf8ToBytes(plain)));
  const letters = [...plain].map((letter, at) =>
    Number.parseInt(digest[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join('')}`;
}

/** Returns the letters and digits of an account number, as stored and compared. */
export const plainAccountNo = (accountNo: string): string => accountNo.replace(/[\s-]/g, '').toUpperCase();

/** Returns the problem of an account number; undefined when it can be paid to. Company accounts need not pass Luhn. */
export function accountProblem(accountNo: string): PayeeProblem | undefined {
  if (/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(accountNo)) return isValidIBAN(accountNo) ? undefined : 'IBAN_INVALID';
  return /^[A-Z0-9]{5,34}$/.test(accountNo) ? undefined : 'ACCOUNT_INVALID';
}

/** The same for a person's card or account: 16 to 19 digits are a card, which must pass Luhn. */
export function cardProblem(cardNo: string): PayeeProblem | undefined {
  if (/^\d{16,19}$/.test(cardNo)) return addsUp(cardNo) ? undefined : 'CARD_INVALID';
  return accountProblem(cardNo);
}

function addsUp(digits: string): boolean {
  const values = [...digits].reverse().map((digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return value > 9 ? value - 9 : value;
  });
  return values.reduce((sum, value) => sum + value, 0) % 10 === 0;
}
