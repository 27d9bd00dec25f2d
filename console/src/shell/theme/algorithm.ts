import type { ThemeConfig } from 'antd/es/config-provider';
import antdTheme from 'antd/es/theme';
import { type Hex, mixColours, textColourOn } from './contrast.ts';
import type { Palette } from './palette.ts';

type Algorithms = Extract<ThemeConfig['algorithm'], readonly unknown[]>;

/** How much nearer to the ink of the page, or farther from the ink on them, colours come when they are pointed at. */
const POINTED = 0.2;

/**
 * How the library works its colours out of ours. On dark themes it dims links, and on all themes pales what is pointed at,
 * below what can be read: links stay as they are, and whatever is pointed at gains contrast instead of losing it.
 */
export const algorithmOf = ({ dark, link, accent, onAccent }: Palette): Algorithms => {
  const ink: Hex = dark ? '#ffffff' : '#000000';
  const pointedLink = mixColours(ink, link, POINTED);
  return [
    dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    (seed, given) => {
      const map = given ?? antdTheme.defaultAlgorithm(seed);
      return {
        ...map,
        colorLink: link,
        colorLinkHover: pointedLink,
        colorLinkActive: pointedLink,
        colorPrimaryHover: mixColours(textColourOn(onAccent), accent, POINTED),
        colorErrorHover: mixColours(ink, map.colorError as Hex, POINTED),
      };
    },
  ];
};
