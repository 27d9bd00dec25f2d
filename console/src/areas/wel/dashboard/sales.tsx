import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import Select from 'antd/es/select';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useIsStaff } from '../../../features/upline/use-is-staff.ts';
import type { ChartOption } from '../../../kit/chart/chart.tsx';
import { ChartPanel, Panel } from '../../../kit/chart/panel.tsx';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useCanAny } from '../../../kit/permission.tsx';
import { Bars } from './bars.tsx';
import { changeText, Figure, figureText } from './figure.tsx';
import { type FigureFilter, METRICS, OTHER_METRICS, REFRESH_OPTIONS } from './figure-filter.ts';

const NO_SALES = { zh: '这段时间没有订单', en: 'No orders in this period' };
const NO_CHECKS = { zh: '这段时间没有检测', en: 'No checks in this period' };
const GRID = { left: 8, right: 16, top: 32, bottom: 0, containLabel: true } as const;

/** Sales (for agents: purchases) by day, a line per business. */
export function SalesByDay({ range, metric }: FigureFilter) {
  const t = useText();
  const isStaff = useIsStaff();
  const asked = useCall(dashboard, 'bar-chart', { range, metric }, REFRESH_OPTIONS);
  const { data } = asked;
  const picture = useMemo(() => {
    if (!data) return undefined;
    const option: ChartOption = {
      tooltip: { trigger: 'axis', valueFormatter: (value) => figureText(metric, String(value)) },
      legend: { top: 0 },
      grid: GRID,
      xAxis: { type: 'category', boundaryGap: false, data: data.xAxis.map((day) => day.slice(5)) },
      yAxis: { type: 'value', splitNumber: 4, minInterval: metric === 'amount' ? 0 : 1 },
      series: data.series.map(({ name, data: values }) => ({
        type: 'line',
        name,
        smooth: 0.2,
        showSymbol: values.length < 2,
        areaStyle: { opacity: 0.08 },
        // Only the drawing rounds: amounts shown as text never pass a float.
        data: values.map(Number),
      })),
    };
    return {
      option,
      head: [t({ zh: '日期', en: 'Day' }), ...data.series.map(({ name }) => name)],
      lines: data.xAxis.map((day, index) => [
        day,
        ...data.series.map(({ name, data: values }) => (
          <Figure key={name} metric={metric} wire={values[index] ?? '0'} />
        )),
      ]),
    };
  }, [data, metric, t]);
  const change = data && changeText(data.total, data.before);
  return (
    <ChartPanel
      title={t(isStaff ? { zh: '销售趋势', en: 'Daily sales' } : { zh: '采购趋势', en: 'Daily purchases' })}
      query={asked}
      width={2}
      note={
        data && (
          <>
            <Figure metric={metric} wire={data.total} /> {data.unit}
            {change === null && ` · ${t({ zh: '较上期新增', en: 'new in this period' })}`}
            {change && ` · ${t({ zh: '较上期 {change}', en: '{change} vs. previous period' }, { change })}`}
            {` · ${t({ zh: '按 {zone} 计日', en: 'days of {zone}' }, { zone: data.zone })}`}
          </>
        )
      }
      empty={data?.series.length === 0 ? t(NO_SALES) : undefined}
      picture={picture}
    />
  );
}

const SHARES = {
  country: { zh: '国家占比', en: 'Sales by country' },
  product: { zh: '商品占比', en: 'Sales by product' },
  serviceType: { zh: '服务占比', en: 'Sales by service' },
  agentLevel: { zh: '代理级别占比', en: 'Sales by agent level' },
  result: { zh: '检测结果占比', en: 'Findings of checks' },
} as const;

/** Shares of the sales, or of the findings of number checks. */
export function SalesShare({ range, metric, dimension }: FigureFilter & { dimension: keyof typeof SHARES }) {
  const t = useText();
  const asked = useCall(dashboard, 'pie-chart', { range, metric, dimension }, REFRESH_OPTIONS);
  const { data } = asked;
  const isChecks = dimension === 'result';
  return (
    <Panel
      title={t(SHARES[dimension])}
      query={asked}
      note={data?.unit}
      empty={data?.data.length === 0 ? t(isChecks ? NO_CHECKS : NO_SALES) : undefined}
    >
      <Bars
        bars={(data?.data ?? []).map(({ nameKey, name, value, percent }) => ({
          key: nameKey,
          name: dimension === 'country' && nameKey !== '*' ? <CountryValue code={nameKey} /> : name,
          share: percent,
          value: (
            <>
              <Figure metric={isChecks ? 'numbers' : metric} wire={value} /> · {percent.toFixed(1)} %
            </>
          ),
        }))}
      />
    </Panel>
  );
}

/** The customers with the most purchases, recharges, commission or checks; an agent sees itself and its sub-accounts. */
export function Leaders({ range, metric: ofSales }: FigureFilter) {
  const t = useText();
  const can = useCanAny();
  const [other, setOther] = useState<keyof typeof OTHER_METRICS | 'sales'>('sales');
  const metric = other === 'sales' ? ofSales : other;
  const asked = useCall(dashboard, 'leaderboard', { range, metric }, REFRESH_OPTIONS);
  const records = asked.data?.records ?? [];
  const most = Number(records[0]?.value ?? 0);
  // Without earlier figures no customer is marked as new.
  const hasBefore = records.some(({ change }) => change !== null);
  return (
    <Panel
      title={t({ zh: '代理排行', en: 'Top agents' })}
      query={asked}
      tools={
        <Select
          size="small"
          aria-label={t({ zh: '排行依据', en: 'Ranked by' })}
          value={other}
          onChange={setOther}
          options={[
            { value: 'sales' as const, label: t(METRICS[ofSales]) },
            ...(['recharge', 'rebate', 'checks'] as const)
              .filter((key) => can(OTHER_METRICS[key].permission))
              .map((key) => ({ value: key, label: t(OTHER_METRICS[key].words) })),
          ]}
        />
      }
      empty={
        asked.data && records.length === 0 ? t({ zh: '这段时间没有数据', en: 'Nothing in this period' }) : undefined
      }
    >
      <Bars
        bars={records.map(({ agentId, agentName, rank, value, change }) => ({
          key: agentId,
          name: <Link to={`/agent/user/index?record=${agentId}`}>{`${rank}. ${agentName}`}</Link>,
          share: most === 0 ? 0 : (Number(value) / most) * 100,
          value: (
            <>
              <Figure metric={metric} wire={value} /> {hasBefore && <Move by={change} />}
            </>
          ),
        }))}
      />
    </Panel>
  );
}

/** A change of rank since the previous period: an arrow, with text for screen readers. */
function Move({ by }: { by: number | null }) {
  const t = useText();
  if (by === null) return <span className="kit-weak">{t({ zh: '新', en: 'new' })}</span>;
  if (by === 0) return null;
  const words = by > 0 ? { zh: '上升 {n} 位', en: 'up {n}' } : { zh: '下降 {n} 位', en: 'down {n}' };
  const n = Math.abs(by);
  return (
    <span className="kit-weak" role="img" title={t(words, { n })} aria-label={t(words, { n })}>
      {by > 0 ? '↑' : '↓'}
      {n}
    </span>
  );
}

/** On which days of the week orders come. */
export function SalesByWeekday({ range, metric }: FigureFilter) {
  const t = useText();
  const asked = useCall(dashboard, 'bar-tick-align-chart', { range, metric, bucket: 'weekday' }, REFRESH_OPTIONS);
  const { data } = asked;
  const picture = useMemo(() => {
    if (!data) return undefined;
    const option: ChartOption = {
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        valueFormatter: (value) => figureText(metric, String(value)),
      },
      grid: { ...GRID, top: 8 },
      xAxis: { type: 'category', data: data.xAxis, axisTick: { alignWithLabel: true } },
      yAxis: { type: 'value', splitNumber: 3, minInterval: metric === 'amount' ? 0 : 1 },
      series: [{ type: 'bar', barMaxWidth: 28, name: t(METRICS[metric]), data: data.data.map(Number) }],
    };
    return {
      option,
      head: [t({ zh: '星期', en: 'Weekday' }), t(METRICS[metric])],
      lines: data.xAxis.map((name, index) => [
        name,
        <Figure key={name} metric={metric} wire={data.data[index] ?? '0'} />,
      ]),
    };
  }, [data, metric, t]);
  const isEmpty = data?.data.every((value) => Number(value) === 0);
  return (
    <ChartPanel
      title={t({ zh: '按星期分布', en: 'By weekday' })}
      query={asked}
      note={data && t({ zh: '日均 {n}', en: '{n} per day' }, { n: figureText(metric, data.average) })}
      empty={isEmpty ? t(NO_SALES) : undefined}
      picture={picture}
      height={200}
    />
  );
}
