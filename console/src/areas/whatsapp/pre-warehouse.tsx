import { checkStatus, stagedStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import Skeleton from 'antd/es/skeleton';
import { Suspense } from 'react';
import { importAction } from '../../features/importing/import-action.tsx';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { DictValue } from '../../kit/fields/status.tsx';
import { first, withInputs, without } from '../../kit/form/values.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { PreOrderForecast, SupplierSelect } from './parts/lazy-parts.tsx';
import { WarehouseSelect } from './parts/warehouse-select.tsx';
import { BatchSelect } from './pre-warehouse/batch-select.tsx';
import { importFields } from './pre-warehouse/import-fields.ts';
import { movedText } from './pre-warehouse/moved.ts';
import { NextStep } from './pre-warehouse/next-step.tsx';
import { reasonFields } from './pre-warehouse/reason.ts';
import { StagedHistory } from './pre-warehouse/staged-history.tsx';
import { ViewSwitch } from './pre-warehouse/view-switch.tsx';

const Batches = lazyWithRetry(() => import('./pre-warehouse/batches.tsx'));
const MoveBatch = lazyWithRetry(() => import('./pre-warehouse/move-batch.tsx'));

const { toCheck, ready, checkFailed } = stagedStatus.is;
const isOpen = ({ status }: { status: number }) => status === toCheck || status === ready || status === checkFailed;

/** The pre-warehouse: the batches of numbers on their way into stock, and the numbers themselves. */
export default resourcePage(preWarehouse, {
  front: ({ onRows, onStart }) => (
    <InlineLoadBoundary>
      <Suspense fallback={<Skeleton active />}>
        <Batches onNumbers={onRows} onImport={() => onStart('import')} />
      </Suspense>
    </InlineLoadBoundary>
  ),
  summary: ({ onFront }) => (
    <div>
      <ViewSwitch value="numbers" onChange={onFront} />
    </div>
  ),
  search: (fields) =>
    first(
      withInputs(without(fields, 'supplierName'), { batchNo: BatchSelect, warehouseCode: WarehouseSelect }),
      'batchNo',
      'number',
      'status',
    ),
  leading: ['number', 'countryCode', 'status', 'checkStatus', 'batchName', 'warehouseName', 'numberType', 'capability'],
  columns: {
    checkStatus: {
      render: ({ checkStatus: value, checkReason }) => (
        <span title={checkReason ?? undefined}>
          <DictValue dictionary={checkStatus} value={value} />
        </span>
      ),
    },
  },
  form: {
    fields: (fields) =>
      withInputs(without(fields, 'supplierName'), { warehouseCode: WarehouseSelect, supplierId: SupplierSelect }),
  },
  isEditable: isOpen,
  isRemovable: isOpen,
  toolbarActions: [
    importAction(preWarehouse, {
      call: 'import',
      inspect: 'inspect',
      template: 'template',
      commit: 'import-commit',
      readAs: 'import-country',
      correct: 'import-correct',
      discard: 'void',
      fields: withInputs(importFields, { warehouseCode: WarehouseSelect, supplierId: SupplierSelect }),
      reasons: numberReject,
      remembered: ['countryCode', 'supplierId', 'provenanceNote', 'warehouseCode'],
      paste: { zh: '或在此粘贴号码，每行一个', en: 'Or paste numbers here, one per line' },
      preview: (batchNo) => <PreOrderForecast batchNo={batchNo} />,
      next: (done) => <NextStep {...done} />,
      accept: '.txt,.csv,.xlsx,.zip',
      help: {
        zh: '每行一个号码，或使用模板中的列。文件里没有写的内容按下面的默认值处理。',
        en: 'One number per line, or the template columns. Missing values use the defaults below.',
      },
    }),
  ],
  rowActions: [
    {
      key: 'into-warehouse',
      label: { zh: '入库', en: 'Move to stock' },
      permission: 'into-warehouse',
      isOffered: ({ status }) => status === ready,
      call: 'into-warehouse',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '已入库', en: 'Moved to stock' },
    },
    {
      key: 'batch-into-warehouse',
      on: 'selection',
      label: { zh: '批量入库', en: 'Move to stock' },
      permission: 'into-warehouse',
      confirm: (rows) => ({ zh: `将选中的 ${rows.length} 个号码入库？`, en: `Move ${rows.length} numbers to stock?` }),
      call: 'batch-into-warehouse',
      done: (_rows, answer) => movedText(answer),
    },
    {
      key: 'stock-batch',
      label: { zh: '整批入库', en: 'Move batch to stock' },
      permission: 'into-warehouse',
      isOffered: ({ status }) => status === ready,
      panel: ({ rows: [row], onClose }) => (row ? <MoveBatch {...row} onClose={onClose} /> : null),
    },
    {
      key: 'void',
      label: { zh: '作废批次', en: 'Void batch' },
      permission: 'void',
      isDangerous: true,
      isOffered: isOpen,
      confirm: ([row]) => ({
        zh: `批次「${row?.batchName}」中待校验、待入库和校验失败的号码将全部作废，无法恢复；已入库的号码保留在库存中。`,
        en: `All numbers of “${row?.batchName}” that are not in stock yet become void. This cannot be undone. Numbers in stock are kept.`,
      }),
      fields: reasonFields,
      call: 'void',
      input: ([row], values) => ({ batchNo: row?.batchNo, ...values }),
      done: { zh: '批次已作废', en: 'Batch voided' },
    },
  ],
  unmentioned: ['warehouseCode', 'supplierId'],
  detail: (row) => <StagedHistory row={row} />,
});
