import { financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { useEffect, useState } from 'react';
import { TaskProgress } from '../../../features/tasks/task-line.tsx';
import { isMoving, useTaskProgress } from '../../../features/tasks/use-task-progress.ts';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';

interface Outcome {
  readonly differences?: number;
  readonly changed?: number;
}

interface RecheckDialogProps {
  readonly id: string;
  readonly day: string;
  readonly onClose: () => void;
}

/** Works one day out again, and says how it came out. Closing leaves it to the task centre. */
export default function RecheckDialog({ id, day, onClose }: RecheckDialogProps) {
  const t = useText();
  const [taskNo, setTaskNo] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const { task, error } = useTaskProgress(taskNo);
  useFocusBack();
  const state = task?.state;
  useEffect(() => {
    if (state !== undefined && !isMoving(state)) void invalidate(financeDay);
  }, [state]);
  const start = () =>
    attempt(async (idempotencyKey) => {
      setTaskNo((await call(financeDay, 'recheck', { id }, { idempotencyKey })).taskNo);
      void invalidate('desk/task');
    });
  const done = task && !isMoving(task.state) ? (task.result as Outcome | null) : null;
  return (
    <Modal
      open
      centered
      title={`${t({ zh: '重新核对', en: 'Recalculate' })} · ${day}`}
      okText={taskNo ? t({ zh: '关闭', en: 'Close' }) : t({ zh: '开始核对', en: 'Start' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ loading: isBusy }}
      {...(taskNo ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      onOk={() => (taskNo ? onClose() : void start())}
      onCancel={onClose}
    >
      <Problem text={problem ?? (error ? messageOf(error) : null)} />
      {!taskNo && (
        <p>
          {t({
            zh: '用现在的账本、单据、库存与报表重算这一天；日结时的数字保留，可对照。',
            en: 'Recalculates this day from the current ledger, documents, stock and reports. Figures at closing are kept for comparison.',
          })}
        </p>
      )}
      {task && isMoving(task.state) && <TaskProgress task={task} />}
      {done && (
        <Alert
          type={done.differences ? 'error' : 'success'}
          showIcon
          title={
            done.differences
              ? t({ zh: '有 {n} 项不符', en: '{n} mismatches' }, { n: done.differences })
              : t({ zh: '各项相符', en: 'All figures match' })
          }
          {...(done.changed
            ? { description: t({ zh: '与日结时的数字不同', en: 'Differs from the figures at closing' }) }
            : {})}
        />
      )}
      {task?.failure && <Alert type="error" showIcon title={task.failure} />}
    </Modal>
  );
}
