import { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { TaskDialog } from '../../../features/tasks/task-dialog.tsx';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';

interface Outcome {
  readonly proofId?: string;
  readonly ok?: boolean;
  readonly count?: number;
}

/** Verifies the ledger now and shows whether it is consistent. */
export default function RunDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <TaskDialog
      title={t({ zh: '立即核对', en: 'Check now' })}
      submitText={t({ zh: '开始核对', en: 'Start' })}
      form={
        <p>
          {t({
            zh: '由全部分录重算每个钱包的余额、冻结、累计与链，并与记录比较。',
            en: 'Recalculates balances, holds, totals and chains of all wallets and compares them with the records.',
          })}
        </p>
      }
      start={(idempotencyKey) => call(financeProof, 'run', {}, { idempotencyKey })}
      outcome={({ result }) => {
        const { ok, count = 0, proofId } = (result ?? {}) as Outcome;
        if (ok === undefined) return null;
        if (ok) return <Alert type="success" showIcon title={t({ zh: '账务相符', en: 'Ledger is consistent' })} />;
        return (
          <Alert
            type="error"
            showIcon
            title={t({ zh: '发现 {n} 处不符，提现已暂停', en: '{n} mismatches; withdrawals are paused' }, { n: count })}
            description={
              <Link to={`/finance/proof/index?record=${proofId}`} onClick={onClose}>
                {t({ zh: '查看不符项', en: 'View mismatches' })}
              </Link>
            }
          />
        );
      }}
      invalidates={[financeProof]}
      onClose={onClose}
    />
  );
}
