import { SURVIVE_MAX, warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { useEffect, useState } from 'react';
import { TaskFiles, TaskProgress } from '../../../features/tasks/task-line.tsx';
import { isMoving, useTaskProgress } from '../../../features/tasks/use-task-progress.ts';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';

/** Checks whether numbers live, and shows how far the check has come. Closing leaves it to the task centre. */
export default function SurviveDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const t = useText();
  const [started, setStarted] = useState<{ taskNo: string; evidence: 1 | 3 } | null>(null);
  const taskNo = started?.taskNo ?? null;
  const { isBusy, problem, attempt } = useAttempt();
  const { task, error, secondsLeft } = useTaskProgress(taskNo);
  const state = task?.state;
  useEffect(() => {
    if (state !== undefined && !isMoving(state)) void invalidate(warehouse, 'whatsapp/inventory');
  }, [state]);
  const isTooMany = ids.length > SURVIVE_MAX;

  const start = () =>
    attempt(async () => {
      setStarted(await call(warehouse, 'survive', { ids: ids.join(',') }));
      void invalidate(warehouse, 'desk/task');
    });
  return (
    <Modal
      open
      centered
      title={t({ zh: '存活检测 · {n} 个号码', en: 'Status check · {n} numbers' }, { n: ids.length })}
      okText={taskNo ? t({ zh: '关闭', en: 'Close' }) : t({ zh: '开始检测', en: 'Start' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ loading: isBusy, disabled: isTooMany }}
      {...(taskNo ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      onOk={() => (taskNo ? onClose() : void start())}
      onCancel={onClose}
    >
      {(problem ?? error) && <Alert type="error" showIcon title={problem ?? messageOf(error)} className="kit-alert" />}
      {!taskNo && (
        <p>
          {isTooMany
            ? t({ zh: '一次最多检测 {n} 个号码', en: 'At most {n} numbers at once' }, { n: SURVIVE_MAX })
            : t({
                zh: '通过服务商接口查询号码状态，不会登录或发送消息。同一号码 10 分钟内只检测一次。',
                en: 'Queries the status at the provider; no sign-in, no message. Each number once in ten minutes.',
              })}
        </p>
      )}
      {started?.evidence === 3 && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={t({
            zh: '当前为沙箱检测：结果仅供演示，记入“沙箱检测”，不影响库存和销售',
            en: 'Sandbox: results are for demonstration only, are shown under “Sandbox check” and do not affect stock',
          })}
        />
      )}
      {task && (
        <>
          {isMoving(task.state) && (
            <p className="kit-weak">
              {t({
                zh: '可以关闭，稍后在任务中心查看',
                en: 'You can close this window; the result appears in the task centre',
              })}
            </p>
          )}
          <TaskProgress task={task} secondsLeft={secondsLeft} />
          {task.state === taskState.is.done && (
            <Alert
              type="success"
              showIcon
              title={t({ zh: '检测完成', en: 'Checked' })}
              action={<TaskFiles task={task} />}
            />
          )}
          {task.state === taskState.is.failed && <Alert type="error" showIcon title={task.failure} />}
        </>
      )}
    </Modal>
  );
}
