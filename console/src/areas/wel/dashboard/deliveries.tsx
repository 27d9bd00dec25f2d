import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { useMemo } from 'react';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel, Panel } from '../../../kit/chart/panel.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { Bars } from './bars.tsx';
import { type FigureFilter, REFRESH_OPTIONS } from './figure-filter.ts';

const NOTHING = { zh: '这段时间没有出库', en: 'Nothing delivered in this period' };
const NUMBERS = { zh: '号码', en: 'Numbers' };
const RETURNED = { zh: '退回', en: 'Returned' };
const GRID = { left: 8, right: 8, top: 32, bottom: 0, containLabel: true } as const;

/** Delivered numbers by day, and returns among them. */
export function DeliveriesByDay({ range }: Pick<FigureFilter, 'range'>) {
  const t = useText();
  const asked = useCall(dashboard, 'deliveries', { range }, REFRESH_OPTIONS);
  const { data } = asked;
  const picture = useMemo(() => {
    if (!data) return undefined;
    const { xAxis, numbers, returned } = data.byDay;
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      legend: { top: 0 },
      grid: GRID,
      xAxis: { type: 'category', data: xAxis.map((day) => day.slice(5)) },
      yAxis: { type: 'value', splitNumber: 3, minInterval: 1 },
      series: [
        { type: 'bar', barMaxWidth: 24, name: t(NUMBERS), data: [...numbers] },
        {
          type: 'bar',
          barMaxWidth: 24,
          name: t(RETURNED),
          itemStyle: { color: toneColour('bad') },
          data: [...returned],
        },
      ],
    };
    return {
      option,
      head: [t({ zh: '日期', en: 'Day' }), t(NUMBERS), t(RETURNED)],
      lines: xAxis.map((day, index) => [day, countText(numbers[index] ?? 0), countText(returned[index] ?? 0)]),
    };
  }, [data, t]);
  return (
    <ChartPanel
      title={t({ zh: '交付趋势', en: 'Daily deliveries' })}
      query={asked}
      width={2}
      note={
        data &&
        t(
          {
            zh: '{notes} 张出库单 · {numbers} 个号码 · 退回 {rate} %',
            en: '{notes} {notes|delivery|deliveries} · {numbers} {numbers|number|numbers} · {rate} % returned',
          },
          { notes: countText(data.notes), numbers: countText(data.numbers), rate: data.returnRate.toFixed(1) },
        )
      }
      empty={data?.notes === 0 ? t(NOTHING) : undefined}
      picture={picture}
    />
  );
}

/** Where most numbers went. */
export function MostDelivered({ range }: Pick<FigureFilter, 'range'>) {
  const t = useText();
  const asked = useCall(
    dashboard,
    'delivery-leaderboard',
    { range, subject: 'country', current: 1, size: 8 },
    REFRESH_OPTIONS,
  );
  const records = asked.data?.records ?? [];
  const most = records[0]?.value ?? 0;
  return (
    <Panel
      title={t({ zh: '交付国家', en: 'Deliveries by country' })}
      query={asked}
      note={t(NUMBERS)}
      empty={asked.data && records.length === 0 ? t(NOTHING) : undefined}
    >
      <Bars
        bars={records.map(({ subjectId, value }) => ({
          key: subjectId,
          name: <CountryValue code={subjectId} />,
          share: most === 0 ? 0 : (value / most) * 100,
          value: countText(value),
        }))}
      />
    </Panel>
  );
}

/** When today's numbers went out. */
export function DeliveriesByHour() {
  const t = useText();
  const asked = useCall(dashboard, 'hourly-deliveries', {}, REFRESH_OPTIONS);
  const { data } = asked;
  const picture = useMemo(() => {
    const numbers = data?.series[0];
    if (!data || !numbers) return undefined;
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      grid: { ...GRID, top: 8 },
      xAxis: { type: 'category', data: [...data.xAxis] },
      yAxis: { type: 'value', splitNumber: 3, minInterval: 1 },
      series: [{ type: 'bar', name: numbers.name, data: numbers.data.map((value) => value ?? '-') }],
    };
    return {
      option,
      head: [t({ zh: '时刻', en: 'Hour' }), numbers.name],
      lines: data.xAxis.map((hour, index) => {
        const value = numbers.data[index];
        return [hour, value === null || value === undefined ? '–' : countText(value)];
      }),
    };
  }, [data, t]);
  return (
    <ChartPanel
      title={t({ zh: '今日每小时交付', en: 'Hourly deliveries today' })}
      query={asked}
      note={
        data?.peakHour === null || data?.peakHour === undefined
          ? undefined
          : t({ zh: '高峰 {hour}', en: 'Peak at {hour}' }, { hour: data.xAxis[data.peakHour] })
      }
      empty={data?.total === 0 ? t({ zh: '今天还没有出库', en: 'No deliveries today yet' }) : undefined}
      picture={picture}
      height={200}
    />
  );
}
