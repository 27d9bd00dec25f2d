import { inventory } from '@trade-assistant/contract/areas/whatsapp/inventory.ts';
import { yesNo } from '@trade-assistant/contract/kit/dictionary.ts';
import { dict } from '@trade-assistant/contract/kit/field.ts';
import { useSession } from '../../kit/client/session.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { Nothing, Status } from '../../kit/fields/status.tsx';
import type { ControlProps } from '../../kit/form/control.ts';
import { first, type NamedFields, withInputs, without } from '../../kit/form/values.ts';
import { FlagSwitch } from '../../kit/kinds/dictionary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Restock } from './inventory/restock.tsx';
import { RowsLink, since } from './inventory/rows-link.tsx';
import { StockByCountry } from './inventory/stock-by-country.tsx';
import { StockBar } from './parts/stock-bar.tsx';
import { WarehouseSelect } from './parts/warehouse-select.tsx';

const Extract = lazyWithRetry(() => import('./inventory/extract.tsx'));
const StockTake = lazyWithRetry(() => import('./inventory/stock-take.tsx'));

/** A filter that is on or not set. */
const OnlySwitch = ({ onChange, ...control }: ControlProps<number>) => (
  <span>
    <FlagSwitch {...control} onChange={(value) => onChange?.(value === 1 ? 1 : null)} />
  </span>
);

/** Filters of the list that are no fields of a row. */
const marks: NamedFields = {
  alertOnly: dict(yesNo, { label: { zh: '仅低库存', en: 'Low stock only' }, search: 'equal' }),
  zeroOnly: dict(yesNo, { label: { zh: '仅零库存', en: 'Out of stock only' }, search: 'equal' }),
};

/** Inventory: stock by kind of number, and taking numbers out of it. */
export default resourcePage(inventory, {
  summary: ({ filters }) => <StockByCountry filters={filters} />,
  search: (fields) => {
    const { permissions } = useSession.getState();
    // Agents see neither warehouses nor the limits of low stock.
    const hidden = [
      ...(permissions.has('whatsapp/warehouse:view') ? [] : ['warehouseCode']),
      ...(permissions.has('whatsapp/inventory:totals') ? [] : ['alertOnly']),
    ];
    const all = withInputs({ ...fields, ...marks }, { warehouseCode: WarehouseSelect, alertOnly: OnlySwitch });
    return first(without(all, ...hidden), 'countryCode', 'warehouseCode', 'alertOnly');
  },
  leading: ['countryCode', 'numberType', 'sellable', 'sold7d', 'daysOfCover', 'total', 'alert', 'warehouseName'],
  columns: {
    total: {
      title: { zh: '库存构成', en: 'Breakdown' },
      align: 'left',
      render: (row) => <StockBar counts={{ ...row, locked: row.lockedForPreorder }} />,
    },
    lockedForPreorder: {
      render: (row) => <RowsLink row={row} of="lockedForPreorder" filter={{ stockStatus_in: '7' }} />,
    },
    soldToday: { render: (row) => <RowsLink row={row} of="soldToday" filter={{ stockStatus_in: '2', ...since(0) }} /> },
    sold7d: { render: (row) => <RowsLink row={row} of="sold7d" filter={{ stockStatus_in: '2', ...since(6) }} /> },
    alert: {
      width: 110,
      render: ({ alert, lowStockThreshold }) =>
        alert === 1 ? (
          <span title={lowStockThreshold === null ? undefined : `≤ ${lowStockThreshold}`}>
            <Status tone="attention" words={{ zh: '低库存', en: 'Low' }} />
          </span>
        ) : (
          <Nothing />
        ),
    },
  },
  toolbarActions: [
    {
      key: 'extract',
      label: { zh: '提取号码', en: 'Withdraw numbers' },
      permission: 'extract',
      isPrimary: true,
      panel: ({ onClose }) => <Extract onClose={onClose} />,
    },
    {
      key: 'stock-take',
      label: { zh: '导出盘点表', en: 'Export stock count' },
      permission: 'export',
      panel: ({ onClose }) => <StockTake onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'extract',
      label: { zh: '提取', en: 'Withdraw' },
      permission: 'extract',
      isOffered: ({ sellable }) => sellable > 0,
      panel: ({ rows: [row], onClose }) => <Extract kind={row} onClose={onClose} />,
    },
    {
      key: 'stock-take',
      label: { zh: '导出盘点表', en: 'Export stock count' },
      permission: 'export',
      panel: ({ rows: [row], onClose }) => <StockTake kind={row} onClose={onClose} />,
    },
    {
      key: 'restock',
      label: { zh: '导入补货', en: 'Restock' },
      isOffered: ({ alert }) => alert === 1 && useSession.getState().permissions.has('whatsapp/pre-warehouse:import'),
      panel: ({ rows: [row], onClose }) => (row ? <Restock kind={row} onClose={onClose} /> : null),
    },
  ],
  unmentioned: ['warehouseCode'],
});
