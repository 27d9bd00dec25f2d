import { z } from 'zod';
import type { Text } from './locale.ts';
import { localizedRule } from './sentences.ts';

/** The meaning of a state: one colour family per meaning in all modules. */
export const toneNames = ['waiting', 'running', 'good', 'attention', 'bad', 'off'] as const;
export type Tone = (typeof toneNames)[number];

export interface DictionaryEntry extends Text {
  readonly value: number;
  readonly tone?: Tone;
  /** Not offered for new rows; existing rows still show its name. */
  readonly isSealed?: true;
}

export interface Dictionary<E extends Record<string, DictionaryEntry> = Record<string, DictionaryEntry>> {
  /** The code of the dictionary in the server's tables. */
  readonly code: string;
  readonly entries: E;
  /** The numbers by name, for code: `stockStatus.is.available`. */
  readonly is: { readonly [K in keyof E]: E[K]['value'] };
  readonly values: readonly number[];
  /** Names used by other programs for features this product does not have; a set given by names ignores them. */
  readonly ignoredNames?: readonly string[];
  /** Operators may add entries: the code decides nothing by its values. */
  readonly isOpen?: true;
}

/** Declares a closed list of coded values with their names in both languages. */
export function dictionary<const E extends Record<string, DictionaryEntry>>(code: string, entries: E): Dictionary<E> {
  const is = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, entry.value]),
  ) as Dictionary<E>['is'];
  return { code, entries, is, values: Object.values(entries).map((entry) => entry.value) };
}

/**
 * Returns a dictionary that operators may extend: its values are only labels. These entries apply until others are
 * loaded.
 */
export const openDictionary = <const E extends Record<string, DictionaryEntry>>(
  code: string,
  entries: E,
): Dictionary<E> => ({ ...dictionary(code, entries), isOpen: true });

/** The highest value of an entry that an operator adds to an open dictionary. */
export const OPEN_VALUE_MAX = 32_767;

/**
 * Returns a dictionary with the operators' current names, order, colours and, if it is open, entries. A closed one
 * ignores unknown entries; entries missing in `current` keep their declaration. Names for code stay the same.
 */
export function labelled<D extends Dictionary>(dictionary: D, current: readonly DictionaryEntry[] | undefined): D {
  if (!current) return dictionary;
  const names = new Map(Object.entries(dictionary.entries).map(([name, { value }]) => [value, name]));
  const known = current.filter(({ value }) => dictionary.isOpen || names.has(value));
  const missing = Object.values(dictionary.entries).filter(({ value }) => !known.some((one) => one.value === value));
  const all = [...known, ...missing];
  return {
    ...dictionary,
    entries: Object.fromEntries(all.map((entry) => [names.get(entry.value) ?? `entry${entry.value}`, entry])),
    values: all.map(({ value }) => value),
  };
}

/** The values offered for new rows; `kept` is a value that a row has already. */
export const offeredEntries = ({ entries }: Dictionary, kept?: number | null): DictionaryEntry[] =>
  Object.values(entries).filter(({ value, isSealed }) => !isSealed || value === kept);

/** The entry of a value, if the dictionary has it. */
export function entryOf({ entries }: Dictionary, value: number): DictionaryEntry | undefined {
  for (const name in entries) if (entries[name]?.value === value) return entries[name];
  return undefined;
}

/** A value of a dictionary, as its number. */
export const codeOf = (dictionary: Dictionary) => {
  // Which values an open dictionary has, only the server knows.
  if (dictionary.isOpen) return z.int().min(0).max(OPEN_VALUE_MAX).meta(described(dictionary));
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

/** The description of a value in the API document: its dictionary, or the sum of its values. */
export const described = (dictionary: Dictionary, isSet = false) => ({ dictionary, isSet });

export const yesNo = dictionary('yes_no_bit', {
  no: { value: 0, zh: '否', en: 'No', tone: 'off' },
  yes: { value: 1, zh: '是', en: 'Yes', tone: 'good' },
});
export const enableStatus = dictionary('enable_status', {
  disabled: { value: 0, zh: '停用', en: 'Disabled', tone: 'off' },
  enabled: { value: 1, zh: '启用', en: 'Enabled', tone: 'good' },
});

/** The meaning of an entry's colour; the same in all modules. */
export const toneKind = dictionary('tone', {
  waiting: { value: 1, zh: '等待', en: 'Waiting', tone: 'waiting' },
  running: { value: 2, zh: '进行中', en: 'Running', tone: 'running' },
  good: { value: 3, zh: '正常', en: 'Good', tone: 'good' },
  attention: { value: 4, zh: '需注意', en: 'Attention', tone: 'attention' },
  bad: { value: 5, zh: '异常', en: 'Bad', tone: 'bad' },
  off: { value: 6, zh: '停用', en: 'Off', tone: 'off' },
});
