import { productOrderStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { serviceType, unit } from '@trade-assistant/contract/dictionaries.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { parseTime } from '@trade-assistant/contract/kit/time.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { Packs, PiecePrice } from '../../features/shop/piece-price.tsx';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { groupedMoney } from '../../kit/fields/money.ts';
import { first } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { currentZone } from '../../kit/zone.ts';
import { NoteFiles, NoteLink } from './product-order/note.tsx';
import { OrderDetail } from './product-order/order-detail.tsx';

const FileClaim = lazyWithRetry(() => import('../../features/warranty/file-claim.tsx'));
const OpenClaims = lazyWithRetry(() => import('../../features/warranty/open-claims.tsx'));
const BuyAgain = lazyWithRetry(() => import('./product-order/buy-again.tsx'));

const { awaitingDelivery, completed, partlyDelivered, partlyRefunded, refunded } = productOrderStatus.is;
const RETURNABLE: readonly number[] = [completed, partlyDelivered, partlyRefunded];

const isAhead = (wire: string | null): boolean => {
  const time = wire === null ? undefined : parseTime(wire, currentZone());
  return time !== undefined && time > new Date();
};

const reason = textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true });
const refundFields = {
  numbers: textarea({
    label: { zh: '退回的号码', en: 'Numbers to return' },
    help: { zh: '每行一个；留空退回全部剩余号码', en: 'One per line; empty: all remaining numbers' },
    max: 200_000,
  }),
  reason,
};

const kindOf = (row: { readonly isPackage: 0 | 1 }): number =>
  row.isPackage === 1 ? serviceType.is.package : serviceType.is.number;

/** The price of one piece, as the shop showed it. */
const OrderPrice = ({ row }: { row: WireRowOf<typeof productOrders> }) => (
  <PiecePrice price={row.unitPrice} of={{ ...row, unit: unit.is.piece, serviceType: kindOf(row) }} />
);

/** How much a refund can return at most, and until when. */
function whatGoesBack(row: WireRowOf<typeof productOrders>): Text {
  const left = `${groupedMoney(formatMoney(micros(parseMoney(row.paidAmount) - parseMoney(row.refundAmount))))} ${row.currency}`;
  const until = row.warrantyUntil ?? '';
  if (row.isPackage)
    return {
      zh: `套餐未使用才能退款，须整份退回：${left} 退回付款的钱包。质保至 ${until}。`,
      en: `Unused packages are refunded as a whole: ${left} goes back to the paying wallet. Warranty until ${until}.`,
    };
  if (row.missingNumbers > 0)
    return {
      zh: `此订单有 ${row.missingNumbers} 个号码已付款未交付。号码留空则只退这部分，退回付款的钱包。`,
      en: `${row.missingNumbers} numbers of this order were paid for and not delivered. Leave the numbers empty to refund exactly these to the paying wallet.`,
    };
  return {
    zh: `剩余号码全部退回时退 ${left}，退回付款的钱包。质保至 ${until}。`,
    en: `Returning all remaining numbers refunds ${left} to the paying wallet. Warranty until ${until}.`,
  };
}

/** Orders of products: those of the user and their sub-accounts, for staff all. */
export default resourcePage(productOrders, {
  list: 'order-list',
  path: 'agent/product-order',
  exportCall: 'order-export',
  search: (fields) => first(fields, 'orderNo', 'productId', 'status'),
  leading: ['orderNo', 'status', 'productName', 'quantity', 'amount', 'agentName', 'countryCode', 'outboundNo'],
  columns: {
    currency: { isHiddenAtFirst: true },
    productName: { width: 240 },
    quantity: {
      render: ({ quantity, specQty }) => (
        <span className="kit-number">
          {quantity.toLocaleString('en-US')}
          {specQty > 1 && <Packs specQty={specQty} />}
        </span>
      ),
    },
    unitPrice: { render: (row) => <OrderPrice row={row} /> },
    isPackage: { isHiddenAtFirst: true },
    isLease: { isHiddenAtFirst: true },
    outboundNo: { render: ({ outboundNo }) => <NoteLink outboundNo={outboundNo} /> },
    deliveredQty: {
      render: ({ deliveredQty, quantity, missingNumbers }) => (
        <span className={missingNumbers > 0 ? 'kit-number kit-bad' : 'kit-number'}>
          {deliveredQty.toLocaleString('en-US')} / {quantity.toLocaleString('en-US')}
        </span>
      ),
    },
  },
  facts: { unitPrice: (row) => <OrderPrice row={row} /> },
  rowActions: [
    {
      key: 'again',
      label: { zh: '再次购买', en: 'Buy again' },
      permission: 'buy',
      panel: ({ rows: [row], onClose }) => row && <BuyAgain order={row} onClose={onClose} />,
    },
    {
      key: 'files',
      label: { zh: '下载号码', en: 'Download' },
      permission: 'whatsapp/outbound:export',
      isOffered: ({ outboundId, deliveredQty }) => outboundId !== null && deliveredQty > 0,
      panel: ({ rows: [row], onClose }) => (row ? <NoteFiles row={row} onClose={onClose} /> : null),
    },
    {
      key: 'claim',
      label: { zh: '申请质保', en: 'File a claim' },
      permission: 'agent/warranty-claim:file',
      isOffered: ({ status, isPackage, warrantyUntil }) =>
        RETURNABLE.includes(status) && isPackage === 0 && isAhead(warrantyUntil),
      panel: ({ rows, onClose }) => <FileClaim orderId={rows[0]?.id ?? ''} onClose={onClose} />,
    },
    {
      key: 'supplier-claim',
      label: { zh: '向供应商索赔', en: 'Claim on supplier' },
      permission: 'whatsapp/supplier-claim:add',
      isOffered: ({ status, isPackage }) => RETURNABLE.includes(status) && isPackage === 0,
      panel: ({ rows, onClose }) => <OpenClaims orderId={rows[0]?.id ?? ''} onClose={onClose} />,
    },
    {
      key: 'cancel',
      label: { zh: '取消订单', en: 'Cancel order' },
      permission: 'cancel',
      isDangerous: true,
      isOffered: ({ status }) => status === awaitingDelivery,
      confirm: {
        zh: '冻结的金额和号码会退回。代理仅可在下单后的规定时间内取消。',
        en: 'Held money and reserved numbers are released. Agents can cancel within a limited time after ordering.',
      },
      fields: { reason },
      initial: () => ({}),
      call: 'cancel-order',
      input: ([row], values) => ({ id: row?.id, reason: values.reason }),
      done: { zh: '订单已取消', en: 'Order cancelled' },
    },
    {
      key: 'deliver-missing',
      label: { zh: '补发号码', en: 'Deliver missing numbers' },
      permission: 'refund',
      isOffered: ({ status, missingNumbers }) => missingNumbers > 0 && status !== refunded,
      confirm: ([row]) => ({
        zh: `从库存补发 ${row?.missingNumbers} 个已付款未交付的号码。`,
        en: `Delivers ${row?.missingNumbers} paid but undelivered numbers from stock.`,
      }),
      call: 'deliver-missing',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '号码已补发', en: 'Missing numbers delivered' },
    },
    {
      key: 'refund',
      label: { zh: '退款', en: 'Refund' },
      permission: 'refund',
      isDangerous: true,
      isOffered: ({ status, warrantyUntil, missingNumbers }) =>
        RETURNABLE.includes(status) && (missingNumbers > 0 || isAhead(warrantyUntil)),
      confirm: ([row]) => row && whatGoesBack(row),
      // A package is refunded as a whole.
      fields: ([row]) => (row?.isPackage ? { reason } : refundFields),
      initial: () => ({}),
      call: 'refund-order',
      input: ([row], { numbers, reason }) => ({ id: row?.id, numbers: numbers || null, reason }),
      done: { zh: '已退款', en: 'Refunded' },
    },
  ],
  tabs: [
    {
      key: 'claims',
      label: { zh: '质保', en: 'Warranty' },
      permission: 'agent/warranty-claim:view',
      isOffered: ({ outboundId }) => outboundId !== null,
      list: {
        resource: warrantyClaim,
        filter: ({ id }) => ({ orderId: id }),
        columns: ['claimNo', 'number', 'status', 'replacementNumber', 'refundAmount', 'createTime'],
      },
    },
  ],
  unmentioned: ['productId', 'agentId', 'buyerId', 'outboundId'],
  detail: (row) => <OrderDetail row={row} />,
});
