import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../i18n.ts';
import { ListProblem } from '../list/table/list-problem.tsx';
import { Chart, type ChartOption } from './chart.tsx';
import styles from './panel.module.css';

/** The part of a query result that a panel needs. */
interface QueryState {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

interface PanelProps {
  readonly title: string;
  readonly query: QueryState;
  /** In the line of the title, behind it. */
  readonly note?: ReactNode;
  /** Shown when there is no data. */
  readonly empty?: string | undefined;
  /** Number of columns it takes. */
  readonly width?: 1 | 2 | 3;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A piece of a page of figures: on its way, not to be had, empty, or there. */
export function Panel({ title, query, note, empty, width = 1, tools, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id} aria-busy={query.isPending} data-width={width}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note ? <span className="kit-weak">{note}</span> : null}
        <span className={styles.tools}>{tools}</span>
      </header>
      {query.error ? (
        <ListProblem error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : empty ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        children
      )}
    </section>
  );
}

/** Figures as a picture and as a table: both show the same. */
export interface Picture {
  readonly option: ChartOption;
  readonly head: readonly string[];
  /** A line each; the first cell names it. */
  readonly lines: readonly (readonly ReactNode[])[];
}

interface ChartPanelProps extends Omit<PanelProps, 'children' | 'tools'> {
  readonly picture: Picture | undefined;
  /** In pixels. */
  readonly height?: number;
}

/** A chart that can be read as a table too: by eye, by keyboard, or by ear. */
export function ChartPanel({ picture, height = 240, ...panel }: ChartPanelProps) {
  const t = useText();
  const [isTable, setTable] = useState(false);
  const tools = picture && !panel.empty && !panel.query.error && (
    <Button type="text" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
      {t({ zh: '表格', en: 'Table' })}
    </Button>
  );
  return (
    <Panel {...panel} tools={tools}>
      {picture && !isTable && (
        <Chart
          option={picture.option}
          height={height}
          label={t({ zh: '图表：{title}，可切换为表格', en: 'Chart: {title}. Also available as a table.' }, panel)}
        />
      )}
      {picture && isTable && <LinesTable picture={picture} title={panel.title} height={height} />}
    </Panel>
  );
}

function LinesTable({ picture, title, height }: { picture: Picture; title: string; height: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={styles.scroller} style={{ maxHeight: height }} tabIndex={0} aria-label={title}>
      <table className="kit-lines">
        <thead>
          <tr>
            {picture.head.map((name, index) => (
              <th key={name} scope="col" {...(index > 0 ? { 'data-align': 'right' } : {})}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {picture.lines.map(([name, ...cells]) => (
            <tr key={String(name)}>
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
  );
}
