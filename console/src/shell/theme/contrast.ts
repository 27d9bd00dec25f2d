/** A colour as `#rrggbb`. */
export type Hex = `#${string}`;

/** WCAG AA for text of normal size. */
export const TEXT_CONTRAST = 4.5;

/** The WCAG contrast ratio of two opaque colours, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `amount` (0–1) of `over` laid on `ground`. */
export function mixColours(over: Hex, ground: Hex, amount: number): Hex {
  const [top, bottom] = [channels(over), channels(ground)];
  return toHex(top.map((channel, index) => channel * amount + (bottom[index] ?? 0) * (1 - amount)));
}

/**
 * The colour itself when it can be read on every ground given, otherwise the nearest shade of it that can: darker
 * where the grounds are light, lighter where they are dark. Hue and saturation stay, so it remains the same colour.
 */
export function readableColour(colour: Hex, grounds: readonly Hex[], ratio = TEXT_CONTRAST): Hex {
  const enough = (shade: Hex) => grounds.every((ground) => contrast(shade, ground) >= ratio);
  if (enough(colour)) return colour;
  const isLight = grounds.reduce((total, ground) => total + luminance(ground), 0) / grounds.length > 0.18;
  const { hue, saturation, lightness } = toHsl(colour);
  for (let step = 1; step <= 100; step++) {
    const shade = fromHsl(hue, saturation, lightness + ((isLight ? 0 : 1) - lightness) * (step / 100));
    if (enough(shade)) return shade;
  }
  return isLight ? '#000000' : '#ffffff';
}

/** Black or white ink, whichever reads better on a ground. */
export const textColourOn = (ground: Hex): Hex =>
  contrast('#ffffff', ground) >= TEXT_CONTRAST ? '#ffffff' : '#10151d';

function luminance(colour: Hex): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (colour: Hex): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const toHex = (values: readonly number[]): Hex =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** Hue in degrees, saturation and lightness 0–1. */
function toHsl(colour: Hex): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = channels(colour).map((channel) => channel / 255) as [number, number, number];
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const lightness = most - range / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const turn =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return { hue: (turn * 60 + 360) % 360, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function fromHsl(hue: number, saturation: number, lightness: number): Hex {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return 255 * (lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return toHex([channel(0), channel(8), channel(4)]);
}
