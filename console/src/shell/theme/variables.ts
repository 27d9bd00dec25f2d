import { type Hex, mixColours, readableColour } from './contrast.ts';
import { type Palette, tileColour } from './palette.ts';

/** The colours of tones; on each theme the nearest shade that is readable as text. */
const tones: Readonly<Record<string, Hex>> = {
  waiting: '#7c5cff',
  running: '#1677ff',
  good: '#2f9e44',
  attention: '#d97706',
  bad: '#d92d20',
  off: '#8c93a1',
};

/** A palette as the variables of the style sheets. */
export const variablesOf = (palette: Palette) =>
  ({
    '--ground': palette.groundImage,
    '--ground-solid': palette.ground,
    '--card': palette.card,
    '--line': palette.line,
    '--control-line': mixColours(palette.dark ? '#ffffff' : '#000000', palette.card, 0.22),
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
    ...tonesOn(palette),
  }) satisfies Record<string, string>;

const softText = (palette: Palette): Hex => (palette.dark ? mixColours('#ffffff', palette.card, 0.68) : '#5c6470');

const tonesOn = (palette: Palette): Record<`--kit-${string}`, Hex> => {
  const grounds = [palette.card, palette.ground, tileColour(palette)];
  return Object.fromEntries(
    Object.entries(tones).map(([tone, colour]) => [`--kit-${tone}`, readableColour(colour, grounds)]),
  );
};
