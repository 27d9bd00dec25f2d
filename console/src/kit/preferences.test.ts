import './testing/browser.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepPreferences, readPreference, setPreference, usePreferenceStore } from './preferences.ts';
import { readStored, writeStored } from './storage.ts';

const now = () => usePreferenceStore.getState();
beforeEach(() => keepPreferences({ owner: null, values: {}, unsent: [] }));

describe('preferences', () => {
  test('are kept by the browser at once, and wait to be sent', () => {
    setPreference('density', 'small');
    setPreference('density', 'large');
    expect(readPreference('density', 'middle')).toBe('large');
    expect(readStored('preferences')).toEqual({ owner: null, values: { density: 'large' }, unsent: ['density'] });
  });

  test('a forgotten choice returns to the fallback and is reported to the server', () => {
    setPreference('accent', '#e5484d');
    setPreference('accent', undefined);
    expect(readPreference('accent', '')).toBe('');
    expect(now()).toMatchObject({ values: {}, unsent: ['accent'] });
  });

  test('a value of another kind than the fallback is replaced by the fallback', () => {
    keepPreferences({ owner: '1', values: { size: 'many', order: { a: 1 }, sound: true }, unsent: [] });
    expect(readPreference('size', 10)).toBe(10);
    expect(readPreference('order', [] as string[])).toEqual([]);
    expect(readPreference('sound', false)).toBe(true);
    expect(readPreference('size', 10, (value) => value === 20)).toBe(10);
    expect(readPreference('size', 'few', (value) => value === 'many')).toBe('many');
  });

  test('treats kept values that are no preferences as none, whatever their origin', async () => {
    for (const [kept, read] of [
      ['words', { owner: null, values: {}, unsent: [] }],
      [
        { owner: 5, values: [], unsent: 'all' },
        { owner: null, values: {}, unsent: [] },
      ],
      [
        { owner: '1', values: { size: 5 }, unsent: ['size', 7, null] },
        { owner: '1', values: { size: 5 }, unsent: ['size'] },
      ],
    ]) {
      writeStored('preferences', kept);
      vi.resetModules();
      const { usePreferenceStore: fresh } = await import('./preferences.ts');
      expect(fresh.getState()).toEqual(read);
    }
  });

  test('a choice that changes nothing is not reported', () => {
    keepPreferences({ owner: '1', values: { theme: 'dark' }, unsent: [] });
    const before = now();
    setPreference('theme', 'dark');
    expect(now()).toBe(before);
  });
});
