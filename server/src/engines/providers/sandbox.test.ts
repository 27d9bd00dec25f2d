import { expect, it } from 'vitest';
import { sandboxValidation } from './sandbox.ts';

const { signal } = new AbortController();
const number = (ending: number) => 12_015_550_100n + BigInt(ending);
const ask = async (ending: number, attempt = 1) => {
  const { findings, retry } = await sandboxValidation.lookUp([number(ending)], { attempt, signal });
  return findings[0]?.verdict ?? (retry.length > 0 ? 'retry' : 'nothing');
};

it('returns the result of the last two digits, the same every time', async () => {
  const expected = ['vacant', 'suspended', 'absent', 'silent', 'risk', 'unknown'];
  for (const [ending, verdict] of expected.entries()) {
    expect(await ask(ending)).toBe(verdict);
    expect(await ask(ending)).toBe(verdict);
  }
  for (const ending of [9, 10, 39, 40, 69, 70, 99]) expect(await ask(ending)).toBe('alive');
});

it('answers a late or throttled number at the second attempt, and a failing one never', async () => {
  expect([await ask(6), await ask(6, 2)]).toEqual(['retry', 'alive']);
  expect([await ask(7), await ask(7, 2)]).toEqual(['retry', 'alive']);
  expect([await ask(8), await ask(8, 2), await ask(8, 5)]).toEqual(['retry', 'retry', 'retry']);
});

it('marks its findings as sandbox findings', async () => {
  const { findings } = await sandboxValidation.lookUp([number(50)], { attempt: 1, signal });
  expect(findings[0]?.evidence).toBe(3);
});
