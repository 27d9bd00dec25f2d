import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';

interface BalanceLowProps {
  readonly title: string;
  /** The balance after payment, below zero: the recharge begins at the difference. */
  readonly left?: Micro;
}

/** Says that the balance does not cover a payment, with the way to a recharge. */
export function BalanceLow({ title, left }: BalanceLowProps) {
  const t = useText();
  const canRecharge = useCan('agent/recharge:add');
  const order = left === undefined ? '' : `?order=${formatMoney(micros(-left))}`;
  return (
    <Alert
      type="warning"
      showIcon
      className="kit-alert"
      title={title}
      action={canRecharge && <Link to={`/agent/recharge/index${order}`}>{t({ zh: '去充值', en: 'Recharge' })}</Link>}
    />
  );
}
