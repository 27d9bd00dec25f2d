import { productOrderStatus, warrantyStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import type { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { Pictures } from '../../../kit/parts/pictures.tsx';
import { Timeline, type TimelineStep } from '../../../kit/parts/timeline.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { DownloadButtons } from '../product/download-buttons.tsx';
import { NoteLink } from './note.tsx';

const { partlyRefunded, refunded } = productOrderStatus.is;
const REFUNDED: readonly number[] = [partlyRefunded, refunded];

/** The package an order bought, leading to it. */
function PackageLink({ orderNo }: { orderNo: string }) {
  const t = useText();
  const canSeePackages = useCan('agent/quota:view');
  const words = t({ zh: '查看套餐', en: 'View package' });
  return canSeePackages ? <Link to={`/agent/quota?orderNo=${encodeURIComponent(orderNo)}`}>{words}</Link> : null;
}

/** The leases of rented numbers, leading to them. */
function LeasesLink({ orderNo }: { orderNo: string }) {
  const t = useText();
  const canSeeLeases = useCan('agent/lease:view');
  return canSeeLeases ? (
    <Link to={`/agent/lease?orderNo=${encodeURIComponent(orderNo)}`}>{t({ zh: '查看租期', en: 'View leases' })}</Link>
  ) : null;
}

type Claim = WireRowOf<typeof warrantyClaim>;
const claimed = warrantyStatus.is;
/** Claims shown in the history of an order; the tab lists all. */
const CLAIMS_SHOWN = 20;

/** The claims of an order's numbers, if the user may see them. */
function useClaims({ id, outboundId }: WireRowOf<typeof productOrders>): readonly Claim[] {
  const enabled = useCan('agent/warranty-claim:view') && outboundId !== null;
  const { data } = useCall(warrantyClaim, 'list', { orderId: id, current: 1, size: CLAIMS_SHOWN }, { enabled });
  return enabled ? (data?.records ?? []) : [];
}

/** The steps of a claim in the history of its order. */
function claimSteps({ id, number, status, ...claim }: Claim): TimelineStep[] {
  const link = <Link to={`/${warrantyClaim.name}?record=${id}`}>{claim.claimNo}</Link>;
  const of = (zh: string, en: string) => ({ zh: `${zh} ${number}`, en: `${en} ${number}` });
  return [
    { label: of('质保检测失效', 'Found inactive'), time: claim.suspectTime, tone: 'attention', note: link },
    { label: of('确认失效', 'Confirmed inactive'), time: claim.confirmTime, tone: 'attention', note: link },
    {
      label: of('已换货', 'Replaced'),
      time: status === claimed.replaced ? claim.settleTime : null,
      tone: 'good',
      note: (
        <>
          <span className="kit-number">{claim.replacementNumber}</span> · {link}
        </>
      ),
    },
    {
      label: of('质保退款', 'Warranty refund'),
      time: status === claimed.refunded ? claim.settleTime : null,
      tone: 'good',
      note: link,
    },
    {
      label: of('质保驳回', 'Claim rejected'),
      time: status === claimed.refused ? claim.updateTime : null,
      tone: 'bad',
      note: claim.decideReason ?? link,
    },
  ];
}

/** The history of an order, its delivery note and its files. */
export function OrderDetail({ row }: { row: WireRowOf<typeof productOrders> }) {
  const claims = useClaims(row);
  const canExport = useCan('whatsapp/outbound:export');
  return (
    <>
      {row.productCover && <Pictures addresses={[row.productCover]} size="record" />}
      <Timeline
        steps={[
          { label: { zh: '下单', en: 'Ordered' }, time: row.createTime, tone: 'running', note: row.buyerName },
          {
            label: { zh: '交付', en: 'Delivered' },
            time: row.deliverTime,
            tone: 'good',
            note: row.isPackage ? (
              <PackageLink orderNo={row.orderNo} />
            ) : row.outboundNo ? (
              <>
                <NoteLink outboundNo={row.outboundNo} />
                {row.isLease === 1 && row.deliverTime !== null && (
                  <>
                    {' · '}
                    <LeasesLink orderNo={row.orderNo} />
                  </>
                )}
              </>
            ) : null,
          },
          {
            label: row.isPackage ? { zh: '可退款至', en: 'Refundable until' } : { zh: '质保到期', en: 'Warranty ends' },
            time: row.warrantyUntil,
            tone: 'off',
          },
          {
            label: { zh: '退款', en: 'Refunded' },
            time: REFUNDED.includes(row.status) ? row.updateTime : null,
            tone: 'bad',
            note: <MoneyValue wire={row.refundAmount} currency={row.currency} />,
          },
          {
            label: { zh: '取消', en: 'Cancelled' },
            time: row.cancelReason ? row.updateTime : null,
            tone: 'bad',
            note: row.cancelReason,
          },
          ...claims.flatMap(claimSteps),
        ]}
      />
      {canExport && row.outboundId && row.deliveredQty > 0 && <DownloadButtons outboundId={row.outboundId} />}
    </>
  );
}
