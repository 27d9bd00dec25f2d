import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberSet } from './number-set.ts';

it('distinguishes new from known numbers exactly as a Set does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1_000_000, max: 1_003_000 }), { maxLength: 5000 }), (numbers) => {
      const known = new Set<number>();
      const compact = new NumberSet();
      for (const number of numbers) {
        expect(compact.add(number)).toBe(!known.has(number));
        known.add(number);
      }
      expect(compact.size).toBe(known.size);
    }),
    { numRuns: 50 },
  );
});

it('grows over consecutive and far apart numbers of fifteen digits', () => {
  const compact = new NumberSet();
  for (let n = 0; n < 200_000; n += 1) expect(compact.add(12_010_000_000 + n)).toBe(true);
  for (let n = 0; n < 200_000; n += 1) expect(compact.add(999_999_999_999_999 - n * 4_294_967_296)).toBe(true);
  for (let n = 0; n < 200_000; n += 1) expect(compact.add(12_010_000_000 + n)).toBe(false);
  expect(compact.size).toBe(400_000);
});
