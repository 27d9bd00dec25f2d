import { describe, expect, test } from 'vitest';
import { problemOfFile, sizeText } from './file-check.ts';

describe('a file before it is sent', () => {
  test.each([
    [{ name: 'a.TXT', size: 10 }, null],
    [{ name: 'a.exe', size: 10 }, '不支持的文件类型，请使用 {types}'],
    [{ name: 'a.txt', size: 0 }, '文件是空的'],
    [{ name: 'a.txt', size: 2_000_000 }, '文件大小 {size}，超过上限 {max}'],
  ])('case %#', (file, zh) => {
    expect(problemOfFile(file, '.txt,.csv', 1_000_000)?.words.zh ?? null).toBe(zh);
  });
  test('sizes', () =>
    expect([sizeText(0), sizeText(11), sizeText(41_943_040), sizeText(1536)]).toEqual([
      '0 B',
      '11 B',
      '40.0 MB',
      '1.5 KB',
    ]));
});
