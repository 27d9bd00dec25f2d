import { batchStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Pagination from 'antd/es/pagination';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { DictValue, Status } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { DictSelect } from '../../../kit/form/dict-select.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useActions } from '../../../kit/list/actions/use-actions.tsx';
import type { Action } from '../../../kit/list/types.ts';
import { CLEAR } from '../../../kit/parts/clear-icon.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import { pagerItem } from '../../../kit/parts/pager-item.ts';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { batchState } from './batch-state.ts';
import styles from './batches.module.css';
import { movedText, moveQuestion } from './moved.ts';
import { reasonFields } from './reason.ts';

type Batch = CallData<typeof preWarehouse, 'batches', 'in'>['records'][number];

const SIZE = 10;

/** The batches of the pre-warehouse: their progress, and actions on a whole batch. */
export default function Batches({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [status, setStatus] = useState<number | null>(null);
  const [current, setCurrent] = useState(1);
  const { data, error, isPending } = useCall(
    preWarehouse,
    'batches',
    {
      current,
      size: SIZE,
      descs: 'createTime',
      ...(name.trim() ? { batchName: name.trim() } : {}),
      ...(status === null ? {} : { status_in: String(status) }),
    },
    { keepPrevious: true },
  );
  const actions = useActions(preWarehouse, {
    keptAs: 'batch-action',
  });
  const open = (query: string) => {
    void navigate(`/${preWarehouse.name}?${query}`);
    onClose();
  };
  return (
    <SidePanel title={t({ zh: '批次', en: 'Batches' })} width={880} onClose={onClose}>
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
            dictionary={batchStatus}
            value={status}
            onChange={(value) => {
              setStatus(value);
              setCurrent(1);
            }}
          />
        </span>
      </div>
      {isPending && <Skeleton active />}
      {error && <Alert type="error" showIcon title={messageOf(error)} />}
      {data?.records.length === 0 && <p className="kit-weak">{t({ zh: '没有批次', en: 'No batches' })}</p>}
      {data?.records.map((batch) => (
        <BatchLine
          key={batch.id}
          batch={batch}
          onNumbers={() => open(`batchNo=${encodeURIComponent(batch.batchNo)}`)}
          onReport={() => batch.taskNo && open(`task=${encodeURIComponent(batch.taskNo)}`)}
          onStart={(action) => actions.start(action, [batch])}
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
    </SidePanel>
  );
}

interface BatchLineProps {
  readonly batch: Batch;
  readonly onNumbers: () => void;
  readonly onReport: () => void;
  readonly onStart: (action: Action) => void;
}

function BatchLine({ batch, onNumbers, onReport, onStart }: BatchLineProps) {
  const t = useText();
  const canStock = useCan('whatsapp/pre-warehouse:into-warehouse');
  const canVoid = useCan('whatsapp/pre-warehouse:void');
  const { importing, reported, void: isVoid } = batchStatus.is;
  const state = batchState(batch);
  const isVoidable = batch.status !== isVoid && batch.status !== importing && batch.inWarehouseCount === 0;
  return (
    <article className={styles.batch}>
      <header>
        <strong>{batch.batchName}</strong>
        {state ? <Status {...state} /> : <DictValue dictionary={batchStatus} value={batch.status} />}
        <span className="kit-weak">
          <Copyable text={batch.batchNo} />
        </span>
        <span className={`kit-weak ${styles.time}`}>
          <TimeValue wire={batch.createTime} />
        </span>
      </header>
      <p className="kit-weak">
        {[batch.warehouseName, batch.supplierName, batch.createUserName].filter(Boolean).join(' · ')}
      </p>
      <dl className={styles.counts}>
        <Count label={t({ zh: '总行数', en: 'Lines' })} count={batch.totalLines} />
        <Count label={t({ zh: '有效', en: 'Valid' })} count={batch.goodLines} />
        <Count label={t({ zh: '待入库', en: 'Ready' })} count={batch.readyCount} />
        <Count label={t({ zh: '已入库', en: 'In stock' })} count={batch.inWarehouseCount} />
        <Count label={t({ zh: '校验失败', en: 'Failed' })} count={batch.failedCount} />
        <Count label={t({ zh: '已作废', en: 'Void' })} count={batch.voidCount} />
      </dl>
      <footer className="kit-toolbar-main">
        <Button size="small" onClick={onNumbers}>
          {t({ zh: '查看号码', en: 'Numbers' })}
        </Button>
        {batch.taskNo && (
          <Button size="small" type={batch.status === reported ? 'primary' : 'default'} onClick={onReport}>
            {batch.status === reported
              ? t({ zh: '确认导入', en: 'Confirm' })
              : batch.status === importing
                ? t({ zh: '查看进度', en: 'Progress' })
                : t({ zh: '导入报告', en: 'Report' })}
          </Button>
        )}
        {canStock && batch.readyCount > 0 && batch.status !== reported && (
          <Button size="small" type="primary" onClick={() => onStart(stockBatch)}>
            {t(stockBatch.label)}
          </Button>
        )}
        {canVoid && isVoidable && (
          <Button size="small" danger onClick={() => onStart(voidBatch)}>
            {t(voidBatch.label)}
          </Button>
        )}
      </footer>
    </article>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="kit-number">{countText(count)}</dd>
    </div>
  );
}

const stockBatch: Action = {
  key: 'stock-batch',
  label: { zh: '整批入库', en: 'Move batch to stock' },
  confirm: ([batch]) => moveQuestion(String(batch?.batchName), Number(batch?.readyCount)),
  call: 'batch-into-warehouse',
  input: ([batch]) => ({ batchNo: batch?.batchNo }),
  done: (_rows, answer) => movedText(answer),
};

const voidBatch: Action = {
  key: 'void',
  label: { zh: '作废', en: 'Void' },
  isDangerous: true,
  confirm: {
    zh: '该批次尚未入库的号码将全部作废，无法恢复；已入库的号码保留在库存中。',
    en: 'All numbers of this batch that are not in stock yet become void. This cannot be undone. Numbers in stock are kept.',
  },
  fields: reasonFields,
  call: 'void',
  input: ([batch], values) => ({ batchNo: batch?.batchNo, ...values }),
  done: { zh: '批次已作废', en: 'Batch voided' },
};
