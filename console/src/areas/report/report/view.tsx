import { reportChart } from '@trade-assistant/contract/areas/report/definition.ts';
import Skeleton from 'antd/es/skeleton';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { Chart } from '../../../kit/chart/chart.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { countText, Figures } from '../../../kit/parts/figures.tsx';
import { chartOf } from './chart-option.ts';
import { pointsOf } from './points.ts';
import styles from './question.module.css';
import type { Result } from './sources.ts';

interface ReportViewProps {
  readonly query: {
    readonly data: Result | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  readonly chart: number;
}

/** The answer of a report: its figures, its chart, and a table whose figures open their rows. */
export function ReportView({ query, chart }: ReportViewProps) {
  const t = useText();
  const { data, error, isPending, refetch } = query;
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return isPending ? <Skeleton active title={false} paragraph={{ rows: 4 }} /> : null;
  if (data.rows.length === 0 || data.rowCount === 0)
    return <p className="kit-weak">{t({ zh: '没有符合条件的数据', en: 'No rows match' })}</p>;
  return (
    <section className={styles.question} aria-label={t({ zh: '结果', en: 'Result' })}>
      {chart === reportChart.is.number ? <Numbers result={data} /> : <Picture result={data} chart={chart} />}
      {chart === reportChart.is.number && data.columns.every(({ rule }) => rule !== null) ? null : (
        <Lines result={data} />
      )}
      <p className="kit-weak">
        {t({ zh: '共 {rows} 行数据', en: 'From {rows} rows' }, { rows: countText(data.rowCount) })}
        {data.isTruncated &&
          t(
            { zh: '，仅显示前 {n} 组', en: ', only the first {n} groups are shown' },
            { n: countText(data.rows.length) },
          )}
        {' · '}
        {t({ zh: '时区 {zone}', en: 'time zone {zone}' }, { zone: data.zone })}
        {' · '}
        {t({ zh: '更新于', en: 'updated' })} <TimeValue wire={data.updatedAt} />
      </p>
    </section>
  );
}

/** The address of the rows behind a line; undefined where they have no page. */
export const addressOf = ({ screen }: Result, { filters }: Result['rows'][number]): string | undefined =>
  screen === null || filters === null ? undefined : `${screen}?${new URLSearchParams(filters).toString()}`;

function Numbers({ result }: { result: Result }) {
  const [line] = result.rows;
  const measures = result.columns.filter(({ rule }) => rule !== null);
  if (!line) return null;
  const to = addressOf(result, line);
  return (
    <Figures
      items={measures.map(({ label, kind }, index) => ({
        label,
        value: <Value kind={kind} value={line.values[index] ?? null} />,
        ...(to === undefined ? {} : { to }),
      }))}
    />
  );
}

function Picture({ result, chart }: { result: Result; chart: number }) {
  const t = useText();
  const navigate = useNavigate();
  const points = useMemo(() => pointsOf(result), [result]);
  const option = useMemo(() => chartOf(result, points, chart, t), [result, points, chart, t]);
  if (!option) return null;
  return (
    <Chart
      option={option}
      label={t({ zh: '图表，数据见下表', en: 'Chart of the table below' })}
      onPick={(index) => {
        const line = points[index]?.line;
        const to = line && addressOf(result, line);
        if (to) void navigate(to);
      }}
    />
  );
}

function Value({ kind, value }: { kind: string; value: string | null }) {
  if (value === null) return '–';
  if (kind === 'money') return <MoneyValue wire={value} />;
  const [whole = '', rest] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

function Lines({ result }: { result: Result }) {
  const t = useText();
  const { columns, rows } = result;
  const measures = columns.filter(({ rule }) => rule !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={styles.rows} tabIndex={0} aria-label={t({ zh: '结果表格', en: 'Table of the result' })}>
      <table className="kit-lines">
        <thead>
          <tr>
            {columns.map(({ key, label, rule }) => (
              <th key={key} scope="col" {...(rule === null ? {} : { 'data-align': 'right' })}>
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => {
            const to = addressOf(result, line);
            return (
              <tr key={line.groups.join('\u0000')}>
                {line.labels.map((label, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <td key={index}>{label}</td>
                ))}
                {measures.map(({ key, kind }, index) => (
                  <td key={key} data-align="right" className="kit-number">
                    {to ? (
                      <Link to={to}>
                        <Value kind={kind} value={line.values[index] ?? null} />
                      </Link>
                    ) : (
                      <Value kind={kind} value={line.values[index] ?? null} />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
