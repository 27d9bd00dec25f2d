import type { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useNamedCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { LazyAlert } from '../../kit/parts/lazy-alert.tsx';

const PAGE = '/finance/proof/index';
const EVERY_MILLIS = 600_000;

/** A banner above every page while the ledger has mismatches or was not verified for too long. */
export default function LedgerWarning() {
  const t = useText();
  const { data } = useNamedCall<CallData<typeof financeProof, 'state', 'in'>>('finance/proof', 'state', {
    everyMillis: EVERY_MILLIS,
    staleMillis: EVERY_MILLIS,
  });
  if (!data || (data.ok && !data.isLate)) return null;
  return (
    <LazyAlert
      banner
      type={data.ok ? 'warning' : 'error'}
      title={
        data.ok
          ? t(
              { zh: '账务已超过 {n} 小时没有核对', en: 'The ledger has not been verified for over {n} {n|hour|hours}' },
              { n: data.maxHours },
            )
          : t(
              {
                zh: '账务核对发现 {n} 处不符，提现已暂停',
                en: 'Ledger verification found {n} {n|mismatch|mismatches}; withdrawals are paused',
              },
              { n: data.mismatchCount },
            )
      }
      action={
        <Link to={data.ok || !data.id ? PAGE : `${PAGE}?record=${data.id}`}>{t({ zh: '查看', en: 'View' })}</Link>
      }
    />
  );
}
