import { reportChart } from '@trade-assistant/contract/areas/report/definition.ts';
import { expect, test } from 'vitest';
import { chartOf } from './chart-option.ts';
import { POINTS_MAX, pointsOf } from './points.ts';
import type { Result } from './sources.ts';

const group = (field: string, unit: string | null = null) => ({
  unit,
  key: field,
  field,
  kind: 'reference',
  rule: null,
  label: { zh: field, en: field },
});
const measure = (kind: string) => ({ key: kind, field: kind, kind, rule: 'sum', label: { zh: kind, en: kind } });
const answer = (columns: readonly object[], rows: readonly (readonly [string[], string[]])[]) =>
  ({ columns, rows: rows.map(([labels, values]) => ({ groups: labels, labels, values })) }) as unknown as Result;
const shown = (result: Result) =>
  chartOf(result, pointsOf(result), reportChart.is.bar, ({ en }) => en) as unknown as {
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

const figures = (result: Result) => pointsOf(result).map(({ name, values: [value] }) => [name, value]);
const byTime = (unit: string, days: readonly string[], rule = 'count') =>
  answer(
    [group('createTime', unit), { ...measure('count'), rule }],
    days.map((day) => [[day], ['3']]),
  );

test('days, weeks and months without rows are zero', () => {
  expect(figures(byTime('day', ['2026-02-27', '2026-03-02']))).toEqual([
    ['2026-02-27', 3],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 3],
  ]);
  expect(figures(byTime('week', ['2026-12-28', '2027-01-11'])).map(([name]) => name)).toEqual([
    ...['2026-12-28', '2027-01-04', '2027-01-11'],
  ]);
  expect(figures(byTime('month', ['2026-11-01', '2027-02-01'])).slice(1, -1)).toEqual([
    ['2026-12', 0],
    ['2027-01', 0],
  ]);
  expect(figures(byTime('day', ['2026-03-02', '2026-02-28']))[1]).toEqual(['2026-03-01', 0]);
});

test('an average of no rows is no point of the line, and lines of other groups have no gaps to fill', () => {
  expect(figures(byTime('day', ['2026-03-01', '2026-03-03'], 'average'))[1]).toEqual(['2026-03-02', null]);
  const columns = [group('createTime', 'day'), group('product'), measure('count')];
  const both = answer(columns, [
    [['2026-03-01', 'Ana'], ['1']],
    [['2026-03-04', 'Bo'], ['2']],
  ]);
  expect(figures(both)).toHaveLength(2);
  // Ordered by a figure, not by time.
  expect(figures(byTime('day', ['2026-03-03', '2026-03-01', '2026-03-08']))).toHaveLength(3);
});

test('of too many points the newest are shown, of names the first', () => {
  const newest = pointsOf(byTime('day', ['2026-01-01', '2026-12-31']));
  expect([newest.length, newest.at(-1)?.name, newest.at(-1)?.line?.values]).toEqual([POINTS_MAX, '2026-12-31', ['3']]);
  const falling = pointsOf(byTime('day', ['2026-12-31', '2026-01-01']));
  expect([falling.length, falling[0]?.name]).toEqual([POINTS_MAX, '2026-12-31']);
  const names = Array.from({ length: POINTS_MAX + 5 }, (_, index) => [[`P${index}`], ['1']] as [string[], string[]]);
  expect(pointsOf(answer([group('product'), measure('count')], names))[0]?.name).toBe('P0');
});
