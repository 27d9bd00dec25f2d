import { DownOutlined } from '@ant-design/icons';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { useMemo, useState } from 'react';
import { Chart, type ChartOption } from '../../../kit/chart/chart.tsx';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText, Figures } from '../../../kit/parts/figures.tsx';
import { readStored, writeStored } from '../../../kit/storage.ts';
import styles from './statistics.module.css';

type Data = CallData<typeof outbound, 'statistics', 'in'>;

const REMEMBERED = 'outbound-statistics';
const LONGEST = 5;

/** Deliveries in the period, customer and country of the list's filters. */
export function Statistics({ filters }: { filters: Readonly<Record<string, string>> }) {
  const t = useText();
  const [isOpen, setOpen] = useState(readStored<boolean>(REMEMBERED) ?? false);
  const { createTime_dategt: from, createTime_datelt: to, agentId, countryCode } = filters;
  const { data } = useCall(
    outbound,
    'statistics',
    {
      ...(from && to ? { createTime_dategt: from, createTime_datelt: to } : {}),
      ...(agentId ? { agentId } : {}),
      ...(countryCode && countryCode !== '*' ? { countryCode } : {}),
    },
    { keepPrevious: true },
  );
  const toggle = () => {
    setOpen(!isOpen);
    writeStored(REMEMBERED, !isOpen);
  };
  return (
    <>
      <Figures
        items={[
          { label: { zh: '已出库单', en: 'Delivered notes' }, value: data && countText(data.outboundCount) },
          { label: { zh: '号码', en: 'Numbers' }, value: data && countText(data.numberCount) },
          {
            label: { zh: '金额', en: 'Amount' },
            value: data && <MoneyValue wire={data.amount} />,
            note: data?.currency,
          },
          {
            label: { zh: '退回', en: 'Returned' },
            value: data && countText(data.returnedCount),
            note: data && `${data.returnRate.toFixed(2)} %`,
            tone: data && data.returnedCount > 0 ? 'bad' : undefined,
          },
          {
            label: { zh: '趋势与排行', en: 'Trend and ranking' },
            value: (
              <Button
                type="link"
                className="kit-flush"
                aria-expanded={isOpen}
                icon={<DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />}
                iconPlacement="end"
                onClick={toggle}
              >
                {isOpen ? t({ zh: '收起', en: 'Hide' }) : t({ zh: '展开', en: 'Show' })}
              </Button>
            ),
          },
        ]}
      />
      {isOpen && data && <Pictures data={data} />}
    </>
  );
}

function Pictures({ data }: { data: Data }) {
  const t = useText();
  const option = useMemo<ChartOption>(
    () => ({
      tooltip: { trigger: 'axis' },
      legend: { top: 0 },
      grid: { left: 8, right: 8, top: 32, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: data.byDay.map(({ date }) => date.slice(5)) },
      yAxis: [
        { type: 'value', splitNumber: 3 },
        { type: 'value', splitNumber: 3, splitLine: { show: false } },
      ],
      series: [
        {
          type: 'bar',
          barMaxWidth: 32,
          name: t({ zh: '号码', en: 'Numbers' }),
          data: data.byDay.map(({ count }) => count),
        },
        {
          type: 'line',
          yAxisIndex: 1,
          name: t({ zh: '金额', en: 'Amount' }),
          // Only the drawing rounds: amounts shown as text never pass a float.
          data: data.byDay.map(({ amount }) => Number(amount)),
        },
      ],
    }),
    [data, t],
  );
  return (
    <section className={styles.pictures}>
      {data.byDay.length > 0 ? (
        <Chart
          option={option}
          height={200}
          label={t({ zh: '每日出库号码与金额', en: 'Numbers and amounts delivered per day' })}
        />
      ) : (
        <p className="kit-weak">{t({ zh: '这段时间没有出库', en: 'Nothing delivered in this period' })}</p>
      )}
      <Ranking
        heading={t({ zh: '国家', en: 'Countries' })}
        rows={data.byCountry.map(({ countryCode, count, amount }) => ({
          key: countryCode,
          name: <CountryValue code={countryCode} />,
          count,
          amount,
        }))}
      />
      <Ranking
        heading={t({ zh: '客户', en: 'Customers' })}
        rows={data.topAgents.map(({ agentId, agentName, ...row }) => ({ key: agentId, name: agentName, ...row }))}
      />
    </section>
  );
}

interface RankingProps {
  readonly heading: string;
  readonly rows: readonly { key: string; name: React.ReactNode; count: number; amount: string }[];
}

function Ranking({ heading, rows }: RankingProps) {
  return (
    <div>
      <h2 className="kit-heading">{heading}</h2>
      {rows.length === 0 && <p className="kit-weak">–</p>}
      <ul className="kit-counts">
        {rows.slice(0, LONGEST).map(({ key, name, count, amount }) => (
          <li key={key}>
            <span className={`kit-cut ${styles.name}`}>{name}</span>
            <span className="kit-number">
              {countText(count)} · <MoneyValue wire={amount} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
