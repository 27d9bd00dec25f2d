import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Select from 'antd/es/select';
import { useMemo, useState } from 'react';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel, Panel } from '../../../kit/chart/panel.tsx';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText, Figures } from '../../../kit/parts/figures.tsx';
import { Bars } from './bars.tsx';
import { type FigureFilter, REFRESH_OPTIONS } from './figure-filter.ts';

type Tone = 'bad' | 'warn' | undefined;
/** Delivery below these rates needs attention. */
const [LOW_RATE, BAD_RATE] = [80, 60];
const percentText = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)} %`);
const rateTone = (value: number | null): Tone =>
  value === null || value >= LOW_RATE ? undefined : value < BAD_RATE ? 'bad' : 'warn';

/** Checks and orders of WhatsApp in a period, numbers and seed numbers. */
export function MessageFigures({ range }: Pick<FigureFilter, 'range'>) {
  const t = useText();
  const asked = useCall(dashboard, 'whatsapp-stats', { range }, REFRESH_OPTIONS);
  const { data } = asked;
  const before = (n: number | undefined) =>
    n === undefined ? {} : { note: t({ zh: '上期 {n}', en: 'before: {n}' }, { n: countText(n) }) };
  const count = (label: Text, n: number, to?: string) => ({ label, value: countText(n), ...(to ? { to } : {}) });
  const orders = '/whatsapp/order/index';
  return (
    <Panel
      title={t({ zh: 'WhatsApp 概况', en: 'WhatsApp' })}
      query={asked}
      note={data && t({ zh: '按 {zone} 计日', en: 'Days of {zone}' }, { zone: data.zone })}
    >
      {data && (
        <Figures
          items={[
            { ...count({ zh: '订单', en: 'Orders' }, data.orders.count, orders), ...before(data.compare.orders.count) },
            count({ zh: '已提交', en: 'Submitted' }, data.orders.submitted),
            count({ zh: '已送达', en: 'Delivered' }, data.orders.delivered),
            {
              label: { zh: '送达率', en: 'Delivery rate' },
              value: percentText(data.orders.deliveryRate),
              tone: rateTone(data.orders.deliveryRate) === undefined ? undefined : ('bad' as const),
            },
            {
              label: { zh: '消息金额', en: 'Messages' },
              value: <MoneyValue wire={data.orders.amount} currency={BOOK_CURRENCY} />,
            },
            ...(data.checks
              ? [
                  {
                    ...count({ zh: '检测任务', en: 'Checks' }, data.checks.tasks, '/filter/whatsapp-filter/index'),
                    ...before(data.compare.checks?.tasks),
                  },
                  count({ zh: '已检测', en: 'Checked' }, data.checks.done),
                  { label: { zh: '有效率', en: 'Hit rate' }, value: percentText(data.checks.hitRate) },
                ]
              : []),
            ...(data.seeds
              ? [{ label: { zh: '嵌入号准确率', en: 'Seed accuracy' }, value: percentText(data.seeds.accuracy) }]
              : []),
            ...(data.numbers
              ? [count({ zh: '在售号码', en: 'Numbers on sale' }, data.numbers.available, '/whatsapp/inventory/index')]
              : []),
          ]}
        />
      )}
    </Panel>
  );
}

/** Today's checks and messages by the hour of their outcome. */
export function MessagesByHour() {
  const t = useText();
  const asked = useCall(dashboard, 'whatsapp-hourly-stats', {}, REFRESH_OPTIONS);
  const { data } = asked;
  const picture = useMemo(() => {
    if (!data) return undefined;
    const option: ChartOption = {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      legend: { top: 0 },
      grid: { left: 8, right: 8, top: 32, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: [...data.xAxis] },
      yAxis: { type: 'value', splitNumber: 3, minInterval: 1 },
      series: data.series.map(({ name, data: values }) => ({
        type: 'bar',
        name,
        data: values.map((value) => value ?? '-'),
      })),
    };
    return {
      option,
      head: [t({ zh: '时刻', en: 'Hour' }), ...data.series.map(({ name }) => name)],
      lines: data.xAxis.map((hour, index) => [
        hour,
        ...data.series.map(({ data: values }) => {
          const value = values[index];
          return value === null || value === undefined ? '–' : countText(value);
        }),
      ]),
    };
  }, [data, t]);
  return (
    <ChartPanel
      title={t({ zh: '今日每小时检测与消息', en: 'Checks and messages by hour today' })}
      query={asked}
      empty={data?.total === 0 ? t({ zh: '今天还没有检测或消息', en: 'No checks or messages today yet' }) : undefined}
      picture={picture}
      height={200}
    />
  );
}

const SUBJECTS = {
  agent: { zh: '代理', en: 'Agents' },
  country: { zh: '国家', en: 'Countries' },
  provider: { zh: '发送方', en: 'Senders' },
} as const satisfies Record<string, Text>;
type Subject = keyof typeof SUBJECTS;

/** Where most messages were delivered. */
export function MessageLeaders({ range }: Pick<FigureFilter, 'range'>) {
  const t = useText();
  const [subject, setSubject] = useState<Subject>('agent');
  const asked = useCall(
    dashboard,
    'whatsapp-leaderboard',
    { range, subject, metric: 'delivered', current: 1, size: 8 },
    REFRESH_OPTIONS,
  );
  const records = asked.data?.records ?? [];
  const most = records[0]?.value ?? 0;
  return (
    <Panel
      title={t({ zh: '送达排行', en: 'Most delivered' })}
      query={asked}
      tools={
        <Select<Subject>
          size="small"
          aria-label={t({ zh: '排行对象', en: 'Ranked by' })}
          value={subject}
          options={(Object.keys(SUBJECTS) as Subject[]).map((value) => ({ value, label: t(SUBJECTS[value]) }))}
          onChange={setSubject}
        />
      }
      empty={
        asked.data && records.length === 0 ? t({ zh: '这段时间没有消息', en: 'No messages in this period' }) : undefined
      }
    >
      <Bars
        bars={records.map(({ subjectId, subjectName, value, rate }) => ({
          key: subjectId,
          name: subjectName,
          share: most === 0 ? 0 : (value / most) * 100,
          value: `${countText(value)} · ${percentText(rate)}`,
        }))}
      />
    </Panel>
  );
}
