import type { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Timeline } from '../../../kit/parts/timeline.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { DownloadButtons } from '../product/download-buttons.tsx';
import { NoteLink } from './note.tsx';

/** What happened to an order, its delivery note and its files. */
export function OrderDetail({ row }: { row: WireRowOf<typeof productOrders> }) {
  const mayExport = useCan('whatsapp/outbound:export');
  return (
    <>
      <Timeline
        steps={[
          { label: { zh: '下单', en: 'Ordered' }, time: row.createTime, tone: 'running', note: row.buyerName },
          {
            label: { zh: '交付', en: 'Delivered' },
            time: row.deliverTime,
            tone: 'good',
            note: row.outboundNo ? <NoteLink outboundNo={row.outboundNo} /> : null,
          },
          { label: { zh: '质保到期', en: 'Warranty ends' }, time: row.warrantyUntil, tone: 'off' },
          {
            label: { zh: '取消', en: 'Cancelled' },
            time: row.cancelReason ? row.updateTime : null,
            tone: 'bad',
            note: row.cancelReason,
          },
        ]}
      />
      {mayExport && row.outboundId && row.deliveredQty > 0 && <DownloadButtons outboundId={row.outboundId} />}
    </>
  );
}
