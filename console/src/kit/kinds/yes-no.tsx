import Switch from 'antd/es/switch';
import type { ControlProps } from '../form/control.ts';
import { dictionary } from './dictionary.tsx';
import { inputFor, type KindView } from './kind.ts';

/** 0 or 1 as a switch. */
export function FlagSwitch({ value, onChange, disabled, id }: ControlProps<number>) {
  return (
    <Switch
      {...(id ? { id } : {})}
      disabled={disabled ?? false}
      checked={Number(value ?? 0) === 1}
      onChange={(isOn) => onChange?.(isOn ? 1 : 0)}
    />
  );
}

export const yesNo: KindView = { ...dictionary, Input: inputFor(FlagSwitch) };
