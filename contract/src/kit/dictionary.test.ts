import { expect, it } from 'vitest';
import { dictionary, enableStatus, entryOf, labelled, offeredEntries, openDictionary, yesNo } from './dictionary.ts';

const size = dictionary('size', {
  small: { value: 1, zh: '小', en: 'Small', tone: 'off' },
  none: { value: 0, zh: '无', en: 'None' },
});

it('a dictionary has its values by name and its entries by value, 0 included', () => {
  expect(size.is).toEqual({ small: 1, none: 0 });
  expect(size.values).toEqual([1, 0]);
  expect(entryOf(size, 0)).toEqual({ value: 0, zh: '无', en: 'None' });
  expect(entryOf(size, 2)).toBeUndefined();
});

it('yes is 1, and so is enabled', () => {
  expect([yesNo.is.no, yesNo.is.yes, enableStatus.is.disabled, enableStatus.is.enabled]).toEqual([0, 1, 0, 1]);
});

const now = [
  { value: 0, zh: '空', en: 'Empty' },
  { value: 7, zh: '巨', en: 'Huge' },
  { value: 1, zh: '少', en: 'Little', isSealed: true },
] as const;

it('a closed dictionary accepts names and order from operators, and no further entry', () => {
  const shown = labelled(size, now);
  expect(Object.entries(shown.entries).map(([name, { zh }]) => [name, zh])).toEqual([
    ['none', '空'],
    ['small', '少'],
  ]);
  expect(shown.is).toBe(size.is);
  expect(labelled(size, now.slice(0, 1)).entries.small).toEqual(size.entries.small);
  expect(labelled(size, undefined)).toBe(size);
});

it('an open one accepts entries; sealed values are offered only to rows that have them', () => {
  const open = openDictionary('open', size.entries);
  const shown = labelled(open, now);
  expect(shown.values).toEqual([0, 7, 1]);
  expect(offeredEntries(shown).map(({ value }) => value)).toEqual([0, 7]);
  expect(offeredEntries(shown, 1).map(({ value }) => value)).toEqual([0, 7, 1]);
});
