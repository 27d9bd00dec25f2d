import { preOrderStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { Link } from 'react-router';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { percentOf } from '../../kit/fields/money.ts';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { moneyText, type PreOrder } from './pre-order/money.ts';

const Approve = lazyWithRetry(async () => ({ default: (await import('./pre-order/decide.tsx')).Approve }));
const End = lazyWithRetry(async () => ({ default: (await import('./pre-order/decide.tsx')).End }));
const Queue = lazyWithRetry(() => import('./pre-order/queue.tsx'));
const PreOrderPanel = lazyWithRetry(() => import('../../features/shop/pre-order-panel.tsx'));

const { draft, submitted, approved, partly } = preOrderStatus.is;
const isIn =
  (...states: readonly number[]) =>
  ({ status }: PreOrder) =>
    states.includes(status);

const depositShare = ({ depositRate }: PreOrder) => `${percentOf(depositRate)} %`;

/** Demand for numbers out of stock: deposit, line, deliveries. */
export default resourcePage(preOrder, {
  leading: [
    'preOrderNo',
    'productName',
    'status',
    'quantity',
    'deliveredQty',
    'place',
    'expectedOn',
    'latestDate',
    'agentName',
  ],
  columns: { depositRate: { render: depositShare } },
  facts: { depositRate: depositShare },
  detail: (row) => <Money row={row} />,
  toolbarActions: [
    {
      key: 'queue',
      label: { zh: '查看排队', en: 'Queue' },
      permission: 'view',
      panel: ({ onClose }) => <Queue onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'submit',
      label: { zh: '提交', en: 'Submit' },
      permission: 'add',
      isOffered: (row) => row.status === draft && row.isOwn === 1,
      panel: ({ rows: [row], onClose }) =>
        row ? (
          <PreOrderPanel
            product={{ id: row.productId, name: row.productName, specQty: row.specQty, needUseDeclaration: 1 }}
            quantity={row.quantity}
            draft={row}
            onClose={onClose}
          />
        ) : null,
    },
    {
      key: 'approve',
      label: { zh: '批准', en: 'Approve' },
      permission: 'approve',
      isOffered: isIn(submitted),
      panel: ({ rows: [row], onClose }) => (row ? <Approve row={row} onClose={onClose} /> : null),
    },
    {
      key: 'reject',
      label: { zh: '驳回', en: 'Reject' },
      permission: 'approve',
      isDangerous: true,
      isOffered: isIn(submitted),
      panel: ({ rows: [row], onClose }) => (row ? <End row={row} how="reject" onClose={onClose} /> : null),
    },
    {
      key: 'revoke',
      label: { zh: '撤销', en: 'Revoke' },
      permission: 'revoke',
      isDangerous: true,
      isOffered: isIn(submitted, approved),
      panel: ({ rows: [row], onClose }) => (row ? <End row={row} how="revoke" onClose={onClose} /> : null),
    },
    {
      key: 'refund',
      label: { zh: '退款', en: 'Refund' },
      permission: 'refund',
      isDangerous: true,
      isOffered: isIn(approved, partly),
      panel: ({ rows: [row], onClose }) => (row ? <End row={row} how="refund" onClose={onClose} /> : null),
    },
  ],
  unmentioned: ['productId', 'agentId', 'buyerId', 'isOwn'],
});

/** Where the money of a pre-order is, and the orders that delivered its numbers. */
function Money({ row }: { readonly row: PreOrder }) {
  const t = useText();
  const figures = [
    [t({ zh: '定金', en: 'Deposit' }), moneyText(parseMoney(row.depositAmount), row)],
    [t({ zh: '已结算', en: 'Settled' }), moneyText(parseMoney(row.paidAmount), row)],
    [t({ zh: '已退回', en: 'Released' }), moneyText(parseMoney(row.refundAmount), row)],
    [
      t({ zh: '已交付', en: 'Delivered' }),
      `${countText(row.deliveredQty)} / ${countText(row.approvedQty ?? row.quantity)}`,
    ],
    ...(row.place === null ? [] : [[t({ zh: '排队位置', en: 'Place in line' }), countText(row.place)]]),
  ] as const;
  return (
    <>
      <dl className="kit-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="kit-number">{value}</dd>
          </div>
        ))}
      </dl>
      {row.deliveredQty > 0 && (
        <Link to={`/agent/product-order/index?preOrderNo=${encodeURIComponent(row.preOrderNo)}`}>
          {t({ zh: '查看交付的订单与号码', en: 'Open the orders that delivered its numbers' })}
        </Link>
      )}
    </>
  );
}
