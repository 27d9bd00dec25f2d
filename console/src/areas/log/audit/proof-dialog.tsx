import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';
import { TrialDialog } from '../../../kit/parts/trial-dialog.tsx';

type Proof = CallData<typeof auditLog, 'verify', 'in'>;

const FAULTS: Readonly<Record<NonNullable<Proof['problem']>['fault'], Text>> = {
  changed: { zh: '内容被修改', en: 'was changed' },
  removed: { zh: '被删除', en: 'was removed' },
  inserted: { zh: '是事后插入的', en: 'was put in later' },
  broken: { zh: '之前的封存记录缺失', en: 'follows seals that are missing' },
  cut: { zh: '末尾的记录被删除', en: 'The end of the trail was cut off' },
};

/** Computes the chain over the trail anew, and names the first row that is not as it was sealed. */
export default function ProofDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <TrialDialog
      title={t({ zh: '校验完整性', en: 'Prove it untouched' })}
      labels={[t({ zh: '开始校验', en: 'Start' }), t({ zh: '再次校验', en: 'Again' })]}
      intro={t({
        zh: '重新计算全部审计记录的校验链，找出与封存时不一致的首条记录。每天夜间也会自动校验。',
        en: 'Computes the chain over the whole trail anew and finds the first row that is not as it was sealed. It is done every night too.',
      })}
      run={(idempotencyKey) => call(auditLog, 'verify', {}, { idempotencyKey })}
      outcome={(proof) => <Outcome proof={proof} />}
      onClose={onClose}
    />
  );
}

function Outcome({ proof: { proven, waiting, problem } }: { proof: Proof }) {
  const t = useText();
  const said = t({ zh: `${proven} 条记录与封存时一致`, en: `Rows as they were sealed: ${proven}` });
  const fresh = waiting > 0 ? t({ zh: `，${waiting} 条尚待封存`, en: `; not sealed yet: ${waiting}` }) : '';
  if (!problem) return <Alert type="success" showIcon title={`${said}${fresh}`} />;
  const { fault, id, time } = problem;
  const which = id === null ? '' : t({ zh: `记录 ${id}（${time ?? '–'}）`, en: `Row ${id} (${time ?? '–'}) ` });
  return (
    <Alert
      type="error"
      showIcon
      title={`${which}${t(FAULTS[fault])}`}
      description={t({
        zh: `此前 ${said}。请保留数据库与日志备份，并与进程日志中每晚记录的链尾核对。`,
        en: `${said} before it. Keep copies of the database and the logs, and compare with the end of the chain that the process log has of every night.`,
      })}
    />
  );
}
