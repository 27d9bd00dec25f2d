import { reportChart } from '@trade-assistant/contract/areas/report/definition.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import type { Result } from './sources.ts';

/** Lines a chart can show; the table has all. */
const LINES_MAX = 60;

/** Returns the chart of an answer, each line a point; undefined for a table, or without groups. */
export function chartOf({ columns, rows }: Result, chart: number, t: (text: Text) => string): ChartOption | undefined {
  const measures = columns.filter(({ rule }) => rule !== null);
  const { line, bar, pie } = reportChart.is;
  if (measures.length === columns.length || ![line, bar, pie].some((one) => one === chart)) return undefined;
  const shown = rows.slice(0, LINES_MAX);
  const names = shown.map(({ labels }) => labels.join(' · '));
  const numbers = (index: number) => shown.map(({ values }) => Number(values[index] ?? 0));
  if (chart === pie)
    return {
      tooltip: { trigger: 'item' },
      legend: { top: 0, type: 'scroll' },
      series: [
        {
          type: 'pie',
          radius: ['35%', '65%'],
          name: t(measures[0]?.label ?? { zh: '', en: '' }),
          data: numbers(0).map((value, index) => ({ value, name: names[index] ?? '' })),
        },
      ],
    };
  return {
    tooltip: { trigger: 'axis', axisPointer: { type: chart === line ? 'line' : 'shadow' } },
    legend: { top: 0, type: 'scroll' },
    grid: { left: 8, right: 8, top: 32, bottom: 0, containLabel: true },
    xAxis: { type: 'category', data: names },
    yAxis: { type: 'value', splitNumber: 3 },
    series: measures.map(({ label }, index) => ({
      type: chart === line ? ('line' as const) : ('bar' as const),
      name: t(label),
      barMaxWidth: 32,
      data: numbers(index),
    })),
  };
}
