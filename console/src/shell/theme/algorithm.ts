import type { ThemeConfig } from 'antd/es/config-provider';
import antdTheme from 'antd/es/theme';
import type { Palette } from './palette.ts';

type Algorithms = Extract<ThemeConfig['algorithm'], readonly unknown[]>;

/** How the library works its colours out of ours. Its dark algorithm dims links below what can be read: they stay as they are. */
export const algorithmOf = ({ dark, link }: Palette): Algorithms => [
  dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
  (seed, map) => ({ ...(map ?? antdTheme.defaultAlgorithm(seed)), colorLink: link }),
];
