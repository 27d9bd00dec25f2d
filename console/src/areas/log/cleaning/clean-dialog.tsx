import { type cleaningCalls, LOG_KEPT_DAYS } from '@trade-assistant/contract/areas/log/cleaning.ts';
import type { Fields, Resource } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import { useId, useState } from 'react';
import { TaskDialog } from '../../../features/tasks/task-dialog.tsx';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { CalendarInput, LoadedControl } from '../../../kit/kinds/calendar.tsx';
import { countText } from '../../../kit/parts/figures.tsx';

/** The three logs have the same calls. */
export type CleanedLog = Resource<string, Fields, typeof cleaningCalls>;

const DAY_MILLIS = 86_400_000;
const USUAL_DAYS = 90;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MILLIS).toISOString().slice(0, 10);

/** Deletes the records of a log before a day, after showing their count. */
export default function CleanDialog({ log, onClose }: { log: CleanedLog; onClose: () => void }) {
  const t = useText();
  const [day, setDay] = useState(dayBefore(USUAL_DAYS));
  const before = `${day} 00:00:00`;
  const [isStarted, setStarted] = useState(false);
  const { data, error, isFetching } = useCall(log, 'cleanable', { before }, { enabled: !isStarted });
  const id = useId();
  return (
    <TaskDialog
      title={t({ zh: '清理{log}', en: 'Clean up: {log}' }, { log: t(log.title) })}
      submitText={t({ zh: '清理', en: 'Clean up' })}
      isDangerous
      isDisabled={!data?.count}
      error={error}
      form={
        <>
          <div className="kit-pair">
            <label htmlFor={id}>{t({ zh: '清理此日期之前的日志', en: 'Delete records older than' })}</label>
            <LoadedControl>
              <CalendarInput id={id} isDay value={day} onChange={(next) => next && setDay(next)} />
            </LoadedControl>
          </div>
          <p aria-live="polite">
            {isFetching
              ? t({ zh: '正在统计…', en: 'Counting…' })
              : data &&
                t(
                  {
                    zh: '将删除 {n} 条，无法恢复；最近 {days} 天的日志始终保留。清理会记入审计记录。',
                    en: '{n} {n|row|rows} will be permanently deleted; the last {days} days are always kept. The audit trail records this.',
                  },
                  { n: countText(data.count), days: LOG_KEPT_DAYS },
                )}
          </p>
        </>
      }
      start={async (idempotencyKey) => {
        const started = await call(log, 'clean', { before }, { idempotencyKey });
        setStarted(true);
        return started;
      }}
      outcome={({ result }) => (
        <Alert
          type="success"
          showIcon
          title={t(
            { zh: '已清理 {n} 条', en: '{n} rows deleted' },
            { n: countText((result as { count?: number } | null)?.count ?? 0) },
          )}
        />
      )}
      invalidates={[log]}
      onClose={onClose}
    />
  );
}
