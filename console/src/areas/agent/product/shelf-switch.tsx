import { shelfStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { SwitchCell } from '../../../kit/parts/switch-cell.tsx';
import { useCan } from '../../../kit/permission.tsx';

const { on, off } = shelfStatus.is;

/** Switches whether a product is on sale. */
export function ShelfSwitch({
  row,
}: {
  row: { readonly id: string; readonly version: number; readonly shelfStatus: number };
}) {
  const t = useText();
  const canEdit = useCan('agent/product:edit');
  return (
    <span className="kit-toolbar-main">
      {canEdit && (
        <SwitchCell
          label={t({ zh: '上架', en: 'Put on sale' })}
          isOn={row.shelfStatus !== off}
          onSwitch={async (isOn) => {
            await call(agentProduct, 'update', { id: row.id, version: row.version, shelfStatus: isOn ? on : off });
            showSuccess(isOn ? { zh: '已上架', en: 'Put on sale' } : { zh: '已下架', en: 'Taken off sale' });
            await invalidate(agentProduct);
          }}
        />
      )}
      <DictValue dictionary={shelfStatus} value={row.shelfStatus} />
    </span>
  );
}
