import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { invalidate } from '../../kit/client/query.ts';
import { useFocusBack } from '../../kit/focus-back.ts';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { TaskProgress } from './task-line.tsx';
import { isMoving, type Task, useTaskProgress } from './use-task-progress.ts';

interface TaskDialogProps {
  readonly title: string;
  readonly submitText: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Shown until the task is started. */
  readonly form: ReactNode;
  /** Why the form could not load its data. */
  readonly error?: Error | null;
  /** Starts the task. Without an answer there is no task to follow and the dialog closes. */
  readonly start: (idempotencyKey: string) => Promise<{ readonly taskNo: string } | undefined>;
  /** Shown while the task runs and after it. */
  readonly notice?: ReactNode;
  readonly outcome: (task: Task) => ReactNode;
  /** Resources that the task changes. */
  readonly invalidates?: readonly (Resource | ResourceName)[];
  readonly onClose: () => void;
}

/** A dialog that starts a background task, shows its progress and then its outcome. The task continues when it is closed. */
export function TaskDialog(props: TaskDialogProps) {
  const { title, submitText, isDangerous = false, isDisabled = false, form, notice, outcome, onClose } = props;
  const t = useText();
  const [taskNo, setTaskNo] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const { task, error: lost, secondsLeft } = useTaskProgress(taskNo);
  const error = lost ?? props.error;
  const isStarted = taskNo !== null;
  const isEnded = task !== undefined && !isMoving(task.state);
  useFocusBack();
  const refresh = useEffectEvent(() => void invalidate(...(props.invalidates ?? [])));
  useEffect(() => {
    if (isEnded) refresh();
  }, [isEnded]);
  const start = () =>
    attempt(async (idempotencyKey) => {
      const started = await props.start(idempotencyKey);
      if (!started) return onClose();
      setTaskNo(started.taskNo);
      void invalidate('desk/task');
    });
  return (
    <Modal
      open
      centered
      title={title}
      okText={isStarted ? t({ zh: '关闭', en: 'Close' }) : submitText}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ danger: isDangerous && !isStarted, loading: isBusy, disabled: isDisabled && !isStarted }}
      {...(isStarted ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      onOk={() => (isStarted ? onClose() : void start())}
      onCancel={onClose}
    >
      <Problem text={problem ?? (error ? messageOf(error) : null)} />
      {isStarted ? notice : form}
      {task && !isEnded && (
        <>
          <p className="kit-weak">
            {t({
              zh: '可以关闭窗口，稍后在任务中心查看结果',
              en: 'You can close this window; the result appears in the task centre',
            })}
          </p>
          <TaskProgress task={task} secondsLeft={secondsLeft} />
        </>
      )}
      {task?.state === taskState.is.done && outcome(task)}
      {task?.failure && <Alert type="error" showIcon title={task.failure} />}
    </Modal>
  );
}
