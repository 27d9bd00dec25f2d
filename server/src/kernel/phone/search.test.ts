import { describe, expect, it } from 'vitest';
import { readNumberSearch } from './search.ts';

const plain = (text: string) => readNumberSearch(text, false);
const masked = (text: string) => readNumberSearch(text, true);

describe('a searched number', () => {
  it('is the same in any notation', () => {
    for (const text of ['+1 (201) 555-0123', '0012015550123', '12015550123', '+1 201 555 0123'])
      expect(plain(text).exact).toContain(12015550123n);
  });

  it('is also searched by its digits when no numbering plan has it', () => {
    expect(plain('+44 7700 900123').exact).toEqual([447700900123n]);
  });

  it('may lack its calling code, with or without a trunk zero', () => {
    expect(plain('(808) 555-0143').ends).toBe('8085550143');
    expect(plain('020 7946 0123').ends).toBe('2079460123');
  });

  it('may be its last digits, zeros included, or its first ones', () => {
    expect(plain('0143')).toMatchObject({ ends: '0143' });
    expect(plain('0012')).toMatchObject({ ends: '0012' });
    expect(plain('143')).toMatchObject({ ends: '143' });
    expect(plain('1808555')).toMatchObject({ ends: '1808555', begins: '1808555' });
    expect(plain('+1808')).toMatchObject({ ends: null, begins: '1808' });
    expect(plain('44')).toMatchObject({ ends: null, begins: '44' });
  });

  it('may be its first digits without the calling code, with or without a trunk zero, in lengths of its plan', () => {
    expect(plain('808555').national).toContainEqual({ begins: '1808555', length: 11 });
    expect(plain('0207946').national).toContainEqual({ begins: '44207946', length: 12 });
    for (const text of ['80855', '+808555', '80855501434']) expect(plain(text).national).toEqual([]);
    expect(masked('808555').national).toEqual([]);
  });

  it('is nothing when the text holds more than a number', () => {
    for (const text of ['abc', '+8613****1234', '1'.repeat(16)])
      expect(plain(text)).toEqual({ exact: [], ends: null, begins: null, national: [] });
  });
});

describe('a search among masked numbers', () => {
  it('finds the digits that are shown', () => {
    expect(masked('0143')).toMatchObject({ ends: '0143' });
    expect(masked('180')).toMatchObject({ begins: '180' });
  });

  it('finds nothing by digits that are hidden, so that they cannot be guessed one by one', () => {
    expect(masked('50143').ends).toBeNull();
    expect(masked('5550143').ends).toBeNull();
    expect(masked('18085').begins).toBeNull();
    expect(masked('+18085').begins).toBeNull();
  });

  it('finds whole numbers, also without their calling code', () => {
    expect(masked('8085550143').exact).toContain(18085550143n);
    expect(masked('020 7946 0123').exact).toContain(442079460123n);
  });
});
