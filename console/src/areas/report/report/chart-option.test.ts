import { reportChart } from '@trade-assistant/contract/areas/report/definition.ts';
import { expect, test } from 'vitest';
import { chartOf } from './chart-option.ts';
import type { Result } from './sources.ts';

const group = (field: string) => ({
  key: field,
  field,
  kind: 'reference',
  rule: null,
  label: { zh: field, en: field },
});
const measure = (kind: string) => ({ key: kind, field: kind, kind, rule: 'sum', label: { zh: kind, en: kind } });
const answer = (columns: readonly object[], rows: readonly (readonly [string[], string[]])[]) =>
  ({ columns, rows: rows.map(([labels, values]) => ({ labels, values })) }) as unknown as Result;
const shown = (result: Result) =>
  chartOf(result, reportChart.is.bar, ({ en }) => en) as unknown as {
    xAxis: { data: string[] };
    yAxis: unknown;
    series: { yAxisIndex: number }[];
  };

test('points are named by the groups in which they differ', () => {
  const columns = [group('month'), group('product'), group('currency'), measure('money')];
  const { xAxis } = shown(
    answer(columns, [
      [['2026-11', 'Ana', 'USDT'], ['1']],
      [['2026-11', 'Bo', 'USDT'], ['2']],
    ]),
  );
  expect(xAxis.data).toEqual(['Ana', 'Bo']);
  const { yAxis } = shown(answer(columns, [[['2026-11', 'Ana', 'USDT'], ['1']]]));
  expect(yAxis).toMatchObject({ data: ['2026-11 · Ana · USDT'] });
});

test('bars with long names are horizontal, the first on top', () => {
  const horizontal = shown(
    answer([group('product'), measure('money'), measure('count')], [[['United States business numbers'], ['7', '2']]]),
  );
  expect(horizontal.yAxis).toMatchObject({ data: ['United States business numbers'], inverse: true });
  expect(horizontal.xAxis).toHaveLength(2);
  expect(horizontal.series).toMatchObject([{ xAxisIndex: 0 }, { xAxisIndex: 1 }]);
});

test('money and counts have scales of their own', () => {
  const both = shown(answer([group('product'), measure('money'), measure('count')], [[['Ana'], ['395.4', '35']]]));
  expect(both.yAxis).toHaveLength(2);
  expect(both.series.map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1]);
  expect(shown(answer([group('product'), measure('count')], [[['Ana'], ['35']]])).yAxis).toMatchObject({
    type: 'value',
  });
});
