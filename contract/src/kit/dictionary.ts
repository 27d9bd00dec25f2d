import { z } from 'zod';
import type { Text } from './locale.ts';
import { localizedRule } from './sentences.ts';

/** What a state means to whoever looks: one colour family per meaning, the same across all modules. */
export type Tone = 'waiting' | 'running' | 'good' | 'attention' | 'bad' | 'off';

export interface DictionaryEntry extends Text {
  readonly value: number;
  readonly tone?: Tone;
}

export interface Dictionary<E extends Record<string, DictionaryEntry> = Record<string, DictionaryEntry>> {
  /** The code under which the server's dictionary tables hold it. */
  readonly code: string;
  readonly entries: E;
  /** The numbers by name, for code: `stockStatus.is.available`. */
  readonly is: { readonly [K in keyof E]: E[K]['value'] };
  readonly values: readonly number[];
}

/** Declares a closed list of coded values with their names in both languages. */
export function dictionary<const E extends Record<string, DictionaryEntry>>(code: string, entries: E): Dictionary<E> {
  const is = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, entry.value]),
  ) as Dictionary<E>['is'];
  return { code, entries, is, values: Object.values(entries).map((entry) => entry.value) };
}

/** The entry of a value, if the dictionary has it. */
export const entryOf = (dictionary: Dictionary, value: number): DictionaryEntry | undefined =>
  Object.values(dictionary.entries).find((entry) => entry.value === value);

/** A value of a dictionary, as its number. */
export const codeOf = (dictionary: Dictionary) => {
  const listed = (locale: keyof Text) =>
    Object.values(dictionary.entries).map((entry) => `${entry.value} ${entry[locale]}`);
  return z
    .int()
    .refine((value) => dictionary.values.includes(value), {
      ...localizedRule({
        zh: `应为以下之一：${listed('zh').join('、')}`,
        en: `should be one of: ${listed('en').join(', ')}`,
      }),
    })
    .meta(described(dictionary));
};

/** What the API document says of a value: the dictionary it is of, or that it is a sum of its values. */
export const described = (dictionary: Dictionary, isSet = false) => ({ dictionary, isSet });

export const yesNo = dictionary('yes_no_bit', {
  no: { value: 0, zh: '否', en: 'No', tone: 'off' },
  yes: { value: 1, zh: '是', en: 'Yes', tone: 'good' },
});
export const enableStatus = dictionary('enable_status', {
  disabled: { value: 0, zh: '停用', en: 'Disabled', tone: 'off' },
  enabled: { value: 1, zh: '启用', en: 'Enabled', tone: 'good' },
});
