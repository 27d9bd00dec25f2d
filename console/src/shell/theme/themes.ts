import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Hex } from './contrast.ts';

/** A part of the frame: its background, and the solid colour its text contrast is measured against. */
export interface SurfaceColours {
  readonly background: string;
  readonly solid: Hex;
  readonly text: Hex;
}

/** One look of the console over Ant Design's tokens. */
export interface Theme {
  readonly name: Text;
  readonly dark: boolean;
  readonly sidebar: SurfaceColours;
  readonly header: SurfaceColours;
  /** Behind the cards, and the cards themselves. */
  readonly ground: Hex;
  readonly card: Hex;
  /** Painted over the ground instead of its plain colour. */
  readonly groundImage?: string;
  readonly accent: Hex;
  /** The theme is its colour: the user's own accent does not replace it. */
  readonly ownsAccent?: true;
  /** The header is painted with the accent. */
  readonly accentHeader?: true;
  /** A narrow sidebar with icons above labels. */
  readonly narrow?: true;
}

const INK: Hex = '#1f2329';
const PALE: Hex = '#c5cad3';
const white: SurfaceColours = { background: '#ffffff', solid: '#ffffff', text: INK };
const surface = (solid: Hex, text: Hex): SurfaceColours => ({ background: solid, solid, text });

const STARS = [
  'radial-gradient(1px 1px at 22px 34px, #ffffffcc, transparent)',
  'radial-gradient(1px 1px at 96px 12px, #ffffff88, transparent)',
  'radial-gradient(1.5px 1.5px at 148px 88px, #cfe3ffbb, transparent)',
  'radial-gradient(1px 1px at 64px 132px, #ffffff77, transparent)',
  'radial-gradient(1px 1px at 182px 164px, #ffffff99, transparent)',
].join(', ');

/** The eleven looks, by key. The order is the order of the switcher. */
export const themes = {
  default: {
    name: { zh: '默认', en: 'Default' },
    dark: false,
    sidebar: surface('#20222a', PALE),
    header: white,
    ground: '#f0f2f5',
    card: '#ffffff',
    accent: '#409eff',
  },
  white: {
    name: { zh: '白色', en: 'White' },
    dark: false,
    sidebar: white,
    header: white,
    ground: '#f5f7fa',
    card: '#ffffff',
    accent: '#409eff',
  },
  dark: {
    name: { zh: '暗色', en: 'Dark' },
    dark: true,
    sidebar: surface('#141414', PALE),
    header: surface('#1d1d1d', '#e5e7eb'),
    ground: '#000000',
    card: '#141414',
    accent: '#409eff',
  },
  star: {
    name: { zh: '炫彩', en: 'Star' },
    dark: true,
    sidebar: { background: `${STARS} 0 0 / 200px 200px, #0a1830`, solid: '#0a1830', text: '#c3d3ea' },
    header: surface('#0f2444', '#e2ecfb'),
    ground: '#0b1a33',
    groundImage: `${STARS} 0 0 / 200px 200px, #0b1a33`,
    card: '#10264a',
    accent: '#5aa9ff',
  },
  smart: {
    name: { zh: '智能', en: 'Smart' },
    dark: false,
    sidebar: surface('#1f2d3d', '#c3ccd6'),
    header: surface('#2d8cf0', '#ffffff'),
    accentHeader: true,
    ground: '#f0f2f5',
    card: '#ffffff',
    accent: '#2d8cf0',
  },
  iview: {
    name: { zh: 'iView', en: 'iView' },
    dark: false,
    sidebar: surface('#515a6e', '#eef0f4'),
    header: white,
    ground: '#f5f7f9',
    card: '#ffffff',
    accent: '#2d8cf0',
  },
  vip: {
    name: { zh: 'VIP', en: 'VIP' },
    dark: false,
    sidebar: surface('#1b1a18', '#d9c8a5'),
    header: surface('#1b1a18', '#f0d9a8'),
    ground: '#f7f5f0',
    card: '#ffffff',
    accent: '#b8893b',
    ownsAccent: true,
  },
  cool: {
    name: { zh: '酷炫', en: 'Cool' },
    dark: false,
    sidebar: { background: 'linear-gradient(170deg, #3d5bd9, #5b3fc4)', solid: '#4c4dcf', text: '#ffffff' },
    header: white,
    ground: '#f3f4fb',
    card: '#ffffff',
    accent: '#6a5cff',
    ownsAccent: true,
  },
  d2: {
    name: { zh: 'D2', en: 'D2' },
    dark: false,
    sidebar: { background: 'transparent', solid: '#ebf1f6', text: '#2c3e50' },
    header: { background: 'transparent', solid: '#ebf1f6', text: '#2c3e50' },
    ground: '#ebf1f6',
    card: '#ffffff',
    accent: '#2f74ff',
  },
  hey: {
    name: { zh: 'Hey', en: 'Hey' },
    dark: false,
    sidebar: white,
    header: white,
    ground: '#f5f6f8',
    card: '#ffffff',
    accent: '#3788ee',
    narrow: true,
  },
  lte: {
    name: { zh: 'LTE', en: 'LTE' },
    dark: false,
    sidebar: surface('#222d32', '#b8c7ce'),
    header: surface('#3c8dbc', '#ffffff'),
    accentHeader: true,
    ground: '#ecf0f5',
    card: '#ffffff',
    accent: '#3c8dbc',
    ownsAccent: true,
  },
} as const satisfies Record<string, Theme>;

export type ThemeKey = keyof typeof themes;

/** The keys in the order of the switcher. */
export const themeKeys = Object.keys(themes) as ThemeKey[];

/** The theme of a key; an unknown one (an old browser's memory) is the default. */
export const themeOf = (key: string): Theme => (Object.hasOwn(themes, key) ? themes[key as ThemeKey] : themes.default);
