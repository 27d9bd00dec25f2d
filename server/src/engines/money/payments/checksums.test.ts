import { network } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { describe, expect, it } from 'vitest';
import { accountProblem, addressProblem, plainAccountNo } from './checksums.ts';

const { trc20, erc20, bep20 } = network.is;
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('a blockchain address', () => {
  it('of TRON is refused with a wrong checksum or a lost or swapped letter', () => {
    expect(addressProblem(trc20, TRON)).toBeUndefined();
    for (let at = 0; at < TRON.length; at += 1) {
      const changed = `${TRON.slice(0, at)}${TRON[at] === '2' ? '3' : '2'}${TRON.slice(at + 1)}`;
      expect(addressProblem(trc20, changed)).toBe('TRON_ADDRESS_INVALID');
      expect(addressProblem(trc20, TRON.slice(0, at) + TRON.slice(at + 1))).toBe('TRON_ADDRESS_INVALID');
    }
    // Base58 with a right checksum, but of another chain.
    expect(addressProblem(trc20, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('TRON_ADDRESS_INVALID');
  });

  // Published with EIP-55.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('of Ethereum and its like has its capitals: %s', (address) => {
    expect(addressProblem(erc20, address)).toBeUndefined();
    expect(addressProblem(bep20, address)).toBeUndefined();
    expect(addressProblem(erc20, address.toLowerCase())).toBe('ADDRESS_CAPITALS');
    expect(addressProblem(erc20, address.slice(0, -1))).toBe('EVM_ADDRESS_INVALID');
    expect(addressProblem(trc20, address)).toBe('TRON_ADDRESS_INVALID');
  });

  it('leaves its input unchanged', () => {
    expect(addressProblem(erc20, `0x${'0'.repeat(40)}`)).toBe('ADDRESS_BURNS');
    expect(addressProblem(erc20, '0x000000000000000000000000000000000000dEaD')).toBe('ADDRESS_BURNS');
  });
});

describe('an account number', () => {
  it('is an IBAN with a right checksum, or letters and digits', () => {
    expect(plainAccountNo('gb82 west-1234 5698 7654 32')).toBe('GB82WEST12345698765432');
    expect(accountProblem('GB82WEST12345698765432')).toBeUndefined();
    expect(accountProblem('GB82WEST12345698765431')).toBe('IBAN_INVALID');
    expect(accountProblem('1202021709900012345')).toBeUndefined();
    expect(accountProblem('1202')).toBe('ACCOUNT_INVALID');
    expect(accountProblem('12020217099000/12')).toBe('ACCOUNT_INVALID');
  });
});
