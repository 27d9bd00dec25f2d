import Switch from 'antd/es/switch';
import { DictValue } from '../fields/status.tsx';
import type { ControlProps } from '../form/control.ts';
import { DictSelect } from '../form/dict-select.tsx';
import { DictionaryFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

export const dictionary: KindView = {
  Cell: ({ field, value }) =>
    field.dictionary ? <DictValue dictionary={field.dictionary} value={Number(value)} /> : String(value),
  Input: inputFor<number>(({ field, ...control }) =>
    field.dictionary ? (
      <DictSelect {...control} dictionary={field.dictionary} isClearable={!field.options.required} />
    ) : null,
  ),
  Filter: DictionaryFilter,
};

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
