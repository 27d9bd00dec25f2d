import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { LazyAlert } from '../../../kit/parts/lazy-alert.tsx';

const WAITING = { status: String(userStatus.is.awaitingApproval) };

/** How many accounts wait for approval, and the way to them; nothing while there are none or they are shown. */
export function Waiting({ filters }: { filters: Readonly<Record<string, string>> }) {
  const t = useText();
  const { data } = useCall(user, 'page', { ...WAITING, current: 1, size: 1 });
  const count = data?.total ?? 0;
  if (count === 0 || filters['status'] === WAITING.status) return null;
  return (
    <LazyAlert
      type="warning"
      showIcon
      className="kit-alert"
      title={t({ zh: '{n} 个账号等待审核', en: '{n} {n|account|accounts} awaiting approval' }, { n: count })}
      action={
        <Link to={`/system/user/index?${new URLSearchParams(WAITING)}`}>{t({ zh: '去审核', en: 'Review' })}</Link>
      }
    />
  );
}
