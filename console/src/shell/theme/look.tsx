import { createContext, type ReactNode, use, useLayoutEffect, useMemo } from 'react';
import { useLocale } from '../../kit/i18n.ts';
import { usePreferences } from '../preferences.ts';
import { type Hex, mix } from './contrast.ts';
import { type Palette, paletteOf } from './palette.ts';
import { useThemeKey } from './theme-key.ts';
import { type Theme, themeOf, themes } from './themes.ts';

interface Look {
  readonly theme: Theme;
  readonly palette: Palette;
}

const LookContext = createContext<Look>({ theme: themes.default, palette: paletteOf(themes.default, undefined) });

/** The theme in force and the colours worked out of it. */
export const useLook = (): Look => use(LookContext);

/** Theme and language of the document, for our own style sheets. The login page needs no more than this. */
export function LookProvider({ children }: { children: ReactNode }) {
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

  return <LookContext value={look}>{children}</LookContext>;
}

/** Hands the colours to the style sheets of the shell. */
function paint(palette: Palette): void {
  const { style } = document.documentElement;
  const variables: Record<string, string> = {
    '--ground': palette.groundImage,
    '--ground-solid': palette.ground,
    '--card': palette.card,
    '--line': palette.line,
    '--control-line': mix(palette.dark ? '#ffffff' : '#000000', palette.card, 0.22),
    '--accent': palette.accent,
    '--on-accent': palette.onAccent,
    '--link': palette.link,
    '--text': palette.dark ? '#e5e7eb' : '#1f2329',
    '--text-soft': softText(palette),
    '--bad': palette.dark ? '#ffb4ab' : '#a4160c',
    '--bad-ground': palette.dark ? '#3b1512' : '#fef1f0',
    '--warn': palette.dark ? '#ffd98a' : '#7a4b00',
    '--warn-ground': palette.dark ? '#3a2c0c' : '#fff4dc',
    '--sidebar': palette.sidebar.background,
    '--sidebar-text': palette.sidebar.text,
    '--sidebar-hover': palette.sidebar.hover,
    '--sidebar-line': palette.sidebar.line,
    '--header': palette.header.background,
    '--header-text': palette.header.text,
    '--header-hover': palette.header.hover,
    '--header-line': palette.header.line,
  };
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  style.colorScheme = palette.dark ? 'dark' : 'light';
}

const softText = (palette: Palette): Hex => (palette.dark ? mix('#ffffff', palette.card, 0.68) : '#5c6470');
