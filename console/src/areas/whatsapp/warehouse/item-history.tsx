import { stockStatus, surviveStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import type { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { Timeline } from '../../../kit/parts/timeline.tsx';

/** The life of a number: in, checked, promised, delivered, resting. */
export function ItemHistory({ row }: { row: WireRowOf<typeof warehouse> }) {
  const survives = useDictionary(surviveStatus);
  const checked = entryOf(survives, row.surviveStatus) ?? survives.entries.unchecked;
  const tried = entryOf(survives, row.sandboxStatus) ?? survives.entries.unchecked;
  const { reserved, quarantine } = stockStatus.is;
  return (
    <Timeline
      steps={[
        { label: { zh: '入库', en: 'Stocked' }, time: row.createTime, tone: 'running', note: row.batchNo },
        {
          label: { zh: `检测：${checked.zh}`, en: `Checked: ${checked.en}` },
          time: row.surviveTime,
          tone: checked.tone ?? 'off',
          note: row.surviveDetail,
        },
        {
          label: { zh: `沙箱检测：${tried.zh}`, en: `Sandbox check: ${tried.en}` },
          time: row.sandboxTime,
          tone: 'off',
          note: row.sandboxDetail,
        },
        {
          label: { zh: '预占到期', en: 'Reserved until' },
          time: row.stockStatus === reserved ? row.reserveExpireTime : null,
          tone: 'waiting',
        },
        {
          label: { zh: '出库', en: 'Delivered' },
          time: row.assignTime,
          tone: 'good',
          note: (
            <>
              {row.agentName}{' '}
              {row.outboundNo && (
                <Link to={`/whatsapp/outbound?outboundNo=${encodeURIComponent(row.outboundNo)}`}>{row.outboundNo}</Link>
              )}
            </>
          ),
        },
        {
          label: { zh: '冷却至', en: 'In quarantine until' },
          time: row.stockStatus === quarantine ? row.quarantineUntil : null,
          tone: 'waiting',
        },
      ]}
    />
  );
}
