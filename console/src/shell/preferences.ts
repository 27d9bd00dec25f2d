import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { setLocale } from '../kit/i18n.ts';
import { type KeptPreferences, setPreference, usePreferenceStore } from '../kit/preferences.ts';
import type { Hex } from './theme/contrast.ts';
import { type ThemeKey, themeKeys, themes } from './theme/themes.ts';

/** How a user likes the console to look. */
export interface Preferences {
  readonly theme: ThemeKey;
  /** Light by day, dark by night: which of the two is in force then follows the system. */
  readonly followSystem: boolean;
  readonly lightTheme: ThemeKey;
  readonly darkTheme: ThemeKey;
  /** The user's own colour; undefined for the theme's. */
  readonly accent: Hex | undefined;
  readonly isSidebarCollapsed: boolean;
}

/** One of them, followed as it changes. */
export const usePreferences = <T>(select: (preferences: Preferences) => T): T =>
  usePreferenceStore(({ values }) => select(preferencesIn(values)));

/** Changes some of them; undefined forgets a choice. */
export function setPreferences(change: { readonly [K in keyof Preferences]?: Preferences[K] | undefined }): void {
  for (const [name, value] of Object.entries(change)) setPreference(KEYS[name] ?? name, value);
}

/** Sets the language now, for this browser, and for the user at every sign-in. */
export function chooseLocale(locale: Locale): void {
  setLocale(locale);
  setPreference('locale', locale);
}

/** Preferences of this browser, used until those of the signed-in user are loaded. */
export const lookKeys = ['theme', 'followSystem', 'lightTheme', 'darkTheme', 'accent', 'locale'] as const;

const KEYS: Readonly<Record<string, string>> = { isSidebarCollapsed: 'sidebarCollapsed' };

/** Invalid values fall back to the defaults. */
function preferencesIn(values: KeptPreferences['values']): Preferences {
  const { accent } = values;
  const theme = themeIn(values['theme'], () => true) ?? 'default';
  return {
    theme,
    followSystem: values['followSystem'] === true,
    lightTheme: themeIn(values['lightTheme'], (key) => !themes[key].dark) ?? 'default',
    darkTheme: themeIn(values['darkTheme'], (key) => themes[key].dark) ?? 'dark',
    accent: typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? (accent as Hex) : undefined,
    isSidebarCollapsed: values['sidebarCollapsed'] === true,
  };
}

const themeIn = (kept: unknown, suits: (key: ThemeKey) => boolean): ThemeKey | undefined =>
  themeKeys.find((key) => key === kept && suits(key));
