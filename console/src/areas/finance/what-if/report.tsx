import { whatIf } from '@trade-assistant/contract/areas/finance/what-if.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, useMemo } from 'react';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel } from '../../../kit/chart/panel.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue, countryName } from '../../../kit/fields/country.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { countText, Figures } from '../../../kit/parts/figures.tsx';
import styles from './report.module.css';

type Data = CallData<typeof whatIf, 'report', 'in'>;

/** How many bars a chart has; the tables have all. */
const BARS = 12;

/** The simulated result: totals before and after, and the agents with the largest gains and losses. */
export function Report({ asked }: { asked: CallInput<typeof whatIf, 'report', 'in'> }) {
  const t = useText();
  const query = useCall(whatIf, 'report', asked);
  const { data, error, isPending, refetch } = query;
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active />;
  return (
    <>
      <p className="kit-weak">
        {data.from} – {data.to} · {data.currency}
      </p>
      <Totals totals={data.totals} isTemplate={asked.scenario === 'template'} />
      {data.totals.orders === 0 ? (
        <p>{t({ zh: '这段时间没有已结算的订单', en: 'No settled orders in this period' })}</p>
      ) : (
        <div className={styles.panels}>
          <Countries data={data} />
          <Agents data={data} />
        </div>
      )}
    </>
  );
}

function Totals({ totals, isTemplate }: { totals: Data['totals']; isTemplate: boolean }) {
  const t = useText();
  const was = (wire: string) => (
    <>
      {t({ zh: '实际', en: 'actual' })} <MoneyValue wire={wire} />
    </>
  );
  const isLess = totals.difference.startsWith('-');
  return (
    <Figures
      items={[
        {
          label: { zh: '平台净收入变化', en: 'Effect on net revenue' },
          value: <MoneyValue wire={totals.difference} />,
          tone: totals.difference === '0' ? undefined : isLess ? 'bad' : 'good',
          note: t({ zh: '销售减返佣', en: 'sales less commission' }),
        },
        {
          label: { zh: '销售净额', en: 'Net sales' },
          value: <MoneyValue wire={totals.salesThen} />,
          note: was(totals.salesNow),
        },
        {
          label: { zh: '返佣', en: 'Commission' },
          value: <MoneyValue wire={totals.rebatesThen} />,
          note: was(totals.rebatesNow),
        },
        {
          label: { zh: '价格变动的订单', en: 'Orders with a new price' },
          value: countText(totals.changed),
          note: t({ zh: '共 {n} 单', en: 'of {n}' }, { n: countText(totals.orders) }),
        },
        {
          label: isTemplate
            ? { zh: '低于底价的订单', en: 'Orders below the floor' }
            : { zh: '触及底价的订单', en: 'Orders at the floor price' },
          value: countText(totals.atFloor),
          tone: isTemplate && totals.atFloor > 0 ? 'bad' : undefined,
          note:
            isTemplate && totals.atFloor > 0
              ? t({ zh: '这样的价格不能套用', en: 'such prices cannot be agreed' })
              : undefined,
        },
        {
          label: { zh: '受益 / 受损代理', en: 'Agents gaining / losing' },
          value: `${countText(totals.winners)} / ${countText(totals.losers)}`,
        },
      ]}
    />
  );
}

function Countries({ data }: { data: Data }) {
  const t = useText();
  const locale = useLocale();
  const bars = data.countries.map((row) => ({
    name: countryName(row.countryCode, locale),
    difference: row.difference,
  }));
  return (
    <Gains
      title={t({ zh: '按国家：平台净收入变化', en: 'By country: effect on net revenue' })}
      bars={bars}
      head={[
        t({ zh: '国家', en: 'Country' }),
        t({ zh: '订单', en: 'Orders' }),
        t({ zh: '销售（实际）', en: 'Sales (actual)' }),
        t({ zh: '销售（试算）', en: 'Sales (projected)' }),
        t({ zh: '返佣（实际）', en: 'Commission (actual)' }),
        t({ zh: '返佣（试算）', en: 'Commission (projected)' }),
        t({ zh: '差额', en: 'Difference' }),
      ]}
      lines={data.countries.map((row) => ({
        key: row.countryCode,
        cells: [
          <CountryValue key="country" code={row.countryCode} />,
          countText(row.orders),
          ...amounts(row.salesNow, row.salesThen, row.rebatesNow, row.rebatesThen, row.difference),
        ],
      }))}
    />
  );
}

function Agents({ data }: { data: Data }) {
  const t = useText();
  const bars = data.agents.map((row) => ({ name: row.agentName, difference: row.difference }));
  return (
    <Gains
      title={t({ zh: '按代理：代理得失', en: 'By agent: gain or loss' })}
      bars={bars}
      head={[
        t({ zh: '代理', en: 'Agent' }),
        t({ zh: '订单', en: 'Orders' }),
        t({ zh: '支付（实际）', en: 'Paid (actual)' }),
        t({ zh: '支付（试算）', en: 'Paid (projected)' }),
        t({ zh: '返佣（实际）', en: 'Commission (actual)' }),
        t({ zh: '返佣（试算）', en: 'Commission (projected)' }),
        t({ zh: '差额', en: 'Difference' }),
      ]}
      lines={data.agents.map((row) => ({
        key: row.agentId,
        cells: [
          row.agentName,
          countText(row.orders),
          ...amounts(row.paysNow, row.paysThen, row.earnsNow, row.earnsThen, row.difference),
        ],
      }))}
    />
  );
}

// biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
const amounts = (...wires: readonly string[]) => wires.map((wire, index) => <MoneyValue key={index} wire={wire} />);

interface GainsProps {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly difference: string }[];
  readonly head: readonly string[];
  readonly lines: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** Winners and losers: the first as bars, all of them as lines. */
function Gains({ title, bars, head, lines }: GainsProps) {
  const t = useText();
  const shown = useMemo(() => bars.filter(({ difference }) => difference !== '0').slice(0, BARS), [bars]);
  const picture = useMemo(() => {
    const ordered = [...shown].reverse();
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      grid: { left: 8, right: 16, top: 8, bottom: 20, containLabel: true },
      xAxis: { type: 'value', splitNumber: 4, name: BOOK_CURRENCY, nameLocation: 'middle', nameGap: 24 },
      yAxis: {
        type: 'category',
        data: ordered.map(({ name }) => name),
        axisLabel: { width: 120, overflow: 'truncate' },
      },
      series: [
        {
          type: 'bar',
          barMaxWidth: 16,
          // Only the drawing rounds: amounts shown as text never pass a float.
          data: ordered.map(({ difference }) => ({
            value: Number(difference),
            itemStyle: { color: toneColour(difference.startsWith('-') ? 'bad' : 'good') },
          })),
        },
      ],
    };
    return {
      option,
      head: [head[0] ?? '', head.at(-1) ?? ''],
      lines: shown.map(({ name, difference }) => [name, <MoneyValue key="difference" wire={difference} />]),
    };
  }, [shown, head]);
  return (
    <section className={styles.gains}>
      <ChartPanel
        title={title}
        query={READY}
        picture={picture}
        height={Math.max(120, 40 + shown.length * 26)}
        empty={shown.length === 0 ? t({ zh: '没有变化', en: 'No change' }) : undefined}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={title}>
        <table className="kit-lines">
          <thead>
            <tr>
              {head.map((name, index) => (
                <th key={name} scope="col" {...(index > 0 ? { 'data-align': 'right' } : {})}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, cells: [name, ...cells] }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <td key={index} data-align="right" className="kit-number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** The figures are loaded before the panels are drawn. */
const READY = { error: null, isPending: false, refetch: () => undefined };
