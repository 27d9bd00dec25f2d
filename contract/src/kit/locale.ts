/** The two languages every word of the program exists in. Chinese is the default. */
export type Locale = 'zh' | 'en';

/** A label or sentence in both languages. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/** Picks the language from a `lang` or `Accept-Language` value; anything that is not English reads Chinese. */
export function localeOf(value: string | undefined): Locale {
  return value !== undefined && /^\s*en\b/i.test(value) ? 'en' : 'zh';
}

/**
 * Replaces `{name}` in a sentence by the parameter of that name, and `{name|row|rows}` by the first word where that is one,
 * else by the second; an unknown name stays visible.
 */
export function fill(sentence: string, params: Readonly<Record<string, unknown>> = {}): string {
  return sentence.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (hole, name: string, one: string | undefined, many: string | undefined) => {
      if (!Object.hasOwn(params, name)) return hole;
      const value = String(params[name]);
      return one === undefined || many === undefined ? value : value === '1' ? one : many;
    },
  );
}
