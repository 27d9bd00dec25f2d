import { walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog, STATEMENT_FORMATS } from '@trade-assistant/contract/areas/finance/log.ts';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { TaskDialog } from '../../../features/tasks/task-dialog.tsx';
import { TaskFiles } from '../../../features/tasks/task-line.tsx';
import { call } from '../../../kit/client/call.ts';
import { CallError } from '../../../kit/client/call-error.ts';
import { download } from '../../../kit/client/download.ts';
import { DictSelect } from '../../../kit/form/dict-select.tsx';
import { RefPicker } from '../../../kit/form/ref-picker.tsx';
import { monthSoFar, RangeInput, type TimeRange } from '../../../kit/form/time-input.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import styles from './statement.module.css';

interface StatementDialogProps {
  /** Without it the user is chosen here, or is the reader. */
  readonly userId?: string | undefined;
  readonly userName?: string | undefined;
  readonly onClose: () => void;
}

const AGENTS = { resource: 'agent/user', call: 'lazy-list' };

/** Downloads the statement of a user for a time range; a background task generates a long one. */
export default function StatementDialog({ userId: fixedUserId, userName, onClose }: StatementDialogProps) {
  const t = useText();
  const canChooseUser = useCan('agent/user:view') && fixedUserId === undefined;
  const [userId, setUserId] = useState<string | null>(fixedUserId ?? null);
  const [kind, setKind] = useState<number | null>(null);
  const [range, setRange] = useState<TimeRange | undefined>(monthSoFar);
  const [format, setFormat] = useState<(typeof STATEMENT_FORMATS)[number]>('pdf');
  const start = async (idempotencyKey: string) => {
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
      return;
    } catch (refusal) {
      if (!(refusal instanceof CallError && refusal.bizCode === 'STATEMENT_LONG')) throw refusal;
      return await call(financeLog, 'statement-task', input, { idempotencyKey });
    }
  };
  return (
    <TaskDialog
      title={`${t({ zh: '对账单', en: 'Statement' })}${userName ? ` · ${userName}` : ''}`}
      submitText={t({ zh: '下载', en: 'Download' })}
      isDisabled={!range}
      form={
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
      }
      start={start}
      notice={
        <p>
          {t({
            zh: '变动较多，正在后台生成；完成后也可在任务中心下载。',
            en: 'The statement is long and is generated in the background. You can also download it from the task centre.',
          })}
        </p>
      }
      outcome={(task) => <TaskFiles task={task} />}
      onClose={onClose}
    />
  );
}
