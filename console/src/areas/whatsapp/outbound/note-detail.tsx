import { outboundStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import type { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useText } from '../../../kit/i18n.ts';
import { Timeline } from '../../../kit/parts/timeline.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { OrderLink } from './order-link.tsx';

/** The history of a note, with links to its order and its numbers. */
export function NoteDetail({ row }: { row: WireRowOf<typeof outbound> }) {
  const t = useText();
  const canStock = useCan('whatsapp/warehouse:view');
  const { reserved, cancelled, returned, partlyReturned } = outboundStatus.is;
  const isReturned = row.status === returned || row.status === partlyReturned;
  return (
    <>
      <Timeline
        steps={[
          {
            label: { zh: '创建', en: 'Made' },
            time: row.createTime,
            tone: 'running',
            note: row.orderNo ? <OrderLink orderNo={row.orderNo} /> : row.createUserName,
          },
          {
            label: { zh: '预占到期', en: 'Reserved until' },
            time: row.status === reserved ? row.reserveExpireTime : null,
            tone: 'waiting',
          },
          { label: { zh: '出库', en: 'Delivered' }, time: row.deliverTime, tone: 'good' },
          {
            label: { zh: '最近下载', en: 'Last download' },
            time: row.lastDownloadTime,
            tone: 'off',
            note: t(
              {
                zh: '客户 {n} 次，上限 {max} 次；员工 {staff} 次',
                en: 'Customer {n} of {max} downloads, staff {staff}',
              },
              {
                n: row.downloadCount - row.staffDownloadCount,
                max: row.maxDownload,
                staff: row.staffDownloadCount,
              },
            ),
          },
          {
            label: { zh: '退回', en: 'Returned' },
            time: isReturned ? row.updateTime : null,
            tone: 'bad',
            note: row.returnedQty,
          },
          { label: { zh: '质保到期', en: 'Warranty ends' }, time: row.warrantyUntil, tone: 'off' },
          {
            label: { zh: '撤销', en: 'Cancelled' },
            time: row.status === cancelled ? row.updateTime : null,
            tone: 'bad',
            note: row.cancelReason,
          },
        ]}
      />
      {canStock && (
        <Link to={`/whatsapp/warehouse?outboundId=${row.id}`}>
          {t({ zh: '查看这张单的号码', en: 'View the numbers of this delivery note' })}
        </Link>
      )}
    </>
  );
}
