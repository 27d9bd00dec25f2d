import { walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog, STATEMENT_FORMATS } from '@trade-assistant/contract/areas/finance/log.ts';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { TaskFiles, TaskProgress } from '../../../features/tasks/task-line.tsx';
import { isMoving, useTaskProgress } from '../../../features/tasks/use-task-progress.ts';
import { call } from '../../../kit/client/call.ts';
import { CallError, messageOf } from '../../../kit/client/call-error.ts';
import { download } from '../../../kit/client/download.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { DictSelect } from '../../../kit/form/dict-select.tsx';
import { RefPicker } from '../../../kit/form/ref-picker.tsx';
import { monthSoFar, RangeInput, type TimeRange } from '../../../kit/form/time-input.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { useCan } from '../../../kit/permission.tsx';
import styles from './statement.module.css';

interface StatementDialogProps {
  /** Without it: chosen here, or one's own. */
  readonly userId?: string | undefined;
  readonly userName?: string | undefined;
  readonly onClose: () => void;
}

const AGENTS = { resource: 'agent/user', call: 'lazy-list' };

/** Asks whose statement of which time, and hands over the file; a long one is made by a task meanwhile. */
export default function StatementDialog({ userId: given, userName, onClose }: StatementDialogProps) {
  const t = useText();
  const canChooseUser = useCan('agent/user:view') && given === undefined;
  const [userId, setUserId] = useState<string | null>(given ?? null);
  const [kind, setKind] = useState<number | null>(null);
  const [range, setRange] = useState<TimeRange | undefined>(monthSoFar);
  const [format, setFormat] = useState<(typeof STATEMENT_FORMATS)[number]>('pdf');
  const [taskNo, setTaskNo] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const { task, error } = useTaskProgress(taskNo);
  useFocusBack();
  const make = () =>
    attempt(async (idempotencyKey) => {
      if (!range) return;
      const input = {
        ...(userId ? { userId } : {}),
        ...(kind === null ? {} : { walletKind: kind }),
        from: range.from,
        to: range.to,
        format,
      };
      try {
        await download(financeLog, 'statement', input);
        onClose();
      } catch (refusal) {
        if (!(refusal instanceof CallError && refusal.bizCode === 'STATEMENT_LONG')) throw refusal;
        setTaskNo((await call(financeLog, 'statement-task', input, { idempotencyKey })).taskNo);
        void invalidate('desk/task');
      }
    });
  return (
    <Modal
      open
      centered
      title={`${t({ zh: '对账单', en: 'Statement' })}${userName ? ` · ${userName}` : ''}`}
      okText={taskNo ? t({ zh: '关闭', en: 'Close' }) : t({ zh: '下载', en: 'Download' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ loading: isBusy, disabled: !taskNo && !range }}
      {...(taskNo ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      onOk={() => (taskNo ? onClose() : void make())}
      onCancel={onClose}
    >
      <Problem text={problem ?? (error ? messageOf(error) : null)} />
      {taskNo ? (
        <>
          <p>
            {t({
              zh: '变动较多，正在后台生成；可以关闭窗口，完成后在任务中心下载。',
              en: 'The statement is long and is generated in the background. You can close this window; download it from the task centre.',
            })}
          </p>
          {task && isMoving(task.state) && <TaskProgress task={task} />}
          {task && !isMoving(task.state) && <TaskFiles task={task} />}
          {task?.failure && <Alert type="error" showIcon title={task.failure} />}
        </>
      ) : (
        <div className={styles.form}>
          {canChooseUser && (
            <div>
              <label htmlFor="statement-user">{t({ zh: '用户', en: 'User' })}</label>
              <RefPicker id="statement-user" source={AGENTS} value={userId} onChange={setUserId} />
            </div>
          )}
          <div>
            <label htmlFor="statement-range">{t({ zh: '时间', en: 'Range' })}</label>
            <RangeInput id="statement-range" value={range} onChange={setRange} />
          </div>
          <div>
            <label htmlFor="statement-wallet">{t({ zh: '账户（留空为全部）', en: 'Wallet (empty: all)' })}</label>
            <DictSelect id="statement-wallet" dictionary={walletKind} value={kind} onChange={setKind} />
          </div>
          <div>
            <span id="statement-format">{t({ zh: '格式', en: 'Format' })}</span>
            <Segmented
              aria-labelledby="statement-format"
              value={format}
              onChange={setFormat}
              options={STATEMENT_FORMATS.map((one) => ({ value: one, label: one === 'pdf' ? 'PDF' : 'Excel' }))}
            />
          </div>
        </div>
      )}
    </Modal>
  );
}
