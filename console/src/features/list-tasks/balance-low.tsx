import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';

/** Says that the balance does not pay for a task, with the way to a recharge. */
export function BalanceLow({ title }: { readonly title: string }) {
  const t = useText();
  const canRecharge = useCan('agent/recharge:add');
  return (
    <Alert
      type="warning"
      showIcon
      className="kit-alert"
      title={title}
      action={canRecharge && <Link to="/agent/recharge/index">{t({ zh: '去充值', en: 'Recharge' })}</Link>}
    />
  );
}
