import { ImportOutlined } from '@ant-design/icons';
import { batchProgress } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Pagination from 'antd/es/pagination';
import Skeleton from 'antd/es/skeleton';
import { Suspense, useState } from 'react';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { DictSelect } from '../../../kit/form/dict-select.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useActions } from '../../../kit/list/actions/use-actions.tsx';
import { CLEAR } from '../../../kit/parts/clear-icon.tsx';
import { pagerItem } from '../../../kit/parts/pager-item.ts';
import { useCan } from '../../../kit/permission.tsx';
import type { Batch } from './batch.ts';
import { BatchCard } from './batch-card.tsx';
import styles from './batches.module.css';
import { ViewSwitch } from './view-switch.tsx';

const SalePanel = lazyWithRetry(() => import('./sale-panel.tsx'));

const SIZE = 10;

interface BatchesProps {
  /** Shows the numbers of all batches. */
  readonly onNumbers: () => void;
  readonly onImport: () => void;
}

/** The batches of imported numbers with their steps, the latest first, and the next action of each. */
export default function Batches({ onNumbers, onImport }: BatchesProps) {
  const t = useText();
  const canImport = useCan('whatsapp/pre-warehouse:import');
  const [name, setName] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [current, setCurrent] = useState(1);
  const [sold, sell] = useState<Batch | null>(null);
  const isFiltered = name.trim() !== '' || progress !== null;
  const { data, error, isPending } = useCall(
    preWarehouse,
    'batches',
    {
      ...{ current, size: SIZE, descs: 'createTime' },
      ...(name.trim() ? { batchName: name.trim() } : {}),
      ...(progress === null ? {} : { progress_in: String(progress) }),
    },
    { keepPrevious: true },
  );
  const stocked = (data?.records ?? []).filter(({ inWarehouseCount }) => inWarehouseCount > 0);
  const sales = useCall(
    preWarehouse,
    'batch-sales',
    { batchNos: stocked.map(({ batchNo }) => batchNo).join(',') },
    { enabled: stocked.length > 0, keepPrevious: true },
  );
  const saleOf = new Map(sales.data?.map((sale) => [sale.batchNo, sale]));
  const actions = useActions(preWarehouse, { keptAs: 'batch-action' });
  return (
    <>
      <div className={styles.bar}>
        <div className="kit-toolbar-main">
          <ViewSwitch value="batches" onChange={onNumbers} />
          {canImport && (
            <Button type="primary" icon={<ImportOutlined aria-hidden />} onClick={onImport}>
              {t({ zh: '导入', en: 'Import' })}
            </Button>
          )}
        </div>
        <div className="kit-toolbar-main">
          <Input
            allowClear={CLEAR}
            className={styles.name}
            placeholder={t({ zh: '批次名', en: 'Batch name' })}
            aria-label={t({ zh: '批次名', en: 'Batch name' })}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setCurrent(1);
            }}
          />
          <span className={styles.status}>
            <DictSelect
              aria-label={t({ zh: '状态', en: 'Status' })}
              placeholder={t({ zh: '状态', en: 'Status' })}
              dictionary={batchProgress}
              value={progress}
              onChange={(value) => {
                setProgress(value);
                setCurrent(1);
              }}
            />
          </span>
        </div>
      </div>
      {isPending && <Skeleton active />}
      {error && <Alert type="error" showIcon title={messageOf(error)} />}
      {data?.records.length === 0 && (
        <p className="kit-weak">
          {isFiltered
            ? t({ zh: '没有符合条件的批次', en: 'No batches match' })
            : t({
                zh: '还没有批次。导入一个号码文件，检查通过后入库，再上架销售。',
                en: 'No batches yet. Import a file of numbers, move valid numbers to stock, then put them on sale.',
              })}
        </p>
      )}
      {data?.records.map((batch) => (
        <BatchCard
          key={batch.id}
          batch={batch}
          sale={saleOf.get(batch.batchNo)}
          onStart={(action) => actions.start(action, [batch])}
          onSell={() => sell(batch)}
        />
      ))}
      {data && data.total > SIZE && (
        <Pagination
          align="end"
          current={current}
          pageSize={SIZE}
          total={data.total}
          showSizeChanger={false}
          itemRender={pagerItem(t)}
          onChange={setCurrent}
        />
      )}
      {actions.dialog}
      <DialogLoadBoundary onFailed={() => sell(null)}>
        <Suspense>
          {sold && <SalePanel batchNo={sold.batchNo} batchName={sold.batchName} onClose={() => sell(null)} />}
        </Suspense>
      </DialogLoadBoundary>
    </>
  );
}
