import Switch from 'antd/es/switch';
import { useState } from 'react';
import { showError } from '../feedback.tsx';

interface SwitchCellProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isAllowed?: boolean;
  readonly onSwitch: (isOn: boolean) => Promise<unknown>;
}

/** A yes or no of a row that is changed where it stands. It moves when the server has agreed. */
export function SwitchCell({ label, isOn, isAllowed = true, onSwitch }: SwitchCellProps) {
  const [isBusy, setBusy] = useState(false);
  const turn = (wanted: boolean) => {
    setBusy(true);
    onSwitch(wanted)
      .catch((error: unknown) => showError(error, () => turn(wanted)))
      .finally(() => setBusy(false));
  };
  return (
    <Switch
      size="small"
      aria-label={label}
      checked={isOn}
      loading={isBusy}
      disabled={!isAllowed}
      onChange={(wanted, event) => {
        event.stopPropagation();
        turn(wanted);
      }}
    />
  );
}
