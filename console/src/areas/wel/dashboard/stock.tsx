import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { numberType } from '@trade-assistant/contract/dictionaries.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { importAddress } from '../../../features/importing/address.ts';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel, Panel } from '../../../kit/chart/panel.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { relativeTime } from '../../../kit/fields/time.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { Bars } from './bars.tsx';
import styles from './dashboard.module.css';
import { REFRESH_OPTIONS } from './figure-filter.ts';

const EMPTY = { zh: '没有在售号码', en: 'No numbers on sale' };
const LOW_MOST = 8;

const useStock = () => useCall(dashboard, 'inventory-statistics', {}, REFRESH_OPTIONS);

/** Numbers on sale by country. */
export function StockByCountry() {
  const t = useText();
  const asked = useStock();
  const { data } = asked;
  const picture = useMemo(() => {
    if (!data) return undefined;
    const onSale = t({ zh: '在售', en: 'On sale' });
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      grid: { left: 8, right: 8, top: 8, bottom: 0, containLabel: true },
      xAxis: {
        type: 'category',
        data: data.byCountry.map(({ name }) => name),
        axisLabel: { interval: 0, width: 72, overflow: 'truncate', hideOverlap: true },
      },
      yAxis: { type: 'value', splitNumber: 3, minInterval: 1 },
      series: [
        {
          type: 'bar',
          barMaxWidth: 32,
          name: onSale,
          itemStyle: { color: toneColour('good') },
          data: data.byCountry.map(({ available }) => available),
        },
      ],
    };
    return {
      option,
      head: [t({ zh: '国家', en: 'Country' }), onSale],
      lines: data.byCountry.map(({ name, available }) => [name, countText(available)]),
    };
  }, [data, t]);
  return (
    <ChartPanel
      title={t({ zh: '各国在售', en: 'On sale by country' })}
      query={asked}
      width={2}
      note={
        data &&
        t(
          {
            zh: '在售 {available} · 库中 {total} · 存活率 {alive}',
            en: '{available} on sale · {total} in total · {alive} active',
          },
          {
            available: countText(data.summary.available),
            total: countText(data.summary.total),
            alive: data.summary.aliveRate === null ? '–' : `${data.summary.aliveRate.toFixed(1)} %`,
          },
        )
      }
      empty={data?.byCountry.length === 0 ? t(EMPTY) : undefined}
      picture={picture}
    />
  );
}

/** Numbers that came in, were delivered and were returned, by day. */
export function StockTrend() {
  const t = useText();
  const asked = useStock();
  const trend = asked.data?.trend;
  const picture = useMemo(() => {
    if (!trend) return undefined;
    const lines = [
      { name: t({ zh: '入库', en: 'Stocked in' }), data: trend.in },
      { name: t({ zh: '出库', en: 'Delivered' }), data: trend.out },
      { name: t({ zh: '退回', en: 'Returned' }), data: trend.returned },
    ];
    const option: ChartOption = {
      tooltip: { trigger: 'axis' },
      legend: { top: 0 },
      grid: { left: 8, right: 16, top: 32, bottom: 0, containLabel: true },
      xAxis: { type: 'category', boundaryGap: false, data: trend.xAxis.map((day) => day.slice(5)) },
      yAxis: { type: 'value', splitNumber: 4, minInterval: 1 },
      series: lines.map(({ name, data }) => ({ type: 'line', name, showSymbol: false, data })),
    };
    return {
      option,
      head: [t({ zh: '日期', en: 'Day' }), ...lines.map(({ name }) => name)],
      lines: trend.xAxis.map((day, index) => [day, ...lines.map(({ data }) => countText(data[index] ?? 0))]),
    };
  }, [trend, t]);
  const isStill = trend && [...trend.in, ...trend.out, ...trend.returned].every((n) => n === 0);
  return (
    <ChartPanel
      title={t({ zh: '30天库存变动', en: 'Stock movements of 30 days' })}
      query={asked}
      width={2}
      empty={
        trend === null || isStill
          ? t({ zh: '这段时间没有库存变动', en: 'No stock movements in this period' })
          : undefined
      }
      picture={picture}
    />
  );
}

/** Numbers on sale by type, with the business where there are several. */
export function StockTypes() {
  const t = useText();
  const asked = useStock();
  const { byType = [], byBusiness = [], summary } = asked.data ?? {};
  const all = summary?.available ?? 0;
  const share = (available: number) => (all === 0 ? 0 : (available / all) * 100);
  return (
    <Panel
      title={t({ zh: '号码类型', en: 'Number types' })}
      query={asked}
      note={t({ zh: '在售', en: 'On sale' })}
      empty={asked.data && all === 0 ? t(EMPTY) : undefined}
    >
      <Bars
        bars={[...byType, ...(byBusiness.length > 1 ? byBusiness : [])].map(({ nameKey, name, available }) => ({
          key: nameKey,
          name,
          share: share(available),
          value: `${countText(available)} · ${share(available).toFixed(1)} %`,
        }))}
      />
    </Panel>
  );
}

/** Stock that will soon be sold out. */
export function RunningOut() {
  const t = useText();
  const locale = useLocale();
  const canImport = useCan('whatsapp/pre-warehouse:import');
  const asked = useCall(dashboard, 'zero-inventory', { limit: LOW_MOST }, REFRESH_OPTIONS);
  const { records = [], total = 0 } = asked.data ?? {};
  return (
    <Panel
      title={t({ zh: '低库存', en: 'Low stock' })}
      query={asked}
      width={2}
      note={
        <Link to="/whatsapp/inventory/index?alertOnly=1">
          {t({ zh: '共 {n} 种', en: '{n} in total' }, { n: countText(total) })}
        </Link>
      }
      empty={asked.data && total === 0 ? t({ zh: '库存充足，没有低库存', en: 'All stock levels are fine' }) : undefined}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={t({ zh: '低库存', en: 'Low stock' })}>
        <table className="kit-lines">
          <thead>
            <tr>
              <th scope="col">{t({ zh: '国家', en: 'Country' })}</th>
              <th scope="col">{t({ zh: '类型', en: 'Type' })}</th>
              <th scope="col" data-align="right">
                {t({ zh: '在售', en: 'On sale' })}
              </th>
              <th scope="col" data-align="right">
                {t({ zh: '日均销量', en: 'Sold per day' })}
              </th>
              <th scope="col" data-align="right">
                {t({ zh: '建议补货', en: 'Suggested restock' })}
              </th>
              <th scope="col" data-align="right">
                {t({ zh: '最近售出', en: 'Last sold' })}
              </th>
            </tr>
          </thead>
          <tbody>
            {records.map(({ businessType, businessName, countryCode, numberType: type, ...row }) => (
              <tr key={`${businessType} ${countryCode} ${type}`}>
                <td>
                  <Link
                    to={`/whatsapp/inventory/index?businessType=${businessType}&countryCode=${countryCode}&numberType=${type}`}
                  >
                    <CountryValue code={countryCode} />
                  </Link>
                </td>
                <td>
                  {businessName} · <DictValue dictionary={numberType} value={type} />
                </td>
                <td data-align="right" className={row.available === 0 ? 'kit-bad' : undefined}>
                  {countText(row.available)}
                </td>
                <td data-align="right">{row.avgDailySold7d.toFixed(1)}</td>
                <td data-align="right">
                  {canImport ? (
                    <Link
                      to={importAddress('whatsapp/pre-warehouse', { countryCode, businessType, numberType: type })}
                      title={t({ zh: '导入号码', en: 'Import numbers' })}
                    >
                      {countText(row.suggestQty)}
                    </Link>
                  ) : (
                    countText(row.suggestQty)
                  )}
                </td>
                <td data-align="right" title={row.lastSoldTime ?? undefined}>
                  {row.lastSoldTime ? relativeTime(row.lastSoldTime, locale) : '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

/** Unsold stock by age. */
export function StockIdle() {
  const t = useText();
  const asked = useStock();
  const { idle = [], summary } = asked.data ?? {};
  const all = summary?.available ?? 0;
  return (
    <Panel
      title={t({ zh: '在售库存的闲置时间', en: 'Idle time of stock on sale' })}
      query={asked}
      empty={asked.data && all === 0 ? t(EMPTY) : undefined}
    >
      <Bars
        bars={idle.map(({ fromDays, toDays, available }) => ({
          key: String(fromDays),
          name:
            toDays === null
              ? t({ zh: '{fromDays} 天以上', en: 'over {fromDays} days' }, { fromDays })
              : fromDays === 0
                ? t({ zh: '{toDays} 天内售出过', en: 'sold within {toDays} days' }, { toDays })
                : t({ zh: '{fromDays}–{toDays} 天', en: '{fromDays}–{toDays} days' }, { fromDays, toDays }),
          share: all === 0 ? 0 : (available / all) * 100,
          value: countText(available),
        }))}
      />
      <p className="kit-weak">
        {t({ zh: '按同类号码最近一次售出（或入库）计算', en: 'Since the last sale or stock-in of the same kind' })}
      </p>
    </Panel>
  );
}
