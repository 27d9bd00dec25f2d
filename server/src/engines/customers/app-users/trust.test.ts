import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_TASKS, trustOf } from './trust.ts';

const figures = fc
  .record({ approved: fc.nat(300), rejected: fc.nat(50), cheats: fc.nat(20), timedOut: fc.nat(50) })
  .map((past) => ({ ...NO_TASKS, ...past }));

it('starts at 60', () => expect(trustOf(NO_TASKS)).toBe(60));

it('stays between 0 and 100, rises with approved tasks only, and falls most with cheating', () => {
  fc.assert(
    fc.property(figures, (past) => {
      const now = trustOf(past);
      expect(now).toBeGreaterThanOrEqual(0);
      expect(now).toBeLessThanOrEqual(100);
      expect(trustOf({ ...past, approved: past.approved + 1 })).toBeGreaterThanOrEqual(now);
      const after = (name: 'rejected' | 'timedOut' | 'cheats') => trustOf({ ...past, [name]: past[name] + 1 });
      for (const name of ['rejected', 'timedOut'] as const) {
        expect(after(name)).toBeLessThanOrEqual(now);
        expect(after('cheats')).toBeLessThanOrEqual(after(name));
      }
    }),
  );
});
