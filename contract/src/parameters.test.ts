import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { defaultText, isWeaker, readStored, valueInWords, wireValue } from './kit/parameter.ts';
import { parameterKeys, parameters } from './parameters.ts';

describe('parameters', () => {
  it('have defaults that obey their own rules and are accepted by a form', () => {
    for (const key of parameterKeys) {
      const declared = parameters[key];
      const read = readStored(declared, defaultText(declared));
      expect(read, key).toHaveProperty('value');
      if ('value' in read) expect(String(wireValue(declared, read.value)), key).toBe(defaultText(declared));
    }
  });

  it('refuse values of another kind or out of range, in both languages', () => {
    const wrong = (key: keyof typeof parameters, text: string) => {
      const read = readStored(parameters[key], text);
      return 'problem' in read ? [read.problem.zh, read.problem.en] : [];
    };
    for (const [key, text] of [
      ['account.failCount', '0'],
      ['account.failCount', '1e1'],
      ['account.failCount', 'five'],
      ['account.registerUser', 'yes'],
      ['finance.lowBalance', '-1'],
    ] as const)
      expect(wrong(key, text), `${key} ${text}`).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/^[ -~]+$/),
      ]);
  });

  it('that are guarded declare which value is weaker, and describe it', () => {
    const weaker = (key: keyof typeof parameters, before: string, after: string) =>
      isWeaker(parameters[key], before, after);
    expect(
      [
        weaker('withdraw.checkAbove', '1000', '1000.000001'),
        weaker('withdraw.checkAbove', '1000', '1000.00'),
        weaker('withdraw.checkAbove', '1000', '0'),
        weaker('payee.coolHours', '24', '23'),
        weaker('payee.coolHours', '24', '25'),
        weaker('account.demandSecondFactor', '1', '0'),
        weaker('export.approvalRows', '20000', '0'),
        weaker('export.approvalRows', '0', '1000000'),
        weaker('export.approvalRows', '0', '0'),
        weaker('message.perMinute', '20', '600'),
      ].map(Number),
    ).toEqual([1, 0, 0, 1, 0, 1, 1, 0, 0, 0]);
    expect(
      [
        valueInWords(parameters['export.approvalRows'], '20000'),
        valueInWords(parameters['export.approvalRows'], '0'),
        valueInWords(parameters['account.demandSecondFactor'], '0'),
        valueInWords(parameters['withdraw.checkAbove'], '1000.5'),
        valueInWords(parameters['agent.defaultServiceAddress'], ''),
      ].map(({ en }) => en),
    ).toEqual(['20,000 rows', 'no limit', 'off', '1000.5', 'none']);
  });

  it('are all documented in the handbook of operators', async () => {
    const page = await readFile(new URL('../../docs/operations/parameters.md', import.meta.url), 'utf8');
    const named = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key]) => key);
    expect(named).toEqual(parameterKeys);
  });
});
