import { errorGroup } from '@trade-assistant/contract/areas/log/error-group.ts';
import Segmented from 'antd/es/segmented';
import { useMemo, useState } from 'react';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel } from '../../../kit/chart/panel.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';

type Range = 'day' | 'month';
const REFRESH_MILLIS = 60_000;
const ERRORS = { zh: '异常', en: 'Errors' };

/** Errors by the hour of a day or by the day of a month; of one group, or of all. */
export function ErrorRate({ fingerprint }: { fingerprint?: string }) {
  const t = useText();
  const [range, setRange] = useState<Range>('day');
  const input = { range, ...(fingerprint === undefined ? {} : { fingerprint }) };
  const asked = useCall(errorGroup, 'rate', input, { everyMillis: REFRESH_MILLIS, keepPrevious: true });
  const { data } = asked;
  const picture = useMemo(() => {
    if (!data) return undefined;
    // Hours have a time, days a date.
    const names = data.slots.map(({ from }) => (range === 'day' ? from.slice(11, 16) : from.slice(5, 10)));
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      grid: { left: 8, right: 8, top: 8, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: names },
      yAxis: { type: 'value', splitNumber: 2, minInterval: 1 },
      series: [
        {
          type: 'bar',
          barMaxWidth: 20,
          name: t(ERRORS),
          itemStyle: { color: toneColour('bad') },
          data: data.slots.map(({ count }) => count),
        },
      ],
    };
    return {
      option,
      head: [range === 'day' ? t({ zh: '时刻', en: 'Hour' }) : t({ zh: '日期', en: 'Day' }), t(ERRORS)],
      lines: data.slots.map(({ from, count }) => [
        range === 'day' ? from.slice(0, 16) : from.slice(0, 10),
        countText(count),
      ]),
    };
  }, [data, range, t]);
  return (
    <ChartPanel
      title={t({ zh: '异常趋势', en: 'Errors over time' })}
      query={asked}
      height={140}
      note={
        <>
          {data && t({ zh: '共 {n} 次', en: '{n} in total' }, { n: countText(data.total) })}{' '}
          <Segmented<Range>
            size="small"
            aria-label={t({ zh: '时间范围', en: 'Time' })}
            value={range}
            onChange={setRange}
            options={[
              { value: 'day', label: t({ zh: '24 小时', en: '24 hours' }) },
              { value: 'month', label: t({ zh: '30 天', en: '30 days' }) },
            ]}
          />
        </>
      }
      empty={data?.total === 0 ? t({ zh: '这段时间没有异常', en: 'No errors in this period' }) : undefined}
      picture={picture}
    />
  );
}
