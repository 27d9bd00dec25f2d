import { param } from '@trade-assistant/contract/areas/system/param.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { SwitchCell } from '../../../kit/parts/switch-cell.tsx';
import { useCan } from '../../../kit/permission.tsx';

/** Whether a parameter stands on the control panel, switched where it is listed. */
export function PanelSwitch({ row: { id, version, controlPanel } }: { row: WireRowOf<typeof param> }) {
  const t = useText();
  return (
    <SwitchCell
      label={t({ zh: '控制面板', en: 'On the control panel' })}
      isOn={controlPanel === 1}
      isAllowed={useCan('system/param:edit')}
      onSwitch={async (isOn) => {
        await call(param, 'submit', { id, version, controlPanel: isOn ? 1 : 0 });
        await invalidate(param);
      }}
    />
  );
}
