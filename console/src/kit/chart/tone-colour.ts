import type { Tone } from '@trade-assistant/contract/kit/dictionary.ts';

/** The colour of a meaning as charts want it: a canvas reads no variables. */
export const toneColour = (tone: Tone): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--kit-${tone}`).trim();
