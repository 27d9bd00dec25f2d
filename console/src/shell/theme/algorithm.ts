import type { ThemeConfig } from 'antd/es/config-provider';
import antdTheme from 'antd/es/theme';
import { type Hex, mixColours, textColourOn } from './contrast.ts';
import type { Palette } from './palette.ts';

type Algorithms = Extract<ThemeConfig['algorithm'], readonly unknown[]>;

/** How much nearer to the ink of the page, or farther from the ink on them, colours come when they are pointed at. */
const POINTED = 0.2;

/**
 * Returns how the library derives its colours from ours. Its own rules dim links on dark themes and make hovered
 * elements too pale to read; here links keep their colour and hovered elements gain contrast.
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
