import { contrast, type Hex, mixColours, readableColour, TEXT_CONTRAST, textColourOn } from './contrast.ts';
import type { SurfaceColours, Theme } from './themes.ts';

/** Every colour the frame needs, worked out of a theme and the user's accent so that all text passes WCAG AA. */
export interface Palette {
  readonly dark: boolean;
  readonly ground: Hex;
  readonly groundImage: string;
  readonly card: Hex;
  /** Fills: buttons, switches, the mark of the active tab. */
  readonly accent: Hex;
  /** Text on those fills. */
  readonly onAccent: Hex;
  /** The accent as text on pages, cards, and the layers above them. */
  readonly link: Hex;
  readonly sidebar: MenuPalette;
  readonly header: SurfaceColours & { readonly hover: Hex; readonly line: Hex };
  readonly line: Hex;
}

export interface MenuPalette extends SurfaceColours {
  readonly dark: boolean;
  readonly hover: Hex;
  readonly selected: Hex;
  readonly selectedText: Hex;
  readonly line: Hex;
}

/** `accent` is the user's own colour, or undefined for the theme's. */
export function paletteOf(theme: Theme, accent: Hex | undefined): Palette {
  const wanted = theme.ownsAccent ? theme.accent : (accent ?? theme.accent);
  // Users expect white text on a coloured button: on light themes the fill is darkened until it is readable.
  const fill = theme.dark ? readableColour(wanted, [theme.card], 3) : readableColour(wanted, ['#ffffff']);
  const painted = theme.accentHeader ? readableColour(wanted, ['#ffffff']) : theme.header.solid;
  const header = theme.accentHeader ? { background: painted, solid: painted, text: '#ffffff' as Hex } : theme.header;
  return {
    dark: theme.dark,
    ground: theme.ground,
    groundImage: theme.groundImage ?? theme.ground,
    card: theme.card,
    accent: fill,
    onAccent: textColourOn(fill),
    link: readableColour(wanted, [theme.card, theme.ground, raisedColour(theme)]),
    sidebar: menuPalette(theme.sidebar, wanted),
    header: { ...header, hover: hoverOf(header), line: mixColours(header.text, header.solid, 0.1) },
    line: mixColours(theme.dark ? '#ffffff' : '#000000', theme.card, 0.1),
  };
}

/** The library's fill of tiles on a card as a solid colour, with numbers on it. */
export const tileColour = ({ dark, card }: Palette): Hex =>
  dark ? mixColours('#ffffff', card, 0.04) : mixColours('#000000', card, 0.02);

/** The background of layers above a card: lighter in dark themes. */
export const raisedColour = ({ dark, card }: Pick<Palette, 'dark' | 'card'>): Hex =>
  dark ? mixColours('#ffffff', card, 0.06) : card;

function menuPalette(sidebar: SurfaceColours, accent: Hex): MenuPalette {
  const dark = contrast('#ffffff', sidebar.solid) > contrast('#000000', sidebar.solid);
  // A white accent on a white menu would mark nothing.
  const mark = readableColour(accent, [sidebar.solid], 3);
  const selected = mixColours(mark, sidebar.solid, dark ? 0.3 : 0.12);
  return {
    ...sidebar,
    dark,
    hover: hoverOf(sidebar),
    selected,
    selectedText: dark ? readableColour('#ffffff', [selected]) : readableColour(accent, [selected, sidebar.solid]),
    line: mixColours(sidebar.text, sidebar.solid, 0.12),
  };
}

/** A touch of the text's colour; where that would drown the text, a shade the other way. */
function hoverOf({ text, solid }: SurfaceColours): Hex {
  const tinted = mixColours(text, solid, 0.08);
  return contrast(text, tinted) >= TEXT_CONTRAST ? tinted : mixColours(textColourOn(text), solid, 0.14);
}
