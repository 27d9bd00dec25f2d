import './testing/browser.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { writeStored } from './storage.ts';

afterEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const localeFor = async (languages: readonly string[]): Promise<string> => {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
  return (await import('./i18n.ts')).currentLocale();
};

test.each([
  ['en', ['en-GB', 'zh-CN']],
  ['en', ['es-MX', 'en']],
  ['zh', ['zh-TW', 'en']],
  ['zh', ['es']],
  ['zh', []],
])('a first visit is in %s for a browser of %j', async (locale, languages) => {
  expect(await localeFor(languages)).toBe(locale);
});

test('a chosen language wins over that of the browser', async () => {
  writeStored('locale', 'zh');
  expect(await localeFor(['en-GB'])).toBe('zh');
});
