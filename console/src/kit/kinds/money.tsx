import Input from 'antd/es/input/Input';
import { cleanMoney, settledMoney } from '../fields/money.ts';
import { MoneyValue } from '../fields/money-value.tsx';
import type { ControlProps } from '../form/control.ts';
import { NumberFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

/** An amount as text from the first key to the wire: no float ever holds it. */
export function MoneyInput({ value, onChange, onBlur, suffix, ...rest }: ControlProps<string> & { suffix?: string }) {
  return (
    <Input
      {...rest}
      {...(suffix ? { suffix } : {})}
      inputMode="decimal"
      autoComplete="off"
      className="kit-number kit-money-input"
      value={value ?? ''}
      onChange={(event) => onChange?.(cleanMoney(event.target.value, { negative: true }))}
      onBlur={() => {
        if (value) onChange?.(settledMoney(value) || null);
        onBlur?.();
      }}
    />
  );
}

export const money: KindView = {
  Cell: ({ field, value, currency }) => (
    <MoneyValue wire={String(value)} currency={currency} decimals={field.decimals} />
  ),
  Input: inputFor<string>(({ field: _field, ...control }) => <MoneyInput {...control} />),
  Filter: NumberFilter,
  // With room for the currency.
  width: 130,
  isRightAligned: true,
};
