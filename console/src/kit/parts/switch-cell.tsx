import { startTransition, useOptimistic } from 'react';
import { showError } from '../feedback.tsx';
import './switch-cell.css';

interface SwitchCellProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isAllowed?: boolean;
  /** Calls the server and waits until the row has been refetched; a refusal moves the switch back. */
  readonly onSwitch: (isOn: boolean) => Promise<unknown>;
}

/** A switch in a row. It moves at once and back when the server refuses; a second click meanwhile does nothing. */
export function SwitchCell({ label, isOn, isAllowed = true, onSwitch }: SwitchCellProps) {
  const [state, show] = useOptimistic({ isOn, isBusy: false });
  const turn = (wanted: boolean): void =>
    startTransition(async () => {
      show({ isOn: wanted, isBusy: true });
      await onSwitch(wanted).catch((error: unknown) => showError(error, () => turn(wanted)));
    });
  return (
    <button
      type="button"
      role="switch"
      className="kit-switch"
      aria-label={label}
      aria-checked={state.isOn}
      aria-busy={state.isBusy || undefined}
      disabled={!isAllowed}
      onClick={(event) => {
        event.stopPropagation();
        if (!state.isBusy) turn(!state.isOn);
      }}
    />
  );
}
