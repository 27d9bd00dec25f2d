import { describe, expect, it } from 'vitest';
import { maskLine, maskNumber, plainNumber } from './mask.ts';

describe('a masked number', () => {
  it('keeps its calling code, two digits and the last four', () => {
    expect(maskNumber(12015550123n)).toBe('+120****0123');
    expect(maskNumber(447700900123n)).toBe('+4477****0123');
  });

  it('hides at least three digits of a short one', () => {
    expect(maskNumber(2904001n)).toBe('+****4001');
    expect(maskNumber(35226123n)).toBe('+3****6123');
  });

  it('is not the plain one', () => {
    expect(plainNumber(12015550123n)).toBe('+12015550123');
  });
});

describe('a masked line', () => {
  it('hides the middle digits and keeps the characters between them', () => {
    expect(maskLine('+1 (201) 555-0123')).toBe('+1 (201) ***-0123');
    expect(maskLine('44 7700 900123 Ann')).toBe('44 77** **0123 Ann');
    expect(maskLine('１３８００００１２３４')).toBe('１３８０***１２３４');
    expect(maskLine('no digits at all')).toBe('no digits at all');
  });

  it('leaves nothing readable of a short one but its end', () => {
    expect(maskLine('555123')).toBe('**5123');
    expect(maskLine('12')).toBe('12');
  });
});
