/** The two languages of all texts. Chinese is the default. */
export type Locale = 'zh' | 'en';

/** A label or sentence in both languages. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/** Returns the first of our languages in a `lang` or `Accept-Language` value; Chinese without one. */
export function localeOf(value: string | undefined): Locale {
  const found = /(?:^|,)\s*(en|zh)\b/i.exec(value ?? '')?.[1];
  return found?.toLowerCase() === 'en' ? 'en' : 'zh';
}

/** Of our languages only English has a plural, of two forms. */
const plurals = new Intl.PluralRules('en');

/** A count may come as a number or as people read it: `1,001`. */
const isSingular = (count: string): boolean => plurals.select(Number(count.replaceAll(',', ''))) === 'one';

/**
 * Replaces `{name}` in a sentence by the parameter of that name, and `{name|row|rows}` by the singular or the plural, as
 * `Intl.PluralRules` has it for that count; an unknown name stays visible.
 */
export function fill(sentence: string, params: Readonly<Record<string, unknown>> = {}): string {
  return sentence.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (hole, name: string, one: string | undefined, many: string | undefined) => {
      if (!Object.hasOwn(params, name)) return hole;
      const value = String(params[name]);
      return one === undefined || many === undefined ? value : isSingular(value) ? one : many;
    },
  );
}
