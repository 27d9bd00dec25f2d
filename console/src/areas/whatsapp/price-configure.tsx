import { priceStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { TierTable } from '../../features/prices/tier-table.tsx';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { first } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { priceFields, toApproval } from './price-configure/price-form.tsx';
import { StatusSwitch } from './price-configure/status-switch.tsx';

const PriceMatrix = lazyWithRetry(() => import('./price-configure/price-matrix.tsx'));
const PreviousVersion = lazyWithRetry(() => import('./price-configure/previous-version.tsx'));
const BatchSetting = lazyWithRetry(() => import('./price-configure/batch-setting.tsx'));
const CurrentPrices = lazyWithRetry(() => import('../../features/prices/current-prices.tsx'));

const { enabled, disabled, expired } = priceStatus.is;

/** The sales price book. Editing a price that was used opens its next version. */
export default resourcePage(priceConfigure, {
  search: (fields) => first(fields, 'businessType', 'serviceType', 'countryCode', 'status'),
  startFilters: { businessType: String(businessType.is.whatsapp), serviceType: String(serviceType.is.number) },
  leading: [
    'countryCode',
    'serviceType',
    'filterType',
    'activePeriod',
    'agentLevel',
    'salePrice',
    'costPrice',
    'status',
  ],
  columns: {
    currency: { isHiddenAtFirst: true },
    status: { render: (row) => <StatusSwitch row={row} /> },
  },
  form: { fields: priceFields, followUp: toApproval },
  isEditable: ({ status }) => status !== expired,
  toolbarActions: [
    {
      key: 'matrix',
      label: { zh: '价格矩阵', en: 'Price matrix' },
      permission: 'edit',
      parameter: 'matrix',
      panel: ({ onClose }) => <PriceMatrix onClose={onClose} />,
    },
    {
      key: 'current',
      label: { zh: '当前价格', en: 'Current prices' },
      panel: ({ onClose }) => <CurrentPrices onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'enable',
      on: 'selection',
      label: { zh: '启用', en: 'Enable' },
      permission: 'edit',
      isOffered: ({ status }) => status === disabled,
      call: 'update-status',
      input: (rows) => ({ ids: rows.map(({ id }) => id).join(','), status: enabled }),
      done: { zh: '已启用', en: 'Enabled' },
    },
    {
      key: 'disable',
      on: 'selection',
      label: { zh: '停用', en: 'Disable' },
      permission: 'edit',
      isDangerous: true,
      isOffered: ({ status }) => status === enabled,
      confirm: (rows) => ({
        zh: `停用 ${rows.length} 条价格？没有价格的商品不能购买。`,
        en: `Disable ${rows.length} prices? Products without a price cannot be bought.`,
      }),
      call: 'update-status',
      input: (rows) => ({ ids: rows.map(({ id }) => id).join(','), status: disabled }),
      done: { zh: '已停用', en: 'Disabled' },
    },
    {
      key: 'previous',
      label: { zh: '恢复上一版本', en: 'Restore previous version' },
      permission: 'edit',
      isOffered: ({ priceVersion, status }) => priceVersion > 1 && status !== expired,
      panel: ({ rows: [row], onClose }) => (row ? <PreviousVersion row={row} onClose={onClose} /> : null),
    },
    {
      key: 'batch-setting',
      on: 'selection',
      label: { zh: '批量调价', en: 'Change prices' },
      permission: 'batch-setting',
      panel: ({ rows, onClose }) => <BatchSetting rows={rows} onClose={onClose} />,
    },
  ],
  unmentioned: ['tierJson'],
  detail: (row) => <TierFacts tiers={row.tierJson ?? []} currency={row.currency} />,
});

/** The tiers of a price, if any. */
function TierFacts({ tiers, currency }: { tiers: readonly { fromQty: number; price: string }[]; currency: string }) {
  const t = useText();
  if (tiers.length === 0) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '阶梯价', en: 'Tiers' })}</h2>
      <TierTable tiers={tiers} currency={currency} />
    </section>
  );
}
