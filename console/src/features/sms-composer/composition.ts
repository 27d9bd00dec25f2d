import { type CostlyPlace, costly, smsParts, withValues } from '@trade-assistant/contract/sms-text.ts';

/** Values of the variables of one message. */
export type SampleValues = Readonly<Record<string, string>>;

/** Parts of a message with its sample values. */
export interface PartRange {
  readonly min: number;
  readonly typical: number;
  readonly max: number;
}

/** Returns the fewest, the median and the most parts of a text over samples; without samples its own parts. */
export function partRange(text: string, samples: readonly SampleValues[]): PartRange {
  const counts = (samples.length > 0 ? samples : [{}])
    .map((values) => smsParts(withValues(text, values)).parts.length)
    .sort((a, b) => a - b);
  const at = (share: number) => counts[Math.floor((counts.length - 1) * share)] ?? 1;
  return { min: at(0), typical: at(0.5), max: at(1) };
}

/** Signs without a replacement beyond which none is worth marking. */
const FOREIGN_MAX = 10;
/** A letter of a script that the GSM alphabet does not have, such as Chinese: its text needs UCS-2. */
const FOREIGN_LETTER = /(?!\p{Script=Latin}|\p{Script=Greek})\p{L}/u;

/** Returns the costly places that are worth changing: none in a text that needs UCS-2 anyway. */
export function changeable(text: string): readonly CostlyPlace[] {
  const places = costly(text);
  const foreign = places.filter(({ reason, replacement }) => reason === 'encoding' && replacement === null);
  const needsUcs2 = foreign.length > FOREIGN_MAX || foreign.some(({ written }) => FOREIGN_LETTER.test(written));
  return needsUcs2 ? [] : places;
}

/** Equal costly characters of a text. */
export interface CostlyGroup extends Pick<CostlyPlace, 'written' | 'reason' | 'replacement'> {
  readonly places: readonly CostlyPlace[];
}

/** Groups costly places by their characters, those that force UCS-2 first. */
export const grouped = (places: readonly CostlyPlace[]): readonly CostlyGroup[] =>
  [...Map.groupBy(places, ({ written }) => written).values()].map((equal) => {
    const [{ written, reason, replacement }] = equal as [CostlyPlace];
    return { written, reason, replacement, places: equal };
  });

/** A stretch of a text, and whether it is costly. */
export interface Stretch {
  readonly text: string;
  readonly isCostly: boolean;
}

/** Cuts a text at its costly places. */
export function stretches(text: string, places: readonly CostlyPlace[]): readonly Stretch[] {
  const cut: Stretch[] = [];
  let from = 0;
  for (const { at, written } of places) {
    if (at > from) cut.push({ text: text.slice(from, at), isCostly: false });
    cut.push({ text: written, isCostly: true });
    from = at + written.length;
  }
  if (from < text.length) cut.push({ text: text.slice(from), isCostly: false });
  return cut;
}

/** Characters as people recognise them: invisible ones by their code. */
export const visible = (written: string): string =>
  /^[\p{Z}\p{C}]+$/u.test(written)
    ? Array.from(written, (one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(' ')
    : written;
