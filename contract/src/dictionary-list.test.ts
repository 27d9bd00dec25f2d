import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dictionaryList, dictionarySeeds } from './dictionary-list.ts';
import type { Dictionary } from './kit/dictionary.ts';

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && 'code' in value && 'entries' in value && 'is' in value;

describe('the list of dictionaries', () => {
  test('misses none that a module of the contract exports', async () => {
    const known = new Set(dictionaryList.map(({ dictionary }) => dictionary));
    const missed: string[] = [];
    for (const file of readdirSync(new URL('./', import.meta.url), { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.test)\.ts$/.test(file) || file.startsWith('testing')) continue;
      const exported: Record<string, unknown> = await import(new URL(`./${file}`, import.meta.url).href);
      for (const value of Object.values(exported))
        if (isDictionary(value) && !known.has(value)) missed.push(value.code);
    }
    expect(missed).toEqual([]);
  });

  test('names no code and no value twice', () => {
    const codes = dictionarySeeds.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { entries } of dictionarySeeds) expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });

  test('speaks both languages', () => {
    const texts = dictionarySeeds.flatMap((seed) => [seed, ...seed.entries]);
    expect(texts.filter(({ zh, en }) => !zh || !en || /\p{Script=Han}/u.test(en))).toEqual([]);
  });
});
