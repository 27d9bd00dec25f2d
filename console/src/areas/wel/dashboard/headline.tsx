import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import Skeleton from 'antd/es/skeleton';
import { openMessages } from '../../../features/messages/desk.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { countText, Figures } from '../../../kit/parts/figures.tsx';
import styles from './dashboard.module.css';
import { REFRESH_OPTIONS } from './figure-filter.ts';

/** Returns a change with its base: `较昨日同时 +5.0 %`, `new vs. yesterday at this time`. */
function changeText(
  { label, rate }: { readonly label: string; readonly rate: number | null },
  t: ReturnType<typeof useText>,
) {
  const change = rate === null ? t({ zh: '新增', en: 'new' }) : `${rate > 0 ? '+' : ''}${rate.toFixed(1)} %`;
  return t({ zh: `${label} ${change}`, en: `${change} ${label}` });
}

/** The few figures that matter first, each leading to the rows behind it. */
export function Headline() {
  const t = useText();
  const { data, error, isPending, refetch } = useCall(dashboard, 'tabs', {}, REFRESH_OPTIONS);
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (data.length === 0)
    return (
      <p className="kit-weak">{t({ zh: '您的角色没有可查看的统计数据', en: 'Your role has no statistics to show' })}</p>
    );
  return (
    <div className={styles.headline}>
      <Figures
        items={data.map(({ key, title, value, unit, compare, route, isUrgent }) => ({
          label: { zh: title, en: title },
          value:
            unit === BOOK_CURRENCY ? (
              <MoneyValue wire={value} currency={BOOK_CURRENCY} />
            ) : key === 'unreadMessages' ? (
              <button
                type="button"
                className={`kit-link ${styles.opener}`}
                onClick={() => openMessages({ kind: 'received' })}
              >
                {countText(Number(value))}
              </button>
            ) : (
              `${countText(Number(value))}${unit && ` ${unit}`}`
            ),
          ...(compare === null ? {} : { note: changeText(compare, t) }),
          tone: isUrgent ? ('bad' as const) : undefined,
          ...(route ? { to: route } : {}),
        }))}
      />
    </div>
  );
}
