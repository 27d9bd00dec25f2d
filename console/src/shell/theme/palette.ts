import { contrast, type Hex, inkOn, mix, readable, TEXT_CONTRAST } from './contrast.ts';
import type { Surface, Theme } from './themes.ts';

/** Every colour the frame needs, worked out of a theme and the user's accent so that all text passes WCAG AA. */
export interface Palette {
  readonly dark: boolean;
  readonly ground: Hex;
  readonly groundImage: string;
  readonly card: Hex;
  /** Fills: buttons, switches, the mark of the active tab. */
  readonly accent: Hex;
  /** Ink on those fills. */
  readonly onAccent: Hex;
  /** The accent as text on ground and cards, and on what opens above them. */
  readonly link: Hex;
  readonly sidebar: MenuPalette;
  readonly header: Surface & { readonly hover: Hex; readonly line: Hex };
  readonly line: Hex;
}

export interface MenuPalette extends Surface {
  readonly dark: boolean;
  readonly hover: Hex;
  readonly selected: Hex;
  readonly selectedText: Hex;
  readonly line: Hex;
}

/** `accent` is the user's own colour, or undefined for the theme's. */
export function paletteOf(theme: Theme, accent: Hex | undefined): Palette {
  const wanted = theme.ownsAccent ? theme.accent : (accent ?? theme.accent);
  // White ink is what people expect on a coloured button: on light themes the fill deepens until it can be read.
  const fill = theme.dark ? readable(wanted, [theme.card], 3) : readable(wanted, ['#ffffff']);
  const painted = theme.accentHeader ? readable(wanted, ['#ffffff']) : theme.header.solid;
  const header = theme.accentHeader ? { background: painted, solid: painted, text: '#ffffff' as Hex } : theme.header;
  return {
    dark: theme.dark,
    ground: theme.ground,
    groundImage: theme.groundImage ?? theme.ground,
    card: theme.card,
    accent: fill,
    onAccent: inkOn(fill),
    link: readable(wanted, [theme.card, theme.ground, raisedOf(theme)]),
    sidebar: menuPalette(theme.sidebar, wanted),
    header: { ...header, hover: hoverOf(header), line: mix(header.text, header.solid, 0.1) },
    line: mix(theme.dark ? '#ffffff' : '#000000', theme.card, 0.1),
  };
}

/** What the library fills tiles on a card with, as the colour one sees: numbers stand on it. */
export const tileOf = ({ dark, card }: Palette): Hex =>
  dark ? mix('#ffffff', card, 0.04) : mix('#000000', card, 0.02);

/** What opens above a card: in dark themes it is lighter. */
export const raisedOf = ({ dark, card }: Pick<Palette, 'dark' | 'card'>): Hex =>
  dark ? mix('#ffffff', card, 0.06) : card;

function menuPalette(sidebar: Surface, accent: Hex): MenuPalette {
  const dark = contrast('#ffffff', sidebar.solid) > contrast('#000000', sidebar.solid);
  // A white accent on a white menu would mark nothing.
  const mark = readable(accent, [sidebar.solid], 3);
  const selected = mix(mark, sidebar.solid, dark ? 0.3 : 0.12);
  return {
    ...sidebar,
    dark,
    hover: hoverOf(sidebar),
    selected,
    selectedText: dark ? readable('#ffffff', [selected]) : readable(accent, [selected, sidebar.solid]),
    line: mix(sidebar.text, sidebar.solid, 0.12),
  };
}

/** A touch of the text's colour; where that would drown the text, a shade the other way. */
function hoverOf({ text, solid }: Surface): Hex {
  const tinted = mix(text, solid, 0.08);
  return contrast(text, tinted) >= TEXT_CONTRAST ? tinted : mix(inkOn(text), solid, 0.14);
}
