import { stagedStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import type { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useText } from '../../../kit/i18n.ts';
import { Timeline } from '../../../kit/parts/timeline.tsx';

/** The history of a staged number and its destination. */
export function StagedHistory({ row }: { row: WireRowOf<typeof preWarehouse> }) {
  const t = useText();
  const { checkFailed, void: isVoid, inWarehouse } = stagedStatus.is;
  return (
    <>
      <Timeline
        steps={[
          {
            label: { zh: '进入预入库', en: 'Imported' },
            time: row.createTime,
            tone: 'running',
            note: row.createUserName,
          },
          {
            label: { zh: '校验失败', en: 'Check failed' },
            time: row.status === checkFailed ? row.updateTime : null,
            tone: 'bad',
            note: row.checkReason,
          },
          {
            label: { zh: '作废', en: 'Void' },
            time: row.status === isVoid ? row.updateTime : null,
            tone: 'off',
          },
          { label: { zh: '入库', en: 'Moved to stock' }, time: row.inTime, tone: 'good', note: row.inUserName },
        ]}
      />
      {row.status === inWarehouse && (
        <Link to={`/whatsapp/warehouse?batchNo=${encodeURIComponent(row.batchNo)}`}>
          {t({ zh: '查看该批次的库存号码', en: 'View the numbers of this batch in stock' })}
        </Link>
      )}
    </>
  );
}
