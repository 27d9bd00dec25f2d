import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import { TaskDialog } from '../../../features/tasks/task-dialog.tsx';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';
import { LastProof } from './last-proof.tsx';

/** Recalculates the chain of the audit trail and names the first record that differs from its seal. */
export default function ProofDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const last = <LastProof onLeave={onClose} />;
  return (
    <TaskDialog
      title={t({ zh: '校验完整性', en: 'Verify integrity' })}
      submitText={t({ zh: '开始校验', en: 'Start' })}
      form={
        <>
          <p>
            {t({
              zh: '重新计算全部审计记录的校验链，找出与封存时不一致的记录。每天夜间也会自动校验。',
              en: 'Recalculates the chain of the whole audit trail and finds the records that differ. It also runs every night.',
            })}
          </p>
          {last}
        </>
      }
      start={(idempotencyKey) => call(auditLog, 'verify', {}, { idempotencyKey })}
      outcome={() => last}
      invalidates={[auditLog]}
      onClose={onClose}
    />
  );
}
