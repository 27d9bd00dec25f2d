import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { PiecePrice } from '../../../features/shop/piece-price.tsx';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel, Panel } from '../../../kit/chart/panel.tsx';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { relativeTime } from '../../../kit/fields/time.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import styles from './dashboard.module.css';
import { REFRESH_OPTIONS } from './figure-filter.ts';

const WARRANTY_DAYS = 7;
/** Rows in a panel of the usual height. */
const SHOWN = 6;

/** Orders whose warranty ends within a few days. */
export function Warranties() {
  const t = useText();
  const locale = useLocale();
  const asked = useCall(dashboard, 'warranties', { days: WARRANTY_DAYS }, REFRESH_OPTIONS);
  const { records = [], total } = asked.data ?? {};
  return (
    <Panel
      title={t({ zh: '{days} 天内质保到期', en: 'Warranties ending in {days} days' }, { days: WARRANTY_DAYS })}
      query={asked}
      note={total ? t({ zh: '共 {n} 单', en: '{n} {n|order|orders}' }, { n: countText(total) }) : undefined}
      empty={total === 0 ? t({ zh: '近期没有质保到期的订单', en: 'No warranties ending soon' }) : undefined}
    >
      <ul className={styles.lines}>
        {records.slice(0, SHOWN).map(({ orderId, orderNo, productName, agentName, numbers, warrantyUntil }) => (
          <li key={orderId}>
            <span className="kit-cut">
              <Link to={`/agent/product-order/index?orderNo=${orderNo}`}>{productName}</Link>
            </span>
            <span title={warrantyUntil}>{relativeTime(warrantyUntil, locale)}</span>
            <span className="kit-weak kit-cut">
              {agentName} · {orderNo}
            </span>
            <span className="kit-weak">
              {t({ zh: '{n} 个', en: '{n} {n|number|numbers}' }, { n: countText(numbers) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Products that can be bought today. */
export function Recommended() {
  const t = useText();
  const asked = useCall(dashboard, 'recommended-today', {}, REFRESH_OPTIONS);
  const { data } = asked;
  return (
    <Panel
      title={t({ zh: '今日推荐', en: 'Recommended today' })}
      query={asked}
      note={<Link to="/agent/product/index">{t({ zh: '全部商品', en: 'All products' })}</Link>}
      empty={data?.length === 0 ? t({ zh: '暂时没有可购买的商品', en: 'No products available right now' }) : undefined}
    >
      <ul className={styles.lines}>
        {data?.map(({ productId, productName, countryCode, salePrice, sold7d, isRecommend, tag, reason, ...sold }) => (
          <li key={productId}>
            <span className="kit-cut">
              <Link to={`/agent/product/index?record=${productId}`}>{productName}</Link>{' '}
              {isRecommend && <span className="kit-tag">{tag}</span>}
            </span>
            <span>
              <PiecePrice price={salePrice} of={sold} />
            </span>
            <span className="kit-weak">{countryCode && <CountryValue code={countryCode} />}</span>
            <span className="kit-weak">{reason.join(' · ')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** New users by month. */
export function NewUsers() {
  const t = useText();
  const asked = useCall(dashboard, 'user-monthly-stats', {}, REFRESH_OPTIONS);
  const { data: counts } = useCall(dashboard, 'user-statistics', {}, REFRESH_OPTIONS);
  const { data } = asked;
  const picture = useMemo(() => {
    if (!data) return undefined;
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      legend: { top: 0 },
      grid: { left: 8, right: 8, top: 32, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: [...data.xAxis] },
      yAxis: { type: 'value', splitNumber: 3, minInterval: 1 },
      series: data.series.map(({ name, nameKey, data: values }) => ({
        ...(nameKey === 'buyers' || nameKey === 'active'
          ? { type: 'line' as const }
          : { type: 'bar' as const, stack: 'users' }),
        barMaxWidth: 32,
        name,
        data: values.map(Number),
      })),
    };
    return {
      option,
      head: [t({ zh: '月份', en: 'Month' }), ...data.series.map(({ name }) => name)],
      lines: data.xAxis.map((month, index) => [month, ...data.series.map(({ data: values }) => values[index])]),
    };
  }, [data, t]);
  return (
    <ChartPanel
      title={t({ zh: '新增账号', en: 'New accounts' })}
      query={asked}
      note={
        counts &&
        t(
          {
            zh: '代理 {agents} · 子账号 {subUsers} · 30天活跃 {active}',
            en: '{agents} {agents|agent|agents} · {subUsers} {subUsers|sub-user|sub-users} · {active} active in 30 days',
          },
          {
            agents: countText(counts.agents.total),
            subUsers: countText(counts.subUsers.total),
            active: countText(counts.agents.active30d + counts.subUsers.active30d),
          },
        )
      }
      picture={picture}
      height={200}
    />
  );
}
