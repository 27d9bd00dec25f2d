import { createContext, type ReactNode, use, useLayoutEffect, useMemo } from 'react';
import { useLocale } from '../../kit/i18n.ts';
import { usePreferences } from '../preferences.ts';
import { type Palette, paletteOf } from './palette.ts';
import { useThemeKey } from './theme-key.ts';
import { type Theme, themeOf, themes } from './themes.ts';
import { variablesOf } from './variables.ts';

interface ActiveTheme {
  readonly theme: Theme;
  readonly palette: Palette;
}

const ThemeContext = createContext<ActiveTheme>({
  theme: themes.default,
  palette: paletteOf(themes.default, undefined),
});

/** The theme in force and the colours worked out of it. */
export const useTheme = (): ActiveTheme => use(ThemeContext);

/** Theme and language of the document, for our own style sheets. The login page needs no more than this. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const key = useThemeKey();
  const accent = usePreferences((preferences) => preferences.accent);
  const locale = useLocale();
  const look = useMemo(() => {
    const theme = themeOf(key);
    return { theme, palette: paletteOf(theme, accent) };
  }, [key, accent]);

  useLayoutEffect(() => paint(look.palette), [look]);
  useLayoutEffect(() => {
    document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en';
  }, [locale]);

  return <ThemeContext value={look}>{children}</ThemeContext>;
}

/** Hands the colours to the style sheets of the shell. */
function paint(palette: Palette): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(variablesOf(palette))) style.setProperty(name, value);
  style.colorScheme = palette.dark ? 'dark' : 'light';
}
