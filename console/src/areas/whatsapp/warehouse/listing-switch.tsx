import { stockStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { notifyOutcome } from '../../../kit/list/actions/use-actions.tsx';
import { SwitchCell } from '../../../kit/parts/switch-cell.tsx';
import { useCan } from '../../../kit/permission.tsx';

const { available, unlisted } = stockStatus.is;

/** Whether a number is offered for sale; only numbers in stock can be delisted or relisted. */
export function ListingSwitch({ row }: { row: { readonly id: string; readonly stockStatus: number } }) {
  const t = useText();
  const canEdit = useCan('whatsapp/warehouse:edit');
  if (row.stockStatus !== available && row.stockStatus !== unlisted) return <Nothing />;
  return (
    <SwitchCell
      label={t({ zh: '上架', en: 'For sale' })}
      isOn={row.stockStatus === available}
      isAllowed={canEdit}
      onSwitch={async (isOn) => {
        const data = await call(warehouse, 'update-status', { ids: row.id, status: isOn ? available : unlisted });
        notifyOutcome(data, isOn ? { zh: '已上架', en: 'Put on sale' } : { zh: '已下架', en: 'Taken off sale' });
        await invalidate(warehouse);
      }}
    />
  );
}
