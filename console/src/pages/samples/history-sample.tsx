import { productOrderStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { fieldChanges, History, stateChange } from '../../kit/parts/history.tsx';
import { Sample } from './sample.tsx';

const [paid = 0, delivered = 0] = productOrderStatus.values;
const { remark } = productOrders.fields;

export function HistorySample() {
  return (
    <Sample title={{ zh: '变更记录', en: 'History' }}>
      <History
        entries={[
          {
            id: '1',
            time: '2026-01-05 09:30:00',
            who: 'Ada Chen',
            changes: [stateChange(productOrderStatus, null, paid)],
          },
          {
            id: '2',
            time: '2026-01-05 09:31:10',
            who: null,
            changes: [stateChange(productOrderStatus, paid, delivered)],
          },
          {
            id: '3',
            time: '2026-01-06 14:02:00',
            who: 'Bruno Lima',
            what: { zh: '修改订单', en: 'Order changed' },
            changes: fieldChanges({ remark }, { remark: null }, { remark: 'VIP' }),
            reason: 'asked for by telephone',
          },
        ]}
      />
    </Sample>
  );
}
