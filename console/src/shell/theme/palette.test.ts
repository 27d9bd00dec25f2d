import antdTheme from 'antd/es/theme';
import { describe, expect, test } from 'vitest';
import { algorithmOf } from './algorithm.ts';
import { contrast, type Hex, mixColours, readableColour, TEXT_CONTRAST } from './contrast.ts';
import { errorTokens } from './error-tokens.ts';
import { type Palette, paletteOf, raisedColour, tileColour } from './palette.ts';
import { themeKeys, themeOf, themes } from './themes.ts';
import { variablesOf } from './variables.ts';

describe('contrast', () => {
  test('black on white is 21, a colour on itself is 1', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#409eff', '#409eff')).toBe(1);
  });

  test('mixing nothing leaves the ground, mixing all gives the colour', () => {
    expect(mixColours('#ff0000', '#0000ff', 0)).toBe('#0000ff');
    expect(mixColours('#ff0000', '#0000ff', 1)).toBe('#ff0000');
  });

  test('a colour that can be read already is not touched', () => {
    expect(readableColour('#003366', ['#ffffff'])).toBe('#003366');
  });
});

/** Colours that the style sheets put on pages and cards. */
function pagePairs(palette: Palette): [string, Hex, Hex][] {
  const paint: Record<string, string> = variablesOf(palette);
  const colour = (name: string) => paint[name] as Hex;
  const plain = [
    '--text',
    '--text-soft',
    '--kit-waiting',
    '--kit-running',
    '--kit-good',
    '--kit-attention',
    '--kit-bad',
    '--kit-off',
  ];
  return [
    ...plain.flatMap((name): [string, Hex, Hex][] => [
      [`${name} on card`, colour(name), palette.card],
      [`${name} on ground`, colour(name), palette.ground],
      [`${name} on a tile`, colour(name), tileColour(palette)],
    ]),
    ['bad', colour('--bad'), colour('--bad-ground')],
    ['warn', colour('--warn'), colour('--warn-ground')],
  ];
}

/** The library's colours of errors and links, as text and on their backgrounds. */
function libraryPairs(palette: Palette): [string, Hex, Hex][] {
  const token = antdTheme.getDesignToken({
    algorithm: algorithmOf(palette),
    token: { ...errorTokens(palette), colorLink: palette.link, colorPrimary: palette.accent },
  });
  const colour = (name: keyof typeof token) => token[name] as Hex;
  const [red, link] = [colour('colorError'), colour('colorLink')];
  return [
    ['link on card', link, palette.card],
    ['link on ground', link, palette.ground],
    ['link on what opens', link, raisedColour(palette)],
    ['link pointed at on what opens', colour('colorLinkHover'), raisedColour(palette)],
    ['button pointed at', palette.onAccent, colour('colorPrimaryHover')],
    ['error pointed at', colour('colorErrorHover'), raisedColour(palette)],
    ['error on its own ground', red, colour('colorErrorBg')],
    ['error on card', red, palette.card],
    ['error on ground', red, palette.ground],
    ['error on a tile', red, tileColour(palette)],
  ];
}

describe('themes', () => {
  test('there are the eleven the console promises', () => {
    expect(themeKeys).toEqual([
      'default',
      'white',
      'dark',
      'star',
      'smart',
      'iview',
      'vip',
      'cool',
      'd2',
      'hey',
      'lte',
    ]);
  });

  test('an unknown key is the default', () => {
    expect(themeOf('theme-gone')).toBe(themes.default);
    expect(themeOf('toString')).toBe(themes.default);
  });

  const accents: (Hex | undefined)[] = [undefined, '#ffff00', '#000000', '#ffffff', '#e5484d', '#12a594'];
  for (const key of themeKeys)
    test(`all text of ${key} passes WCAG AA with any accent`, () => {
      for (const accent of accents) {
        const palette = paletteOf(themeOf(key), accent);
        const pairs: [string, Hex, Hex][] = [
          ['sidebar', palette.sidebar.text, palette.sidebar.solid],
          ['sidebar hover', palette.sidebar.text, palette.sidebar.hover],
          ['sidebar selected', palette.sidebar.selectedText, palette.sidebar.selected],
          ['header', palette.header.text, palette.header.solid],
          ['header hover', palette.header.text, palette.header.hover],
          ['button', palette.onAccent, palette.accent],
          ...pagePairs(palette),
          ...libraryPairs(palette),
        ];
        for (const [where, text, ground] of pairs)
          expect(contrast(text, ground), `${where} with ${accent}`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    });

  for (const key of themeKeys)
    test(`marks of a part of ${key} are distinguishable from their surroundings`, () => {
      for (const accent of accents) {
        const { accent: fill, card, sidebar } = paletteOf(themeOf(key), accent);
        expect(contrast(fill, card), `a button on a card with ${accent}`).toBeGreaterThanOrEqual(3);
        expect(sidebar.selected, `the chosen entry with ${accent}`).not.toBe(sidebar.solid);
      }
    });

  test('the user’s accent replaces the theme’s, except where the theme is its colour', () => {
    expect(paletteOf(themes.white, '#e5484d').link).not.toBe(paletteOf(themes.white, undefined).link);
    expect(paletteOf(themes.vip, '#e5484d')).toEqual(paletteOf(themes.vip, undefined));
  });
});
