import { financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import Alert from 'antd/es/alert';
import { TaskDialog } from '../../../features/tasks/task-dialog.tsx';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';

interface Outcome {
  readonly differences?: number;
  readonly changed?: number;
}

interface RecheckDialogProps {
  readonly id: string;
  readonly day: string;
  readonly onClose: () => void;
}

/** Recalculates one day and shows whether its figures match. */
export default function RecheckDialog({ id, day, onClose }: RecheckDialogProps) {
  const t = useText();
  return (
    <TaskDialog
      title={`${t({ zh: '重新核对', en: 'Recalculate' })} · ${day}`}
      submitText={t({ zh: '开始核对', en: 'Start' })}
      form={
        <p>
          {t({
            zh: '用现在的账本、单据、库存与报表重算这一天；日结时的数字保留，可对照。',
            en: 'Recalculates this day from the current ledger, documents, stock and reports. Figures at closing are kept for comparison.',
          })}
        </p>
      }
      start={(idempotencyKey) => call(financeDay, 'recheck', { id }, { idempotencyKey })}
      outcome={({ result }) => {
        const { differences = 0, changed = 0 } = (result ?? {}) as Outcome;
        return (
          <Alert
            type={differences > 0 ? 'error' : 'success'}
            showIcon
            title={
              differences > 0
                ? t({ zh: '有 {n} 项不符', en: '{n} mismatches' }, { n: differences })
                : t({ zh: '各项相符', en: 'All figures match' })
            }
            {...(changed > 0
              ? { description: t({ zh: '与日结时的数字不同', en: 'Differs from the figures at closing' }) }
              : {})}
          />
        );
      }}
      invalidates={[financeDay]}
      onClose={onClose}
    />
  );
}
