import { productOrderStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { lease } from '@trade-assistant/contract/areas/agent/lease.ts';
import { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { rechargeStatus, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { Link } from 'react-router';
import { BuyAgainLinks } from '../../features/shop/buy-again-links.tsx';
import { useCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import styles from './home.module.css';

/** Rented numbers that end within so many days are worth a look. */
const LEASE_DAYS = 7;
const ORDERS = [productOrderStatus.is.awaitingDelivery, productOrderStatus.is.partlyDelivered].join();
const RECHARGES = [rechargeStatus.is.awaiting, rechargeStatus.is.review].join();
const { pending, checking, paying, failed } = withdrawalStatus.is;
const WITHDRAWALS = [pending, checking, paying, failed].join();

/**
 * An agent's open work: leases that end soon, unfinished orders, recharges and withdrawals, and the products bought
 * last. Empty without any.
 */
export function UnderWay() {
  const t = useText();
  const canSeeOrders = useCan('agent/product:orders');
  const canRecharge = useCan('agent/recharge:view');
  const canWithdraw = useCan('agent/withdrawal:view');
  const orders = useCall(productOrders, 'order-list', { status_in: ORDERS, size: 1 }, { enabled: canSeeOrders });
  const recharges = useCall(recharge, 'list', { status_in: RECHARGES, size: 1 }, { enabled: canRecharge });
  const withdrawals = useCall(withdrawal, 'list', { status_in: WITHDRAWALS, size: 1 }, { enabled: canWithdraw });
  const canRenew = useCan('agent/lease:renew');
  const leases = useCall(lease, 'list', { withinDays: LEASE_DAYS, size: 1 }, { enabled: canRenew });
  const kinds = [
    {
      label: { zh: '7 天内到期的租期', en: 'Leases ending in 7 days' },
      total: leases.data?.total ?? 0,
      to: `/agent/lease/index?withinDays=${LEASE_DAYS}`,
    },
    {
      label: { zh: '待交付订单', en: 'Orders to be delivered' },
      total: orders.data?.total ?? 0,
      to: `/agent/product-order/index?status_in=${ORDERS}`,
    },
    {
      label: { zh: '未完成充值', en: 'Recharges in progress' },
      total: recharges.data?.total ?? 0,
      to: `/agent/recharge/index?status_in=${RECHARGES}`,
    },
    {
      label: { zh: '处理中的提现', en: 'Withdrawals in progress' },
      total: withdrawals.data?.total ?? 0,
      to: `/agent/withdrawal/index?status_in=${WITHDRAWALS}`,
    },
  ].filter(({ total }) => total > 0);
  const again = <BuyAgainLinks />;
  if (kinds.length === 0) return again;
  const title = t({ zh: '进行中', en: 'In progress' });
  return (
    <>
      {again}
      <section aria-label={title}>
        <h2 className={styles.group}>{title}</h2>
        <ul className={styles.links}>
          {kinds.map(({ label, total, to }) => (
            <li key={label.en}>
              <Link className={styles.link} to={to}>
                <span className={styles.count}>{total}</span>
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
