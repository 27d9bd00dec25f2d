import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { defaultText, readStored, wireValue } from './kit/parameter.ts';
import { parameterKeys, parameters } from './parameters.ts';

describe('parameters', () => {
  it('have defaults that obey their own rules, and are what a form of them holds', () => {
    for (const key of parameterKeys) {
      const declared = parameters[key];
      const read = readStored(declared, defaultText(declared));
      expect(read, key).toHaveProperty('value');
      if ('value' in read) expect(String(wireValue(declared, read.value)), key).toBe(defaultText(declared));
    }
  });

  it('refuse what is of another kind or out of range, in both languages', () => {
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

  it('all stand in the handbook of operators', async () => {
    const page = await readFile(new URL('../../docs/operations/parameters.md', import.meta.url), 'utf8');
    const named = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key]) => key);
    expect(named).toEqual(parameterKeys);
  });
});
