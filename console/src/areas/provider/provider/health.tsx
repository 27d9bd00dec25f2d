import { healthPart, providerBreaker, providerOutcome } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText, Figures } from '../../../kit/parts/figures.tsx';
import { History, stateChange } from '../../../kit/parts/history.tsx';
import { FalseReports } from './false-reports.tsx';
import styles from './provider.module.css';
import { Receipts } from './receipts.tsx';

type HealthReport = CallData<typeof provider, 'health', 'in'>;

const { orphaned } = providerOutcome.is;
const REFRESH_MILLIS = 5000;
const GOOD = 80;
const FAIR = 50;
const EVENTS: Readonly<Record<string, { zh: string; en: string }>> = {
  open: { zh: '熔断', en: 'Paused after failures' },
  probe: { zh: '探测', en: 'Probed' },
  recover: { zh: '恢复', en: 'Recovered' },
  isolate: { zh: '隔离', en: 'Isolated' },
  release: { zh: '解除隔离', en: 'Released' },
};

/** A health score from 0 to 100, coloured by its meaning. */
export const Score = ({ value }: { value: number }) => (
  <span className={styles['score']} data-tone={value >= GOOD ? 'good' : value >= FAIR ? 'attention' : 'bad'}>
    {value}
  </span>
);

/** How a provider does now: figures, the parts of its score, outcomes of its exchanges, and its breaker's history. */
export function Health({ row }: { row: WireRowOf<typeof provider> }) {
  const { data, error } = useCall(
    provider,
    'health',
    { id: row.id },
    { everyMillis: REFRESH_MILLIS, keepPrevious: true },
  );
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <Receipts row={row} receipts={data.receipts} />
      <Numbers report={data} />
      <Parts report={data} />
      <FalseReports id={row.id} />
      <Outcomes report={data} />
      <Breaker report={data} />
    </>
  );
}

function Numbers({ report }: { report: HealthReport }) {
  const t = useText();
  const limit = (millis: number | null) =>
    millis === null ? '–' : `≤ ${millis >= 1000 ? `${millis / 1000} s` : `${millis} ms`}`;
  return (
    <Figures
      items={[
        { label: { zh: '健康分', en: 'Health score' }, value: <Score value={report.score} /> },
        {
          label: { zh: '运行状态', en: 'Breaker' },
          value: <DictValue dictionary={providerBreaker} value={report.breaker} />,
          note: report.breakerUntil && t({ zh: '至 {time}', en: 'until {time}' }, { time: report.breakerUntil }),
        },
        {
          label: { zh: '当前速率', en: 'Rate now' },
          value: `${report.rateNow} / s`,
          note: t({ zh: '上限 {n} / s', en: 'limit {n} / s' }, { n: String(report.rateLimit) }),
        },
        { label: { zh: '耗时 p50', en: 'Duration p50' }, value: limit(report.p50Millis) },
        { label: { zh: '耗时 p95', en: 'Duration p95' }, value: limit(report.p95Millis) },
        { label: { zh: '进行中', en: 'In flight' }, value: countText(report.inFlight) },
        { label: { zh: '存疑', en: 'In doubt' }, value: countText(report.inDoubt) },
        {
          label: { zh: '无主回调', en: 'Orphans' },
          value: countText(report.outcomes.find(({ outcome }) => outcome === orphaned)?.day ?? 0),
          note: t({ zh: '24 小时内', en: 'in 24 h' }),
        },
      ]}
    />
  );
}

/** The reasons for a score below 100. */
function Parts({ report: { parts } }: { report: HealthReport }) {
  const t = useText();
  if (parts.length === 0) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '扣分项', en: 'Why the score is lower' })}</h2>
      <ul className={styles['parts']}>
        {parts.map(({ part, points, figure }) => (
          <li key={part}>
            <span className="kit-number">−{points}</span>
            <span>
              {figure} <DictValue dictionary={healthPart} value={part} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Outcomes({ report: { outcomes, lastError, lastErrorTime } }: { report: HealthReport }) {
  const t = useText();
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '交互结果', en: 'Outcomes of exchanges' })}</h2>
      {outcomes.length === 0 ? (
        <p className="kit-weak">{t({ zh: '24 小时内没有交互', en: 'No exchanges in 24 hours' })}</p>
      ) : (
        <table className="kit-lines">
          <thead>
            <tr>
              <th>{t({ zh: '结果', en: 'Outcome' })}</th>
              <th data-align="right">{t({ zh: '1 小时', en: '1 h' })}</th>
              <th data-align="right">{t({ zh: '24 小时', en: '24 h' })}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ outcome, hour, day }) => (
              <tr key={outcome}>
                <td>
                  <DictValue dictionary={providerOutcome} value={outcome} />
                </td>
                <td data-align="right" className="kit-number">
                  {countText(hour)}
                </td>
                <td data-align="right" className="kit-number">
                  {countText(day)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lastError && (
        <p className="kit-weak">
          {t(
            { zh: '最近错误（{time}）：{error}', en: 'Last error ({time}): {error}' },
            { time: lastErrorTime ?? '', error: lastError },
          )}
        </p>
      )}
    </section>
  );
}

function Breaker({ report: { timeline } }: { report: HealthReport }) {
  const t = useText();
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '熔断记录', en: 'Breaker history' })}</h2>
      {timeline.length === 0 ? (
        <p className="kit-weak">{t({ zh: '从未熔断', en: 'Never paused' })}</p>
      ) : (
        <History
          entries={timeline.map(({ time, userName, event, from, to, reason }, place) => ({
            id: `${time} ${place}`,
            time,
            who: userName,
            what: EVENTS[event] ?? { zh: event, en: event },
            changes: [stateChange(providerBreaker, from, to)],
            reason,
          }))}
        />
      )}
    </section>
  );
}
