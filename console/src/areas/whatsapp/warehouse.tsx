import { stockStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { first, withInputs, without } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { WarehouseSelect } from './parts/warehouse-select.tsx';
import { ItemHistory } from './warehouse/item-history.tsx';
import { ListingSwitch } from './warehouse/listing-switch.tsx';
import { WarehouseTotals } from './warehouse/warehouse-totals.tsx';

const SurviveDialog = lazyWithRetry(() => import('./warehouse/survive-dialog.tsx'));

const { available, unlisted, quarantine, retired, locked } = stockStatus.is;
/** Numbers whose status is not checked. */
const UNCHECKED: readonly number[] = [quarantine, retired, locked];

/** The warehouse: every number in stock with its status. */
export default resourcePage(warehouse, {
  list: 'page',
  summary: () => <WarehouseTotals />,
  search: (fields) =>
    first(
      withInputs(without(fields, 'outboundId'), { warehouseCode: WarehouseSelect }),
      'number',
      'countryCode',
      'stockStatus',
      'warehouseCode',
    ),
  leading: ['number', 'countryCode', 'stockStatus', 'onSale', 'surviveStatus', 'warehouseName', 'agentName'],
  columns: {
    onSale: {
      isHiddenAtFirst: false,
      wraps: false,
      render: (row) => <ListingSwitch row={row} />,
    },
  },
  rowActions: [
    {
      key: 'list',
      on: 'both',
      label: { zh: '上架', en: 'Put on sale' },
      permission: 'edit',
      isOffered: (row) => row.stockStatus === unlisted,
      call: 'update-status',
      input: (rows) => ({ ids: rows.map(({ id }) => id).join(','), status: available }),
      done: { zh: '已上架', en: 'Put on sale' },
    },
    {
      key: 'unlist',
      on: 'both',
      label: { zh: '下架', en: 'Take off sale' },
      permission: 'edit',
      isOffered: (row) => row.stockStatus === available,
      confirm: (rows) => ({
        zh: `下架 ${rows.length} 个号码？下架后不再销售。`,
        en: fill('Unlist {n} {n|number|numbers}? {n|It is|They are} no longer sold then.', { n: rows.length }),
      }),
      call: 'update-status',
      input: (rows) => ({ ids: rows.map(({ id }) => id).join(','), status: unlisted }),
      done: { zh: '已下架', en: 'Taken off sale' },
    },
    {
      key: 'survive',
      on: 'both',
      label: { zh: '存活检测', en: 'Status check' },
      permission: 'survive',
      isOffered: (row) => !UNCHECKED.includes(row.stockStatus),
      panel: ({ rows, onClose }) => <SurviveDialog ids={rows.map(({ id }) => id)} onClose={onClose} />,
    },
  ],
  unmentioned: ['warehouseCode', 'assignedTo', 'outboundId', 'currency'],
  detail: (row) => <ItemHistory row={row} />,
});
