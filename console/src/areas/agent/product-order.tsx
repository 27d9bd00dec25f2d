import { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { first } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { NoteFiles, NoteLink } from './product-order/note.tsx';
import { OrderDetail } from './product-order/order-detail.tsx';

/** Orders of products: one's own, those of one's subordinates, for staff all of them. */
export default resourcePage(productOrders, {
  list: 'order-list',
  path: 'agent/product-order',
  exportCall: 'order-export',
  search: (fields) => first(fields, 'orderNo', 'productId', 'status'),
  leading: ['orderNo', 'productName', 'quantity', 'amount', 'status', 'outboundNo'],
  columns: {
    currency: { isHiddenAtFirst: true },
    outboundNo: { render: ({ outboundNo }) => <NoteLink outboundNo={outboundNo} /> },
    deliveredQty: {
      width: 110,
      render: ({ deliveredQty, quantity }) => (
        <span className="kit-number">
          {deliveredQty.toLocaleString('en-US')} / {quantity.toLocaleString('en-US')}
        </span>
      ),
    },
  },
  rowActions: [
    {
      key: 'files',
      label: { zh: '下载号码', en: 'Download' },
      may: 'whatsapp/outbound:export',
      isOffered: ({ outboundId, deliveredQty }) => outboundId !== null && deliveredQty > 0,
      panel: ({ rows: [row], onClose }) => (row ? <NoteFiles row={row} onClose={onClose} /> : null),
    },
  ],
  unmentioned: ['productId', 'agentId', 'buyerId', 'outboundId'],
  detail: (row) => <OrderDetail row={row} />,
});
