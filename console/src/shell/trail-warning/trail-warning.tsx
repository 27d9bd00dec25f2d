import type { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useNamedCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { LazyAlert } from '../../kit/parts/lazy-alert.tsx';

const PAGE = '/log/audit/index';
const EVERY_MILLIS = 600_000;

/** A banner above every page while the integrity check of the audit trail fails. */
export default function TrailWarning() {
  const t = useText();
  const { data } = useNamedCall<CallData<typeof auditLog, 'proof', 'in'>>('log/audit', 'proof', {
    everyMillis: EVERY_MILLIS,
    staleMillis: EVERY_MILLIS,
  });
  if (!data?.problem) return null;
  const { id } = data.problem;
  return (
    <LazyAlert
      banner
      type="error"
      title={
        id === null
          ? t({ zh: '审计记录与封存时不一致', en: 'Audit trail integrity check failed' })
          : t(
              {
                zh: '审计记录与封存时不一致，首条异常记录：{id}',
                en: 'Audit trail integrity check failed; first affected record: {id}',
              },
              { id },
            )
      }
      action={<Link to={id === null ? PAGE : `${PAGE}?record=${id}`}>{t({ zh: '查看', en: 'View' })}</Link>}
    />
  );
}
