import { reportChart } from '@trade-assistant/contract/areas/report/definition.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import type { Point } from './points.ts';
import type { Result } from './sources.ts';

/** Bars are horizontal where a name is longer than this, up to so many bars. */
const NAME_LENGTH = 10;
const HORIZONTAL_MAX = 15;
/** In pixels. */
const NAME_WIDTH = 144;

/** Returns the chart of the points of an answer; undefined for a table, or without groups. */
export function chartOf(
  { columns }: Result,
  points: readonly Point[],
  chart: number,
  t: (text: Text) => string,
): ChartOption | undefined {
  const measures = columns.filter(({ rule }) => rule !== null);
  const { line, bar, pie } = reportChart.is;
  if (measures.length === columns.length || ![line, bar, pie].some((one) => one === chart)) return undefined;
  const names = points.map(({ name }) => name);
  const numbers = (index: number) => points.map(({ values }) => values[index] ?? null);
  if (chart === pie)
    return {
      tooltip: { trigger: 'item' },
      legend: { top: 0, type: 'scroll' },
      series: [
        {
          type: 'pie',
          radius: ['35%', '65%'],
          name: t(measures[0]?.label ?? { zh: '', en: '' }),
          data: numbers(0).map((value, index) => ({ value: value ?? 0, name: names[index] ?? '' })),
        },
      ],
    };
  const hasBoth = new Set(measures.map(({ kind }) => kind === 'money')).size > 1;
  const isHorizontal =
    chart === bar && names.length <= HORIZONTAL_MAX && names.some(({ length }) => length > NAME_LENGTH);
  const scale = { type: 'value' as const, splitNumber: 3 };
  // Money and other figures have scales of their own.
  const scales = hasBoth ? [scale, { ...scale, splitLine: { show: false } }] : scale;
  const axis = {
    ...{ type: 'category' as const, data: names, inverse: isHorizontal },
    axisLabel: { width: NAME_WIDTH, overflow: 'truncate' as const },
  };
  return {
    tooltip: { trigger: 'axis', axisPointer: { type: chart === line ? 'line' : 'shadow' } },
    legend: { top: 0, type: 'scroll' },
    grid: { left: 8, right: 8, top: 32, bottom: 0, containLabel: true },
    ...(isHorizontal ? { xAxis: scales, yAxis: axis } : { xAxis: axis, yAxis: scales }),
    series: measures.map(({ label, kind }, index) => ({
      [isHorizontal ? 'xAxisIndex' : 'yAxisIndex']: hasBoth && kind !== 'money' ? 1 : 0,
      type: chart === line ? ('line' as const) : ('bar' as const),
      name: t(label),
      barMaxWidth: 32,
      data: numbers(index),
    })),
  };
}
