import { priceStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { notifyOutcome } from '../../../kit/list/actions/use-actions.tsx';
import { SwitchCell } from '../../../kit/parts/switch-cell.tsx';
import { useCan } from '../../../kit/permission.tsx';

const { enabled, disabled } = priceStatus.is;

/** A price's state, with a switch for enabled and disabled prices. */
export function StatusSwitch({ row }: { row: { readonly id: string; readonly status: number } }) {
  const t = useText();
  const canEdit = useCan('whatsapp/price-configure:edit');
  const isSwitched = row.status === enabled || row.status === disabled;
  return (
    <span className="kit-toolbar-main">
      {isSwitched && canEdit && (
        <SwitchCell
          label={t({ zh: '启用', en: 'Enabled' })}
          isOn={row.status === enabled}
          onSwitch={async (isOn) => {
            const data = await call(priceConfigure, 'update-status', { ids: row.id, status: isOn ? 1 : 0 });
            notifyOutcome(data, isOn ? { zh: '已启用', en: 'Enabled' } : { zh: '已停用', en: 'Disabled' });
            await invalidate(priceConfigure);
          }}
        />
      )}
      <DictValue dictionary={priceStatus} value={row.status} />
    </span>
  );
}
