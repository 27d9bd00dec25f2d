import InputNumber from 'antd/es/input-number';
import type { ControlProps } from '../form/control.ts';
import { NumberFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

export function IntegerInput({
  value,
  onChange,
  ...rest
}: ControlProps<number> & { readonly suffix?: string; readonly min?: number }) {
  return (
    <InputNumber<number>
      {...rest}
      value={value ?? null}
      precision={0}
      className="kit-fill kit-number"
      onChange={(number) => onChange?.(number)}
    />
  );
}

export const integer: KindView = {
  Cell: ({ value }) => <span className="kit-number">{Number(value).toLocaleString('en-US')}</span>,
  Input: inputFor<number>(({ field: _field, ...control }) => <IntegerInput {...control} />),
  Filter: NumberFilter,
  isRightAligned: true,
};
