import { productOrderStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { Link } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { useCan } from '../../kit/permission.tsx';
import styles from './buy-again-links.module.css';

/** Orders that are searched for the reader's latest products. */
const SEARCHED = 50;
const SHOWN = 4;
const { awaitingDelivery, partlyDelivered, completed, partlyRefunded } = productOrderStatus.is;
const BOUGHT = [awaitingDelivery, partlyDelivered, completed, partlyRefunded].join();

/** The products the reader bought last, each with the purchase of the same quantity. Empty before the first purchase. */
export function BuyAgainLinks() {
  const t = useText();
  const canBuy = useCan('agent/product:buy');
  const canSeeOrders = useCan('agent/product:orders');
  const reader = useSession(({ user }) => user?.userId);
  const input = { size: SEARCHED, descs: 'createTime', status_in: BOUGHT };
  const { data } = useCall(productOrders, 'order-list', input, { enabled: canBuy && canSeeOrders });
  const own = (data?.records ?? []).filter(({ buyerId }) => buyerId === reader);
  const latest = [...Map.groupBy(own, ({ productId }) => productId).values()].flatMap(([newest]) => newest ?? []);
  if (latest.length === 0) return null;
  const title = t({ zh: '再次购买', en: 'Buy again' });
  return (
    <section aria-label={title} className={styles.again}>
      <h2>{title}</h2>
      <ul>
        {latest.slice(0, SHOWN).map((order) => (
          <li key={order.id}>
            <Link to={`/agent/product-order/index?record=${order.id}&act=again`}>
              {order.productName} × {countText(order.quantity)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
