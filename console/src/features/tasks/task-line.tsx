import { task as tasks } from '@trade-assistant/contract/areas/desk/task.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import Button from 'antd/es/button';
import Progress from 'antd/es/progress';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { download } from '../../kit/client/download.ts';
import { invalidate } from '../../kit/client/query.ts';
import { useDictionary } from '../../kit/dictionaries.ts';
import { confirm, showError } from '../../kit/feedback.tsx';
import { Status } from '../../kit/fields/status.tsx';
import { relativeTime, spanText } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { reportOf } from '../importing/report.ts';
import { addressOfTask } from './address-of-task.ts';
import { isMoving, type Task, useSecondsLeft } from './use-task-progress.ts';
import './tasks.css';

/** A task with its progress, time left, files and a cancel button. */
export function TaskLine({ task, onLeave }: { task: Task; onLeave: () => void }) {
  const navigate = useNavigate();
  const address = addressOfTask(task);
  const t = useText();
  const locale = useLocale();
  const entry = entryOf(useDictionary(taskState), task.state);
  const report = reportOf(task.result);
  const isWaiting = task.state === taskState.is.waiting;
  return (
    <article className="kit-task">
      <header>
        <strong>{task.title}</strong>
        {entry && <Status tone={entry.tone} words={entry} />}
      </header>
      <TaskProgress task={task} />
      {task.failure && <p className="kit-bad">{task.failure}</p>}
      <footer>
        <span className="kit-weak" title={task.createTime}>
          {task.bizNo ?? task.taskNo} · {relativeTime(task.createTime, locale)}
        </span>
        <TaskFiles task={task} />
        {address && (isWaiting || (report && !isMoving(task.state))) && (
          <Button
            type="link"
            size="small"
            onClick={() => {
              void navigate(address);
              onLeave();
            }}
          >
            {t(
              !isWaiting
                ? { zh: '查看报告', en: 'View report' }
                : report?.state === 'country'
                  ? { zh: '选择国家', en: 'Choose country' }
                  : { zh: '去确认', en: 'Review' },
            )}
          </Button>
        )}
        {isMoving(task.state) && <CancelButton task={task} label={t({ zh: '取消', en: 'Cancel' })} />}
      </footer>
    </article>
  );
}

/** The bar of a task that moves, with counts, note and time left. */
export function TaskProgress({ task, secondsLeft: known }: { task: Task; secondsLeft?: number | undefined }) {
  const t = useText();
  const locale = useLocale();
  const guessed = useSecondsLeft(task);
  const secondsLeft = known ?? guessed;
  if (!isMoving(task.state)) return task.note ? <p className="kit-weak">{task.note}</p> : null;
  const percent = task.total > 0 ? Math.min(100, Math.floor((task.done / task.total) * 100)) : 0;
  const count = (value: number) => value.toLocaleString('en-US');
  return (
    <div className="kit-progress">
      <Progress percent={percent} size="small" status="active" showInfo={task.total > 0} aria-label={task.title} />
      <span className="kit-weak kit-number">
        {task.total > 0 && `${count(task.done)} / ${count(task.total)}`}
        {task.note && (task.total > 0 ? ` · ${task.note}` : task.note)}
        {secondsLeft !== undefined &&
          ` · ${t({ zh: '约剩 {span}', en: 'about {span} left' }, { span: spanText(secondsLeft, locale) })}`}
      </span>
    </div>
  );
}

/** Downloads of a task's result and of its failed rows. */
export function TaskFiles({ task }: { task: Task }) {
  const t = useText();
  const [busy, setBusy] = useState<string | null>(null);
  const fetchFile = async (kind: 'result' | 'report') => {
    setBusy(kind);
    try {
      await download(tasks, 'download', { taskNo: task.taskNo, kind });
    } catch (error) {
      showError(error, () => void fetchFile(kind));
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      {task.hasResult === 1 && (
        <Button type="link" size="small" loading={busy === 'result'} onClick={() => void fetchFile('result')}>
          {t({ zh: '下载结果', en: 'Result' })}
        </Button>
      )}
      {task.hasReport === 1 && (
        <Button type="link" size="small" loading={busy === 'report'} onClick={() => void fetchFile('report')}>
          {t({ zh: '错误报告', en: 'Error report' })}
        </Button>
      )}
    </>
  );
}

/** Asks, then cancels a task. */
export function CancelButton({ task, label }: { task: Task; label: string }) {
  const t = useText();
  const cancel = async () => {
    if (
      !(await confirm({
        title: t({ zh: '取消任务「{title}」？', en: 'Cancel "{title}"?' }, { title: task.title }),
        isDangerous: true,
        okText: t({ zh: '取消任务', en: 'Cancel the task' }),
      }))
    )
      return;
    await send();
  };
  const send = async () => {
    try {
      await call(tasks, 'cancel', { taskNo: task.taskNo });
      await invalidate(tasks);
    } catch (error) {
      showError(error, () => void send());
    }
  };
  return (
    <Button type="link" size="small" danger onClick={() => void cancel()}>
      {label}
    </Button>
  );
}
