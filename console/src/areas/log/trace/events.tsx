import { type TraceSource, trace } from '@trade-assistant/contract/areas/log/trace.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { Status } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import styles from './events.module.css';

type TraceEvent = CallData<typeof trace, 'events', 'in'>['events'][number];

const SOURCES: Readonly<Record<TraceSource, Text>> = {
  'log/api': { zh: '调用', en: 'API call' },
  'log/usual': { zh: '日志', en: 'System log entry' },
  'log/error': { zh: '异常', en: 'Error' },
  'log/audit': { zh: '变更', en: 'Data change' },
};
const LOGS: Readonly<Record<TraceSource, Text>> = {
  'log/api': { zh: '接口日志', en: 'the API log' },
  'log/usual': { zh: '通用日志', en: 'the system log' },
  'log/error': { zh: '错误日志', en: 'the error log' },
  'log/audit': { zh: '审计记录', en: 'the audit trail' },
};

/** All log entries of one request, the earliest first. */
export function TraceEvents({ traceId, onLeave }: { traceId: string; onLeave?: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { data, error, isPending, refetch } = useCall(trace, 'events', { traceId });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const { events, isCut, unread } = data;
  const first = events[0];
  return (
    <>
      {unread.length > 0 && (
        <Alert
          className="kit-alert"
          type="info"
          showIcon
          title={t(
            { zh: '没有查看权限，未包含：{logs}', en: 'Not included (no permission): {logs}' },
            { logs: unread.map((source) => LOGS[source][locale]).join(locale === 'zh' ? '、' : ', ') },
          )}
        />
      )}
      {!first ? (
        <p className="kit-weak">
          {t({
            zh: '没有找到这次请求的记录。日志可能已过保留期，或者请求属于其他租户。',
            en: 'No log contains this request. Its retention may have ended, or it belongs to another tenant.',
          })}
        </p>
      ) : (
        <>
          <p className="kit-weak">
            <TimeValue wire={first.time} />
            {first.who && ` · ${first.who}`}
          </p>
          <ol className={styles.events}>
            {events.map((event) => (
              <Event key={`${event.source} ${event.id}`} event={event} {...(onLeave ? { onLeave } : {})} />
            ))}
          </ol>
        </>
      )}
      {isCut && (
        <p className="kit-weak">
          {t({ zh: '记录过多，仅显示最前面的部分', en: 'Too many entries: only the first are shown' })}
        </p>
      )}
    </>
  );
}

function Event({ event, onLeave }: { event: TraceEvent; onLeave?: () => void }) {
  const t = useText();
  const { source, id, afterMillis, title, text, tone, status, tookMillis } = event;
  return (
    <li data-tone={tone}>
      <span className={`kit-number ${styles.after}`}>{afterText(afterMillis)}</span>
      <div className={styles.event}>
        <p>
          <Status tone={tone} words={SOURCES[source]} />{' '}
          <Link to={`/${source}/index?record=${id}`} {...(onLeave ? { onClick: onLeave } : {})}>
            {title || t(SOURCES[source])}
          </Link>
          {status !== null && (
            <span className="kit-weak">
              {' '}
              {t(
                { zh: '{status}，耗时 {took} 毫秒', en: '{status} after {took} ms' },
                { status, took: tookMillis ?? '–' },
              )}
            </span>
          )}
        </p>
        {text && <p className={styles.text}>{text}</p>}
      </div>
    </li>
  );
}

const afterText = (millis: number): string => (millis < 1000 ? `+${millis} ms` : `+${(millis / 1000).toFixed(1)} s`);
