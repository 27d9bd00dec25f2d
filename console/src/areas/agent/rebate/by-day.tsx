import { rebateLevel } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { useMemo, useState } from 'react';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel } from '../../../kit/chart/panel.tsx';
import { useCall } from '../../../kit/client/query.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { RangeInput, type TimeRange } from '../../../kit/form/time-input.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';

/** Rebates day by day, one colour for each level. */
export default function ByDay({ onClose }: { onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const levels = useDictionary(rebateLevel);
  const [range, setRange] = useState<TimeRange | undefined>();
  const asked = useCall(agentUser, 'rebate/chart', range ? { from: range.from, to: range.to } : {}, {
    keepPrevious: true,
  });
  const { data } = asked;
  const picture = useMemo(() => {
    if (!data) return undefined;
    const nameOf = (level: number) => entryOf(levels, level)?.[locale] ?? String(level);
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      legend: { top: 0 },
      grid: { left: 8, right: 8, top: 48, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: [...data.xAxis] },
      yAxis: { type: 'value', splitNumber: 4, name: BOOK_CURRENCY },
      series: data.series.map(({ level, data: values }) => ({
        type: 'bar',
        stack: 'rebates',
        barMaxWidth: 32,
        name: nameOf(level),
        data: values.map(Number),
      })),
    };
    const lines = data.xAxis.map((day, index) => [
      day,
      ...data.series.map(({ level, data: values }) => (
        <MoneyValue key={level} wire={values[index] ?? '0'} decimals={6} />
      )),
    ]);
    return { option, head: [t({ zh: '日期', en: 'Day' }), ...data.series.map(({ level }) => nameOf(level))], lines };
  }, [data, levels, locale, t]);
  return (
    <SidePanel title={t({ zh: '返佣走势', en: 'Daily commission' })} width={880} onClose={onClose}>
      <div className="kit-search kit-flush">
        <div className="kit-search-item" data-wide>
          <label htmlFor="rebates-range">{t({ zh: '时间', en: 'Time' })}</label>
          <RangeInput id="rebates-range" value={range} onChange={setRange} />
        </div>
      </div>
      <ChartPanel
        title={range ? t({ zh: '所选时间', en: 'Selected period' }) : t({ zh: '近 30 天', en: 'The last 30 days' })}
        query={asked}
        note={data && <MoneyValue wire={data.total} currency={BOOK_CURRENCY} decimals={6} />}
        picture={picture}
        height={320}
      />
    </SidePanel>
  );
}
