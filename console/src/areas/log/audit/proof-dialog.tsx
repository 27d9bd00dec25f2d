import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
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
import { LastProof } from './last-proof.tsx';

/** Computes the chain over the trail again, and names the first row that is not as it was sealed. Closing leaves it to the task centre. */
export default function ProofDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [taskNo, setTaskNo] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const { task, error } = useTaskProgress(taskNo);
  useFocusBack();
  const state = task?.state;
  const isDone = state !== undefined && !isMoving(state);
  useEffect(() => {
    if (isDone) void invalidate(auditLog);
  }, [isDone]);
  const start = () =>
    attempt(async (idempotencyKey) => {
      setTaskNo((await call(auditLog, 'verify', {}, { idempotencyKey })).taskNo);
      void invalidate('desk/task');
    });
  return (
    <Modal
      open
      centered
      title={t({ zh: '校验完整性', en: 'Verify integrity' })}
      okText={taskNo ? t({ zh: '关闭', en: 'Close' }) : t({ zh: '开始校验', en: 'Start' })}
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
            zh: '重新计算全部审计记录的校验链，找出与封存时不一致的首条记录。每天夜间也会自动校验。可关闭窗口，结果在任务中心查看。',
            en: 'Recalculates the chain of the whole audit trail and finds the first record that differs. It also runs every night. You can close this window; the result appears in the task centre.',
          })}
        </p>
      )}
      {task && isMoving(task.state) && <TaskProgress task={task} />}
      {task?.failure ? (
        <Alert type="error" showIcon title={task.failure} />
      ) : (
        (!taskNo || isDone) && <LastProof onLeave={onClose} />
      )}
    </Modal>
  );
}
