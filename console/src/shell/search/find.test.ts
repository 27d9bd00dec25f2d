import { match } from 'pinyin-pro';
import { describe, expect, test } from 'vitest';
import { findMatches, type Searchable } from './find.ts';
import { rangesOf } from './use-pinyin.ts';

const matchPinyin = rangesOf(match);

const item = (...names: string[]): Searchable => ({ names });
const shown = (query: string, items: readonly Searchable[]) =>
  findMatches(items, query, matchPinyin).map(({ item: { names } }) => names[0]);

const screens: Searchable[] = [
  { names: ['预入库', 'Pre-warehouse'], more: ['WhatsApp 业务'] },
  { names: ['仓库', 'Warehouse'], more: ['WhatsApp 业务'] },
  { names: ['库存概览', 'Stock'], more: ['WhatsApp 业务'] },
  { names: ['价格配置', 'Prices'] },
  { names: ['重复号码', 'Duplicates'] },
];

describe('searching', () => {
  test('an empty query finds everything in its order', () => {
    expect(shown('  ', screens)).toEqual(['预入库', '仓库', '库存概览', '价格配置', '重复号码']);
  });

  test('names that start with the query come before names that contain it', () => {
    expect(shown('库', screens)).toEqual(['库存概览', '预入库', '仓库']);
  });

  test('pinyin finds, whole and by initials, from the beginning first', () => {
    expect(shown('cangku', screens)).toEqual(['仓库']);
    expect(shown('ck', screens)).toEqual(['仓库', '库存概览']);
    expect(shown('ku', screens)).toEqual(['库存概览', '预入库', '仓库']);
    expect(shown('jgpz', screens)).toEqual(['价格配置']);
    expect(shown('jiagpz', screens)).toEqual(['价格配置']);
    expect(shown('jgpei', screens)).toEqual(['价格配置']);
  });

  test('a character of two readings is found by either', () => {
    expect(shown('chongfu', screens)).toEqual(['重复号码']);
    expect(shown('zhongfu', screens)).toEqual(['重复号码']);
  });

  test('the name in the other language finds too, case and accents aside', () => {
    expect(shown('WARE', screens)).toEqual(['仓库', '预入库']);
    expect(shown('resume', [item('Résumé'), item('Consumer')])).toEqual(['Résumé']);
  });

  test('matches of other words come last', () => {
    expect(shown('whatsapp', [...screens, item('WhatsApp')])).toEqual(['WhatsApp', '预入库', '仓库', '库存概览']);
  });

  test('marks matches in the shown name only', () => {
    const spans = (query: string) => findMatches(screens, query, matchPinyin).map(({ span }) => span);
    expect(spans('存概')).toEqual([[1, 2]]);
    expect(spans('kucun')).toEqual([[0, 1]]);
    expect(spans('stock')).toEqual([undefined]);
  });

  test('signs of patterns are plain signs', () => {
    expect(shown('(', [item('Stock (all)'), item('Stock')])).toEqual(['Stock (all)']);
    expect(shown('.*', screens)).toEqual([]);
  });
});
