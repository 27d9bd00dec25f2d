import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { useSession } from '../../../kit/client/session.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { Status } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';

/** What one has to spend, leading to where it went. */
export function MyBalance() {
  const t = useText();
  const userId = useSession(({ user }) => user?.userId ?? '');
  const { data } = useCall(agentUser, 'balance', {});
  if (!data) return null;
  return (
    <span>
      {t({ zh: '余额', en: 'Balance' })}{' '}
      <Link to={`/finance/log/index?userId=${userId}&walletKind=1`}>
        <MoneyValue wire={data.balance} currency={data.currency} decimals={6} />
      </Link>{' '}
      {data.lowBalance && <Status tone="attention" words={{ zh: '余额不足，请及时充值', en: 'Low balance' }} />}
    </span>
  );
}
