import { sourceType } from '@trade-assistant/contract/areas/statistics/source-fields.ts';
import { websiteSource } from '@trade-assistant/contract/areas/statistics/website-source.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Segmented from 'antd/es/segmented';
import { useMemo, useState } from 'react';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel, Panel } from '../../../kit/chart/panel.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { Funnel, type FunnelStep } from '../../../kit/parts/funnel.tsx';
import styles from './report.module.css';

type Filters = Readonly<Record<string, string>>;
type Data = CallData<typeof websiteSource, 'report', 'in'>;
type By = 'day' | 'source' | 'campaign';

const REFRESH_MILLIS = 60_000;
const CHART_HEIGHT = 200;
/** Bars beside each other; the table has all. */
const BARS_MAX = 12;
const SPANS = [7, 30, 90] as const;
const ANY_TIME = '2000-01-01 00:00:00';
const COUNTS = {
  visits: { zh: '访问', en: 'Visits' },
  visitors: { zh: '访客', en: 'Visitors' },
  registrations: { zh: '注册', en: 'Registrations' },
  firstRecharges: { zh: '首次充值', en: 'First recharges' },
} as const;
type Count = keyof typeof COUNTS;
const ORDER: readonly Count[] = ['visits', 'visitors', 'registrations', 'firstRecharges'];

/** Totals and funnel of the days, site and source of the list's filters. */
export function Report({ filters, onSearch }: { filters: Filters; onSearch: (filters: Filters) => void }) {
  const t = useText();
  const [by, setBy] = useState<By>('day');
  const { day_ge: startDay, day_le: endDay, siteCode, sourceType: source } = filters;
  const period = {
    ...(startDay && endDay ? { startDay, endDay } : {}),
    ...(siteCode ? { siteCode } : {}),
    ...(source ? { sourceType: Number(source) } : {}),
  };
  const often = { everyMillis: REFRESH_MILLIS, keepPrevious: true };
  const report = useCall(websiteSource, 'report', { ...period, by }, often);
  const funnel = useCall(websiteSource, 'funnel', period, often);
  const { data } = report;
  const picture = usePicture(data, by);
  const isEmpty = data && data.total.visits === 0;
  const between = data && { day_ge: data.startDay, day_le: data.endDay };
  return (
    <div className={styles.report}>
      <ChartPanel
        title={t({ zh: '来源报表', en: 'Sources' })}
        query={report}
        height={CHART_HEIGHT}
        note={
          <span className={styles.choices}>
            <Segmented<By>
              size="small"
              aria-label={t({ zh: '分组', en: 'Group by' })}
              value={by}
              onChange={setBy}
              options={[
                { value: 'day', label: t({ zh: '按日', en: 'Day' }) },
                { value: 'source', label: t({ zh: '按来源', en: 'Source' }) },
                { value: 'campaign', label: t({ zh: '按活动', en: 'Campaign' }) },
              ]}
            />
            <Segmented<number>
              size="small"
              aria-label={t({ zh: '时间', en: 'Period' })}
              value={data ? daysOf(data) : 30}
              onChange={(days) => data && onSearch({ ...filters, ...lastDays(data.endDay, days) })}
              options={SPANS.map((days) => ({
                value: days,
                label: t({ zh: '{days} 天', en: '{days} days' }, { days }),
              }))}
            />
          </span>
        }
        empty={isEmpty ? t({ zh: '这段时间没有访问', en: 'No visits in this period' }) : undefined}
        picture={picture}
      />
      <Panel
        title={t({ zh: '转化漏斗', en: 'Funnel' })}
        query={funnel}
        note={
          data?.updatedAt && (
            <>
              {t({ zh: '统计于', en: 'Counted' })} <TimeValue wire={data.updatedAt} />
            </>
          )
        }
      >
        {funnel.data && (
          <Funnel
            label={{ zh: '从访问到首次充值', en: 'From the visit to the first recharge' }}
            steps={funnel.data.steps.map(({ key, count }) => ({
              ...{ key, count, label: COUNTS[key] },
              ...LOOKS[key],
              onOpen: between && (() => onSearch({ ...filters, ...between, ...ROWS[key] })),
            }))}
          />
        )}
      </Panel>
    </div>
  );
}

const LOOKS: Readonly<Record<Count, Pick<FunnelStep, 'tone' | 'of'>>> = {
  visits: { tone: 'off' },
  visitors: { tone: 'running' },
  registrations: { tone: 'waiting', of: 'visitors' },
  firstRecharges: { tone: 'good', of: 'registrations' },
};

/** The filters of the rows behind a step. */
const ROWS: Readonly<Record<Count, Filters>> = {
  visits: {},
  visitors: {},
  registrations: { registerTime_dategt: ANY_TIME },
  firstRecharges: { firstRechargeTime_dategt: ANY_TIME },
};

const DAY_MILLIS = 86_400_000;
const daysOf = ({ startDay, endDay }: Data): number => (Date.parse(endDay) - Date.parse(startDay)) / DAY_MILLIS + 1;
const lastDays = (endDay: string, days: number) => ({
  day_ge: new Date(Date.parse(endDay) - (days - 1) * DAY_MILLIS).toISOString().slice(0, 10),
  day_le: endDay,
});

function usePicture(data: Data | undefined, by: By) {
  const t = useText();
  const locale = useLocale();
  const sources = useDictionary(sourceType);
  return useMemo(() => {
    if (!data) return undefined;
    const nameOf = (key: string): string => {
      if (by === 'day') return key.slice(5);
      if (key === '*') return t({ zh: '其他', en: 'Others' });
      if (by === 'source') return entryOf(sources, Number(key))?.[locale] ?? key;
      return key === '' ? t({ zh: '无活动', en: 'No campaign' }) : key;
    };
    const bars = by === 'day' ? data.rows : data.rows.slice(0, BARS_MAX);
    const isDay = by === 'day';
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: isDay ? 'line' : 'shadow' } },
      legend: { top: 0, type: 'scroll' },
      grid: { left: 8, right: 8, top: 32, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: bars.map(({ key }) => nameOf(key)) },
      yAxis: [
        { type: 'value', splitNumber: 3, minInterval: 1 },
        { type: 'value', splitNumber: 3, minInterval: 1, splitLine: { show: false } },
      ],
      series: ORDER.map((count, index) => ({
        type: isDay ? 'line' : 'bar',
        showSymbol: false,
        barMaxWidth: 20,
        // Registrations are a hundredth of the visits: they have the axis on the right.
        yAxisIndex: index < 2 ? 0 : 1,
        name: t(COUNTS[count]),
        color: toneColour(LOOKS[count].tone ?? 'running'),
        data: bars.map((row) => row[count]),
      })),
    };
    const rate = t({ zh: '转化率', en: 'Conversion' });
    const first = {
      day: { zh: '日期', en: 'Day' },
      source: { zh: '来源', en: 'Source' },
      campaign: { zh: '活动', en: 'Campaign' },
    };
    return {
      option,
      head: [t(first[by]), ...ORDER.map((count) => t(COUNTS[count])), rate],
      lines: [...data.rows, { ...data.total, key: TOTAL, conversion: conversionOf(data.total) }].map((row) => [
        row.key === TOTAL ? t({ zh: '合计', en: 'Total' }) : isDay ? row.key : nameOf(row.key),
        ...ORDER.map((count) => countText(row[count])),
        row.conversion === null ? '' : `${row.conversion.toFixed(2)} %`,
      ]),
    };
  }, [data, by, t, locale, sources]);
}

const TOTAL = '\u0000total';
const conversionOf = ({ registrations, visitors }: Data['total']): number | null =>
  visitors === 0 ? null : (100 * registrations) / visitors;
