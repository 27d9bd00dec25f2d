import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import Alert from 'antd/es/alert';
import { useCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';

/** Tells customers of a disabled agent which operations are paused. Empty for other users. */
export function PausedNotice() {
  const t = useText();
  const { data: me } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const isCustomer = me !== undefined && me.userType !== userType.is.staff;
  const { data } = useCall(agentUser, 'balance', {}, { enabled: isCustomer });
  if (!data?.isPaused) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t({
        zh: '上级代理已停用，暂停下单和续租',
        en: 'A parent agent is disabled: orders and renewals are paused',
      })}
      description={t({
        zh: '余额、已购号码、账单和提现不受影响。租期、宽限期与套餐有效期暂停计算，恢复后顺延。如有疑问请联系平台。',
        en: 'Your balance, delivered numbers, statements and withdrawals are not affected. Leases, grace periods and packages are paused and extended afterwards. Please contact the platform with any questions.',
      })}
    />
  );
}
