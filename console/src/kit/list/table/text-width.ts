import type { Density } from './view-tools.tsx';

/** Of a cell, left and right: the library's own. */
export const CELL_PADDING = { large: 2 * 16, medium: 2 * 8, small: 2 * 8 } as const satisfies Record<Density, number>;

/** How wide a text is in pixels, rather too much than too little: which letters are drawn is the system's choice. */
export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

const letterWidth = (letter: string): number =>
  letter > '\u2e80' ? 14 : /[fijlrt .-]/.test(letter) ? 6 : /[mwMW]/.test(letter) ? 13 : 9;
