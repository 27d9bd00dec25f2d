import { expect, it } from 'vitest';
import { sampleValues, withoutMeaning } from './samples.ts';

const body = { type: 'BODY', text: 'Hello {{1}}, {{2}}', example: { body_text: [['Ana', 'Monday']] } };
const [marketing, authentication] = [1, 3];

it('are the samples of the template, and a word where it has none', () => {
  const { example: _example, ...plain } = body;
  expect(sampleValues({ category: marketing, components: [body] }, {})).toEqual({
    'body.1': 'Ana',
    'body.2': 'Monday',
  });
  expect(sampleValues({ category: marketing, components: [plain] }, {})).toEqual({
    'body.1': 'Sample',
    'body.2': 'Sample',
  });
});

it('do not exist for codes, nor for pictures of single recipients', () => {
  const picture = { type: 'HEADER', format: 'IMAGE' };
  expect(sampleValues({ category: authentication, components: [body] }, {})).toBeNull();
  expect(
    sampleValues({ category: marketing, components: [picture] }, { values: [{ key: 'header.media', column: 1 }] }),
  ).toBeNull();
  const common = { values: [{ key: 'header.media', value: 'https://example.com/a.png' }] };
  expect(sampleValues({ category: marketing, components: [picture] }, common)).toEqual({
    'header.media': 'https://example.com/a.png',
  });
});

it('keep the kinds of characters of a value and nothing of its meaning', () => {
  expect(withoutMeaning('Ana Miller, INV-2031: 12.50 €')).toBe('Xxx Xxxxxx, XXX-1111: 11.11 €');
  expect(withoutMeaning('陈伟 Женя')).toBe('某某 Жжжж');
});
