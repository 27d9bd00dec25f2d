import { fill, type Locale, localeOf, type Text } from '@trade-assistant/contract/kit/locale.ts';
import { create } from 'zustand';
import { readStored, writeStored } from './storage.ts';

/**
 * The language of the console. Texts are pairs in the code that shows them: a missing translation is a type error, and
 * nothing has to load before the first sentence.
 */
const useLocaleStore = create<{ locale: Locale }>(() => ({
  // At a first visit that of the browser.
  locale: localeOf(readStored<Locale>('locale') ?? navigator.languages.join(',')),
}));

export type Translate = (words: Text, params?: Readonly<Record<string, unknown>>) => string;

/** The language in force. */
export const useLocale = (): Locale => useLocaleStore((state) => state.locale);

/** The language in force, outside of React. */
export const currentLocale = (): Locale => useLocaleStore.getState().locale;

/** Changes the language, for this browser and from now on. */
export function setLocale(locale: Locale): void {
  writeStored('locale', locale);
  useLocaleStore.setState({ locale });
}

/** Calls `listener` whenever the language changes; returns a function that unsubscribes. */
export const onLocaleChange = (listener: (locale: Locale) => void): (() => void) =>
  useLocaleStore.subscribe((state, before) => {
    if (state.locale !== before.locale) listener(state.locale);
  });

const sayIn =
  (locale: Locale): Translate =>
  (words, params) =>
    params ? fill(words[locale], params) : words[locale];
const SAY: Readonly<Record<Locale, Translate>> = { zh: sayIn('zh'), en: sayIn('en') };

/** How components speak: `const t = useText(); t({ zh: '新增', en: 'Add' })`. The function is stable per language. */
export const useText = (): Translate => SAY[useLocale()];

/** The sentence in the language in force, outside of React. */
export const translate: Translate = (words, params) => SAY[currentLocale()](words, params);
