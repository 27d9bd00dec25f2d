import type { Tone } from '@trade-assistant/contract/kit/dictionary.ts';

/** The variable of a tone's colour. The canvas reads its value at each drawing, so charts follow the theme. */
export const toneColour = (tone: Tone): string => `var(--kit-${tone})`;

/** An option with every `var(--name)` replaced by its current value: a canvas reads no variables. */
export function withColours<T>(option: T, look: (name: string) => string): T {
  if (typeof option === 'string') return (/^var\(--[\w-]+\)$/.test(option) ? look(option.slice(4, -1)) : option) as T;
  if (Array.isArray(option)) return option.map((part) => withColours(part, look)) as T;
  if (typeof option !== 'object' || option === null || Object.getPrototypeOf(option) !== Object.prototype)
    return option;
  return Object.fromEntries(Object.entries(option).map(([name, part]) => [name, withColours(part, look)])) as T;
}
