import { financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { useMemo } from 'react';
import { Chart, type ChartOption } from '../../../kit/chart/chart.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { Disclosure } from '../../../kit/parts/disclosure.tsx';
import { countText, Figures } from '../../../kit/parts/figures.tsx';
import { Events } from './closed-day.tsx';
import styles from './days-so-far.module.css';
import { Lines, type Report } from './lines.tsx';

/** How many days the chart looks back. */
const SHOWN = 60;

/** The figures of today and the results of earlier days. */
export function DaysSoFar() {
  const t = useText();
  const { data: today } = useCall(financeDay, 'today', {}, { keepPrevious: true });
  const { data: page } = useCall(financeDay, 'list', { size: SHOWN }, { keepPrevious: true });
  const days = useMemo(() => [...(page?.records ?? [])].reverse(), [page]);
  const option = useMemo<ChartOption>(
    () => ({
      tooltip: { trigger: 'axis' },
      legend: { top: 0 },
      grid: { left: 8, right: 8, top: 52, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)) },
      yAxis: [
        { type: 'value', name: BOOK_CURRENCY },
        {
          type: 'value',
          name: t({ zh: '不符项', en: 'Differences' }),
          minInterval: 1,
          splitLine: { show: false },
          show: days.some((day) => day.differenceCount > 0),
        },
      ],
      // Only the drawing rounds: amounts shown as text never pass a float.
      series: [
        {
          name: t({ zh: '充值到账', en: 'Recharged' }),
          color: toneColour('running'),
          type: 'line',
          showSymbol: false,
          data: days.map((day) => Number(day.recharged)),
        },
        {
          name: t({ zh: '销售', en: 'Sold' }),
          color: toneColour('good'),
          type: 'line',
          showSymbol: false,
          data: days.map((day) => Number(day.sold)),
        },
        {
          name: t({ zh: '提现打款', en: 'Paid out' }),
          color: toneColour('waiting'),
          type: 'line',
          showSymbol: false,
          data: days.map((day) => Number(day.withdrawn)),
        },
        {
          name: t({ zh: '不符项', en: 'Differences' }),
          color: toneColour('bad'),
          type: 'bar',
          yAxisIndex: 1,
          barMaxWidth: 14,
          data: days.map((day) => day.differenceCount),
        },
      ],
    }),
    [days, t],
  );
  const bad = days.filter(({ differenceCount }) => differenceCount > 0).length;
  const changed = days.filter(({ change }) => change !== 0).length;
  const total = (line: string) => today && <MoneyValue wire={ledgerOf(today, line)} currency={today.currency} />;
  return (
    <section className="kit-group">
      <Figures
        items={[
          {
            label: { zh: '今日实时', en: 'Today so far' },
            value:
              today &&
              (today.differences === 0
                ? t({ zh: '相符', en: 'Match' })
                : t({ zh: '{n} 项不符', en: '{n} mismatches' }, { n: today.differences })),
            tone: today && (today.differences === 0 ? 'good' : 'bad'),
            note: today?.day,
          },
          { label: { zh: '今日充值', en: 'Recharged today' }, value: total('recharge') },
          { label: { zh: '今日销售', en: 'Sold today' }, value: total('sale') },
          { label: { zh: '今日提现', en: 'Withdrawn today' }, value: total('payout') },
          {
            label: { zh: '不符天数', en: 'Days with mismatches' },
            value: page && countText(bad),
            tone: bad > 0 ? 'bad' : undefined,
            note: t({ zh: '最近 {n} 天', en: 'last {n} days' }, { n: days.length }),
            ...(bad > 0 ? { to: '/finance/day/index?result=0' } : {}),
          },
          {
            label: { zh: '日结后有变动', en: 'Changed since close' },
            value: page && countText(changed),
            ...(changed > 0 ? { to: '/finance/day/index?change=1' } : {}),
          },
        ]}
      />
      <div className={styles.folded}>
        {today && (
          <Disclosure label={t({ zh: '今日各项数字', en: 'Figures of today' })} isOpen={today.differences > 0}>
            <Lines report={today} />
            <Events report={today} />
          </Disclosure>
        )}
        {days.length > 1 && (
          // Closed at first: the days below are what one comes for.
          <Disclosure label={t({ zh: '每日走势', en: 'Trend by day' })}>
            <Chart
              option={option}
              height={200}
              label={t({
                zh: '每日充值、销售、提现与不符项',
                en: 'Recharges, sales, withdrawals and differences by day',
              })}
            />
          </Disclosure>
        )}
      </div>
    </section>
  );
}

const ledgerOf = (report: Report, name: string): string =>
  report.lines.find(({ line, part }) => line === name && part === null)?.ledger ?? '0';
