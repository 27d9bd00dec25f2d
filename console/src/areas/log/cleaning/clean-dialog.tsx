import { type cleaningCalls, LOG_KEPT_DAYS } from '@trade-assistant/contract/areas/log/cleaning.ts';
import type { Fields, Resource } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { useEffect, useId, useState } from 'react';
import { TaskProgress } from '../../../features/tasks/task-line.tsx';
import { isMoving, useTaskProgress } from '../../../features/tasks/use-task-progress.ts';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { CalendarInput, LoadedControl } from '../../../kit/kinds/calendar.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';

/** The three logs have the same calls. */
export type CleanedLog = Resource<string, Fields, typeof cleaningCalls>;

const DAY_MILLIS = 86_400_000;
const USUAL_DAYS = 90;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MILLIS).toISOString().slice(0, 10);

/** Empties a log of what is older than a day, and says before how much that is. Closing leaves it to the task centre. */
export default function CleanDialog({ log, onClose }: { log: CleanedLog; onClose: () => void }) {
  const t = useText();
  const [day, setDay] = useState(dayBefore(USUAL_DAYS));
  const [taskNo, setTaskNo] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const before = `${day} 00:00:00`;
  const { data, error, isFetching } = useCall(log, 'cleanable', { before }, { enabled: !taskNo });
  const { task } = useTaskProgress(taskNo);
  const id = useId();
  useFocusBack();
  const state = task?.state;
  useEffect(() => {
    if (state !== undefined && !isMoving(state)) void invalidate(log);
  }, [state, log]);
  const start = () =>
    attempt(async (idempotencyKey) => {
      setTaskNo((await call(log, 'clean', { before }, { idempotencyKey })).taskNo);
      void invalidate('desk/task');
    });
  const done = task && !isMoving(task.state) ? (task.result as { count?: number } | null) : null;
  return (
    <Modal
      open
      centered
      title={t({ zh: '清理{log}', en: 'Clean up: {log}' }, { log: t(log.title) })}
      okText={taskNo ? t({ zh: '关闭', en: 'Close' }) : t({ zh: '清理', en: 'Clean up' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ danger: !taskNo, loading: isBusy, disabled: !taskNo && !data?.count }}
      {...(taskNo ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      onOk={() => (taskNo ? onClose() : void start())}
      onCancel={onClose}
    >
      <Problem text={problem ?? (error ? messageOf(error) : null)} />
      {!taskNo && (
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
      )}
      {task && isMoving(task.state) && <TaskProgress task={task} />}
      {done && (
        <Alert
          type="success"
          showIcon
          title={t({ zh: '已清理 {n} 条', en: '{n} rows deleted' }, { n: countText(done.count ?? 0) })}
        />
      )}
      {task?.failure && <Alert type="error" showIcon title={task.failure} />}
    </Modal>
  );
}
