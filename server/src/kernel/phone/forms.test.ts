import { expect, it } from 'vitest';
import { countedForm, formsOf } from './forms.ts';

it.each([
  ['a Brazilian mobile with its ninth digit', 5511960000000n, 551160000000n],
  ['a Mexican number with the 1 of mobiles', 5215500000000n, 525500000000n],
  ['an Argentine number with the 9 of mobiles', 5491100000000n, 541100000000n],
])('%s has two forms, and counts once', (_what, long, short) => {
  expect(formsOf(long)).toEqual([long, short]);
  expect(formsOf(short)).toEqual([short, long]);
  expect([countedForm(long), countedForm(short)]).toEqual([short, short]);
});

it.each([
  ['a Brazilian landline', 551130000000n],
  ['a number elsewhere', 12025550123n],
  ['a number that is too short', 52550000000n],
])('%s has one form', (_what, number) => {
  expect(formsOf(number)).toEqual([number]);
  expect(countedForm(number)).toBe(number);
});
