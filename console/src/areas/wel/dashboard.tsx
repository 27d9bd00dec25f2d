import { ReloadOutlined } from '@ant-design/icons';
import { useIsFetching } from '@tanstack/react-query';
import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useIsStaff } from '../../features/upline/use-is-staff.ts';
import { invalidate } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import { type Card, Cards } from './dashboard/cards.tsx';
import styles from './dashboard/dashboard.module.css';
import { DeliveriesByDay, DeliveriesByHour, MostDelivered } from './dashboard/deliveries.tsx';
import { type FigureFilter, METRICS, RANGES } from './dashboard/figure-filter.ts';
import { Headline } from './dashboard/headline.tsx';
import { MessageFigures, MessageLeaders, MessagesByHour } from './dashboard/messages.tsx';
import { NewUsers, Recommended, Warranties } from './dashboard/people.tsx';
import { Leaders, SalesByDay, SalesByWeekday, SalesShare } from './dashboard/sales.tsx';
import { RunningOut, StockByCountry, StockIdle, StockTrend, StockTypes } from './dashboard/stock.tsx';

const card = (key: string, title: Text, content: ReactNode, width: Card['width'] = 1): Card => ({
  ...{ key, title, content, width },
});

/** Figures of the business, limited to the user's own data. Fetches only figures whose lists the user may see. */
export default function Dashboard() {
  const t = useText();
  const [asked, ask] = useAsked();
  const canSeeSales = useCan('agent/product:orders');
  const canDeliver = useCan('whatsapp/outbound:view');
  const canStock = useCan('whatsapp/inventory:totals');
  const canSeeUsers = useCan('agent/user:view');
  const isStaff = useIsStaff();
  const canSeeStatements = useCan('finance/log:export');
  const canBuy = useCan('agent/product:buy') && !isStaff;
  const canCheck = useCan('filter/whatsapp-filter:view');
  const canMessage = useCan('whatsapp/order:view');
  const [isArranging, setArranging] = useState(false);
  const hasTime = canSeeSales || canDeliver;
  const { range } = asked;
  const cards: Card[] = [
    ...(canSeeSales
      ? [
          card('sales-by-day', { zh: '销售趋势', en: 'Daily sales' }, <SalesByDay {...asked} />, 2),
          card(
            'sales-by-country',
            { zh: '国家占比', en: 'Sales by country' },
            <SalesShare {...asked} dimension="country" />,
          ),
          card(
            'sales-by-product',
            { zh: '商品占比', en: 'Sales by product' },
            <SalesShare {...asked} dimension="product" />,
          ),
          card(
            'sales-by-service',
            { zh: '服务占比', en: 'Sales by service' },
            <SalesShare {...asked} dimension="serviceType" />,
          ),
          ...(isStaff
            ? [
                card(
                  'sales-by-level',
                  { zh: '代理级别占比', en: 'Sales by agent level' },
                  <SalesShare {...asked} dimension="agentLevel" />,
                ),
              ]
            : []),
          ...(canCheck
            ? [
                card(
                  'check-findings',
                  { zh: '检测结果占比', en: 'Findings of checks' },
                  <SalesShare {...asked} dimension="result" />,
                ),
              ]
            : []),
          card('leaders', { zh: '代理排行', en: 'Top agents' }, <Leaders {...asked} />),
          card('sales-by-weekday', { zh: '订单分布', en: 'Order distribution' }, <SalesByWeekday {...asked} />),
        ]
      : []),
    ...(canMessage
      ? [
          card('messages', { zh: 'WhatsApp 概况', en: 'WhatsApp' }, <MessageFigures range={range} />, 2),
          card('message-leaders', { zh: '送达排行', en: 'Most delivered' }, <MessageLeaders range={range} />),
          card(
            'messages-by-hour',
            { zh: '每小时检测与消息', en: 'Checks and messages by hour' },
            <MessagesByHour />,
            2,
          ),
        ]
      : []),
    ...(canDeliver
      ? [
          card('deliveries', { zh: '交付趋势', en: 'Daily deliveries' }, <DeliveriesByDay range={range} />, 2),
          card(
            'deliveries-by-country',
            { zh: '交付国家', en: 'Deliveries by country' },
            <MostDelivered range={range} />,
          ),
          card('deliveries-by-hour', { zh: '每小时交付', en: 'Hourly deliveries' }, <DeliveriesByHour />),
        ]
      : []),
    ...(canStock
      ? [
          card('stock-by-country', { zh: '库存国家', en: 'Stock by country' }, <StockByCountry />),
          card('stock-by-type', { zh: '库存类型', en: 'Stock by type' }, <StockTypes />),
          ...(isStaff ? [card('stock-trend', { zh: '库存变动', en: 'Stock movements' }, <StockTrend />, 2)] : []),
          card('low-stock', { zh: '低库存', en: 'Low stock' }, <RunningOut />),
          card('idle-stock', { zh: '滞销库存', en: 'Idle stock' }, <StockIdle />),
        ]
      : []),
    ...(canSeeSales ? [card('warranties', { zh: '质保到期', en: 'Warranties ending' }, <Warranties />)] : []),
    ...(canBuy ? [card('recommended', { zh: '今日推荐', en: 'Recommended today' }, <Recommended />)] : []),
    ...(canSeeUsers ? [card('new-users', { zh: '新增账号', en: 'New accounts' }, <NewUsers />)] : []),
  ];
  return (
    <div className="kit-page">
      <div className={styles.top}>
        <div className="kit-title">
          <h1>{t({ zh: '数据看板', en: 'Dashboard' })}</h1>
        </div>
        <div className={styles.choices}>
          {hasTime && (
            <Choice
              label={t({ zh: '时间', en: 'Time' })}
              entries={RANGES}
              value={asked.range}
              onChange={(range) => ask({ ...asked, range })}
            />
          )}
          {canSeeSales && (
            <Choice
              label={t({ zh: '指标', en: 'Metric' })}
              entries={METRICS}
              value={asked.metric}
              onChange={(metric) => ask({ ...asked, metric })}
            />
          )}
          {canSeeStatements && !isStaff && (
            <Link to="/finance/log/index?statement=1">{t({ zh: '下载对账单', en: 'Statement' })}</Link>
          )}
          <Button aria-pressed={isArranging} onClick={() => setArranging(!isArranging)}>
            {isArranging ? t({ zh: '完成', en: 'Done' }) : t({ zh: '调整卡片', en: 'Arrange' })}
          </Button>
          <Refresh />
        </div>
      </div>
      <Headline />
      <Cards cards={cards} isArranging={isArranging} />
    </div>
  );
}

interface ChoiceProps<K extends string> {
  readonly label: string;
  readonly entries: Readonly<Record<K, Text>>;
  readonly value: K;
  readonly onChange: (value: K) => void;
}

function Choice<K extends string>({ label, entries, value, onChange }: ChoiceProps<K>) {
  const t = useText();
  const options = (Object.entries(entries) as [K, Text][]).map(([key, words]) => ({ value: key, label: t(words) }));
  return <Segmented<K> aria-label={label} options={options} value={value} onChange={onChange} />;
}

function Refresh() {
  const t = useText();
  const isBusy = useIsFetching({ queryKey: [dashboard.name] }) > 0;
  return (
    <Button
      icon={<ReloadOutlined aria-hidden spin={isBusy} />}
      aria-label={t({ zh: '刷新', en: 'Refresh' })}
      title={t({ zh: '刷新', en: 'Refresh' })}
      onClick={() => void invalidate(dashboard)}
    />
  );
}

/** The filter of the figures, kept in the address so that it can be shared. */
function useAsked(): readonly [FigureFilter, (asked: FigureFilter) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const [range, metric] = [query.get('range') ?? '', query.get('metric') ?? ''];
  const asked: FigureFilter = {
    range: Object.hasOwn(RANGES, range) ? (range as FigureFilter['range']) : '30d',
    metric: Object.hasOwn(METRICS, metric) ? (metric as FigureFilter['metric']) : 'amount',
  };
  const ask = (next: FigureFilter) =>
    void navigate({ search: `?${new URLSearchParams({ ...next })}` }, { replace: true });
  return [asked, ask];
}
