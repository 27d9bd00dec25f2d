import { expect, it } from 'vitest';
import { sandboxChecks } from './sandbox.ts';

const { signal } = new AbortController();
const number = (ending: number) => 12_015_550_100n + BigInt(ending);
const ask = async (ending: number, round = 1) => {
  const batch = { reference: 'r', round, capability: 1, activePeriod: null, numbers: [number(ending)] };
  const answer = await sandboxChecks.submit(batch, signal);
  return answer.state === 'answered' ? (answer.findings[0]?.verdict ?? 'nothing') : answer.state;
};

it('returns the result of the last two digits, the same every time', async () => {
  const expected = ['vacant', 'suspended', 'absent', 'silent', 'risk', 'unknown'];
  for (const [ending, verdict] of expected.entries()) {
    expect(await ask(ending)).toBe(verdict);
    expect(await ask(ending)).toBe(verdict);
  }
  for (const ending of [9, 10, 39, 40, 69, 70, 99]) expect(await ask(ending)).toBe('alive');
});

it('answers a late number in the second round, and a failing one never', async () => {
  expect([await ask(6), await ask(6, 2)]).toEqual(['nothing', 'alive']);
  expect([await ask(7), await ask(7, 2)]).toEqual(['nothing', 'alive']);
  expect([await ask(8), await ask(8, 2), await ask(8, 5)]).toEqual(['nothing', 'nothing', 'nothing']);
});
