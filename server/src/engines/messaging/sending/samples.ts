import { messageCategory } from '@trade-assistant/contract/message-dictionaries.ts';
import { templateParameters } from '@trade-assistant/contract/template.ts';
import type { OrderDetails } from './channels.ts';
import type { TemplateRow } from './tables.ts';

/** A value of a template that was approved without a sample. */
const SAMPLE = 'Sample';

/**
 * Returns values for a message of an order to a number outside its recipients: the samples of its template, and the pictures that all its
 * messages have. Null where there must be no such message: it would carry a code, or a picture of one recipient.
 */
export function sampleValues(
  { category, components }: Pick<TemplateRow, 'category' | 'components'>,
  { values = [] }: OrderDetails,
): Record<string, string> | null {
  if (category === messageCategory.is.authentication) return null;
  const samples: Record<string, string> = {};
  for (const { key, kind, sample } of templateParameters(components)) {
    const common = kind === 'media' ? values.find((one) => one.key === key)?.value : (sample ?? SAMPLE);
    if (common === undefined) return null;
    samples[key] = common;
  }
  return samples;
}

/** Returns a text of the same kinds of characters that says nothing: as many parts of a text message, and nobody's values. */
export const withoutMeaning = (value: string): string =>
  value
    .replace(/\p{Lu}/gu, (letter) => (isLatin(letter) ? 'X' : 'Ж'))
    .replace(/\p{Ll}/gu, (letter) => (isLatin(letter) ? 'x' : 'ж'))
    .replace(/\p{Lo}/gu, '某')
    .replace(/\p{Nd}/gu, '1');

const isLatin = (letter: string): boolean => letter <= '\u007f';
