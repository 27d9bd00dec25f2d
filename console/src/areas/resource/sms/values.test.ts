import { expect, test } from 'vitest';
import { linesOf, valuesOf } from './send-dialog.tsx';

test('a form starts with the names in the text', () => {
  expect(linesOf('{code}，{minutes} 分钟内有效，{code}')).toBe('code=\nminutes=');
  expect(linesOf(null)).toBe('');
});

test('parses lines into values and reports invalid lines', () => {
  expect(valuesOf('code = 1=2\n\nname=Ann ')).toBe('{"code":"1=2","name":"Ann"}');
  expect(valuesOf('')).toBe('{}');
  expect(valuesOf('code')).toBeUndefined();
  expect(valuesOf('=x')).toBeUndefined();
});
