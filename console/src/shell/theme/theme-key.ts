import { useMedia } from '../../kit/use-media.ts';
import { type Preferences, setPreferences, usePreferences } from '../preferences.ts';
import { type ThemeKey, themes } from './themes.ts';

const DARK_SYSTEM = '(prefers-color-scheme: dark)';

/** Returns the current theme: the chosen one, or the system's light or dark one. */
export function useThemeKey(): ThemeKey {
  const isSystemDark = useMedia(DARK_SYSTEM);
  return usePreferences((preferences) => themeInForce(preferences, isSystemDark));
}

type Choice = Pick<Preferences, 'theme' | 'followSystem' | 'lightTheme' | 'darkTheme'>;

export const themeInForce = (choice: Choice, isSystemDark: boolean): ThemeKey =>
  choice.followSystem ? (isSystemDark ? choice.darkTheme : choice.lightTheme) : choice.theme;

/** Chooses a theme, and shows it: one that is not for the system's hour ends the following. */
export function chooseTheme(theme: ThemeKey): void {
  const { dark } = themes[theme];
  setPreferences({
    theme,
    ...(dark ? { darkTheme: theme } : { lightTheme: theme }),
    ...(dark === isSystemDarkNow() ? {} : { followSystem: undefined }),
  });
}

/**
 * Starts or stops following the system; the current theme stays where possible, the other time of day gets its usual
 * one.
 */
export const followSystem = (follows: boolean, inForce: ThemeKey): void =>
  setPreferences(follows ? { followSystem: true } : { theme: inForce, followSystem: undefined });

const isSystemDarkNow = (): boolean => window.matchMedia(DARK_SYSTEM).matches;
