import { costly } from '@trade-assistant/contract/sms-text.ts';
import { expect, it } from 'vitest';
import { changeable, grouped, partRange, stretches, visible } from './composition.ts';

it('the parts of samples are the fewest, the median and the most', () => {
  const samples = [1, 150, 200, 400, 900].map((length) => ({ name: 'a'.repeat(length) }));
  expect(partRange('Hi {name}', samples)).toEqual({ min: 1, typical: 2, max: 6 });
  expect(partRange('a'.repeat(161), [])).toEqual({ min: 2, typical: 2, max: 2 });
});

it('costly characters are marked in a text that they make dear, and not in a Chinese one', () => {
  expect(changeable('“Hi” 😀').map(({ written }) => written)).toEqual(['“', '”', '😀']);
  expect(changeable('您好，您的包裹已经到达本地网点')).toEqual([]);
});

it('equal characters are one group, and a text is cut at them', () => {
  const places = costly('a…b…');
  expect(grouped(places)).toEqual([{ written: '…', reason: 'encoding', replacement: '...', places }]);
  expect(stretches('a…b…', places)).toEqual([
    { text: 'a', isCostly: false },
    { text: '…', isCostly: true },
    { text: 'b', isCostly: false },
    { text: '…', isCostly: true },
  ]);
});

it('invisible characters are shown by their code', () => {
  expect(['\u00a0', '\u200b', '“'].map(visible)).toEqual(['U+00A0', 'U+200B', '“']);
});
