import { expect, it } from 'vitest';
import { dictionary, enableStatus, entryOf, yesNo } from './dictionary.ts';

const size = dictionary('size', {
  small: { value: 1, zh: '小', en: 'Small', tone: 'off' },
  none: { value: 0, zh: '无', en: 'None' },
});

it('a dictionary knows its values by name and its entries by value, 0 included', () => {
  expect(size.is).toEqual({ small: 1, none: 0 });
  expect(size.values).toEqual([1, 0]);
  expect(entryOf(size, 0)).toEqual({ value: 0, zh: '无', en: 'None' });
  expect(entryOf(size, 2)).toBeUndefined();
});

it('yes is 1, and so is enabled', () => {
  expect([yesNo.is.no, yesNo.is.yes, enableStatus.is.disabled, enableStatus.is.enabled]).toEqual([0, 1, 0, 1]);
});
