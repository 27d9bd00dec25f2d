import { supplier } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { withInputs } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { WarehouseSelect } from './parts/warehouse-select.tsx';
import { SupplierBalance } from './supplier/balance.tsx';
import { SupplierBatches } from './supplier/batches.tsx';
import { MergedSuppliers } from './supplier/merged.tsx';

const MergePanel = lazyWithRetry(() => import('./supplier/merge-panel.tsx'));

/** Suppliers of numbers: contacts, terms, papers, and the failure rate of their batches. */
export default resourcePage(supplier, {
  leading: [
    'supplierName',
    'record',
    'stockedCount',
    'failedCount',
    'failureRate',
    'batchCount',
    'paymentTerms',
    'status',
  ],
  columns: {
    supplierCode: { isHiddenAtFirst: true },
  },
  form: { fields: (fields) => withInputs(fields, { warehouseCode: WarehouseSelect }) },
  rowActions: [
    {
      key: 'merge',
      label: { zh: '合并', en: 'Merge' },
      permission: 'merge',
      panel: ({ rows: [row], onClose }) => row && <MergePanel row={row} onClose={onClose} />,
    },
  ],
  tabs: [
    { key: 'batches', label: { zh: '批次', en: 'Batches' }, render: (row) => <SupplierBatches row={row} /> },
    {
      key: 'balance',
      label: { zh: '往来', en: 'Balance' },
      permission: 'whatsapp/supplier-claim:view',
      render: ({ id }) => <SupplierBalance supplierId={id} />,
    },
    { key: 'merged', label: { zh: '合并记录', en: 'Merges' }, render: ({ id }) => <MergedSuppliers id={id} /> },
  ],
});
