import { type Hex, readableColour } from './contrast.ts';
import { type Palette, tileColour } from './palette.ts';

/** The background of errors on light themes: of a tag, of an alert. */
const PALE_RED: Hex = '#fff3f0';
/** Dark themes have the library's own ground; it dims this for them to a red that can be read on cards and tiles too. */
const DARK_SEED: Hex = '#ff918f';

/** The library's red is too pale for text on white and, dimmed by its dark algorithm, too dark for text on black. */
export const errorTokens = (palette: Palette): { readonly colorError: Hex; readonly colorErrorBg?: Hex } =>
  palette.dark
    ? { colorError: DARK_SEED }
    : {
        colorError: readableColour('#d92d20', [palette.card, palette.ground, tileColour(palette), PALE_RED]),
        colorErrorBg: PALE_RED,
      };
