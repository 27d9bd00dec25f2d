import { attach, ORPHAN_DAYS } from '@trade-assistant/contract/areas/resource/attach.ts';
import Alert from 'antd/es/alert';
import InputNumber from 'antd/es/input-number';
import Modal from 'antd/es/modal';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { TaskProgress } from '../../../features/tasks/task-line.tsx';
import { isMoving, useTaskProgress } from '../../../features/tasks/use-task-progress.ts';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { sizeText } from '../../../kit/file-check.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';

/** Lets go of what nobody uses, and says before how much that is. Closing leaves it to the task centre. */
export default function CleanDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [days, setDays] = useState<number>(ORPHAN_DAYS.usual);
  const [taskNo, setTaskNo] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const { data, error } = useCall(attach, 'orphans', { days: useDeferredValue(days) }, { keepPrevious: true });
  const { task } = useTaskProgress(taskNo);
  const id = useId();
  useFocusBack();
  const state = task?.state;
  useEffect(() => {
    if (state !== undefined && !isMoving(state)) void invalidate(attach);
  }, [state]);
  const start = () =>
    attempt(async (idempotencyKey) => {
      setTaskNo((await call(attach, 'clean', { days }, { idempotencyKey })).taskNo);
      void invalidate('desk/task');
    });
  const done = task && !isMoving(task.state) ? (task.result as { count?: number } | null) : null;
  return (
    <Modal
      open
      centered
      title={t({ zh: '清理未引用的附件', en: 'Delete unused attachments' })}
      okText={taskNo ? t({ zh: '关闭', en: 'Close' }) : t({ zh: '清理', en: 'Clean up' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ danger: !taskNo, loading: isBusy, disabled: !taskNo && data?.count === 0 }}
      {...(taskNo ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      onOk={() => (taskNo ? onClose() : void start())}
      onCancel={onClose}
    >
      <Problem text={problem ?? (error ? messageOf(error) : null)} />
      {!taskNo && (
        <>
          <div className="kit-pair">
            <label htmlFor={id}>{t({ zh: '上传已超过', en: 'Uploaded more than' })}</label>
            <InputNumber<number>
              id={id}
              min={ORPHAN_DAYS.least}
              max={ORPHAN_DAYS.most}
              precision={0}
              value={days}
              onChange={(next) => setDays(next ?? ORPHAN_DAYS.usual)}
            />
            {t({ zh: '天', en: 'days ago' })}
          </div>
          <p>
            {data &&
              t(
                {
                  zh: '{n} 个文件没有被引用，共 {size}。清理后无法恢复。',
                  en: '{n} unused files, {size} in total. This cannot be undone.',
                },
                { n: data.count, size: sizeText(data.bytes) },
              )}
          </p>
        </>
      )}
      {task && isMoving(task.state) && <TaskProgress task={task} />}
      {done && (
        <Alert
          type="success"
          showIcon
          title={t({ zh: '已清理 {n} 个文件', en: '{n} files deleted' }, { n: done.count ?? 0 })}
        />
      )}
      {task?.failure && <Alert type="error" showIcon title={task.failure} />}
    </Modal>
  );
}
