import { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
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
  readonly proofId?: string;
  readonly ok?: boolean;
  readonly count?: number;
}

/** Proves the books now, and says how it ended. Closing leaves it to the task centre. */
export default function RunDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [taskNo, setTaskNo] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const { task, error } = useTaskProgress(taskNo);
  useFocusBack();
  const state = task?.state;
  useEffect(() => {
    if (state !== undefined && !isMoving(state)) void invalidate(financeProof);
  }, [state]);
  const start = () =>
    attempt(async (idempotencyKey) => {
      setTaskNo((await call(financeProof, 'run', {}, { idempotencyKey })).taskNo);
      void invalidate('desk/task');
    });
  const done = task && !isMoving(task.state) ? (task.result as Outcome | null) : null;
  return (
    <Modal
      open
      centered
      title={t({ zh: '立即核对', en: 'Check now' })}
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
            zh: '由全部分录重算每个钱包的余额、冻结、累计与链，并与记录比较。可关闭窗口，结果在任务中心查看。',
            en: 'Recalculates balances, holds, totals and chains of all wallets and compares them with the records. You can close this window; the result appears in the task centre.',
          })}
        </p>
      )}
      {task && isMoving(task.state) && <TaskProgress task={task} />}
      {done?.ok === true && <Alert type="success" showIcon title={t({ zh: '账务相符', en: 'Ledger is consistent' })} />}
      {done?.ok === false && (
        <Alert
          type="error"
          showIcon
          title={t(
            { zh: '发现 {n} 处不符，提现已暂停', en: '{n} mismatches; withdrawals are paused' },
            { n: done.count ?? 0 },
          )}
          description={
            <Link to={`/finance/proof/index?record=${done.proofId}`} onClick={onClose}>
              {t({ zh: '查看不符项', en: 'View mismatches' })}
            </Link>
          }
        />
      )}
      {task?.failure && <Alert type="error" showIcon title={task.failure} />}
    </Modal>
  );
}
