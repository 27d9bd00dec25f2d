import { ReloadOutlined } from '@ant-design/icons';
import { useIsFetching } from '@tanstack/react-query';
import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import { Link, useLocation, useNavigate } from 'react-router';
import { useIsStaff } from '../../features/upline/use-is-staff.ts';
import { invalidate } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import styles from './dashboard/dashboard.module.css';
import { DeliveriesByDay, DeliveriesByHour, MostDelivered } from './dashboard/deliveries.tsx';
import { type FigureFilter, METRICS, RANGES } from './dashboard/figure-filter.ts';
import { Headline } from './dashboard/headline.tsx';
import { NewUsers, Recommended, Warranties } from './dashboard/people.tsx';
import { Leaders, SalesByDay, SalesByWeekday, SalesShare } from './dashboard/sales.tsx';
import { RunningOut, StockByCountry, StockIdle, StockTypes } from './dashboard/stock.tsx';

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
  const hasTime = canSeeSales || canDeliver;
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
          <Refresh />
        </div>
      </div>
      <Headline />
      <div className={styles.panels}>
        {canSeeSales && (
          <>
            <SalesByDay {...asked} />
            <SalesShare {...asked} dimension="country" />
            <SalesShare {...asked} dimension="product" />
            <Leaders {...asked} />
            <SalesByWeekday {...asked} />
          </>
        )}
        {canDeliver && (
          <>
            <DeliveriesByDay range={asked.range} />
            <MostDelivered range={asked.range} />
            <DeliveriesByHour />
          </>
        )}
        {canStock && (
          <>
            <StockByCountry />
            <StockTypes />
            <RunningOut />
            <StockIdle />
          </>
        )}
        {canSeeSales && <Warranties />}
        {canBuy && <Recommended />}
        {canSeeUsers && <NewUsers />}
      </div>
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
