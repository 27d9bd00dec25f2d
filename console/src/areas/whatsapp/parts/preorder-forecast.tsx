import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCan } from '../../../kit/permission.tsx';

const SHOWN = 10;

/** Which pre-orders a batch will fill when it is moved to stock; nothing where it fills none. */
export default function PreOrderForecast({ batchNo }: { readonly batchNo: string }) {
  const t = useText();
  const canSee = useCan('whatsapp/pre-order:forecast');
  const { data } = useCall(preOrder, 'forecast', { batchNo }, { staleMillis: 0, enabled: canSee });
  if (!data || data.preOrders.length === 0) return null;
  const taken = data.numbers - data.left;
  return (
    <Alert
      type="info"
      showIcon
      className="kit-alert"
      title={t(
        {
          zh: '入库后 {taken} 个号码交付给预定，{left} 个可售',
          en: 'When moved to stock, {taken} numbers go to pre-orders and {left} to stock',
        },
        { taken: countText(taken), left: countText(data.left) },
      )}
      description={
        <ul className="kit-counts">
          {data.preOrders.slice(0, SHOWN).map((one) => (
            <li key={one.id}>
              <span>
                <Link to={`/whatsapp/pre-order/index?record=${one.id}`}>{one.preOrderNo}</Link> · {one.agentName}
              </span>
              <span className="kit-number">
                {countText(one.numbers)} / {countText(one.waiting)}
              </span>
            </li>
          ))}
          {data.preOrders.length > SHOWN && (
            <li>{t({ zh: '另有 {n} 单', en: 'and {n} more' }, { n: countText(data.preOrders.length - SHOWN) })}</li>
          )}
        </ul>
      }
    />
  );
}
