import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import Input from 'antd/es/input/Input';
import { cleanMoney, settledMoney } from '../fields/money.ts';
import { MoneyValue } from '../fields/money-value.tsx';
import type { ControlProps } from '../form/control.ts';
import { NumberFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

/** An amount that stays text from input to wire: it is never converted to a float. */
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
  // Where a row does not name its currency, it is that of the books.
  Cell: ({ field, value, currency = BOOK_CURRENCY }) => (
    <MoneyValue wire={String(value)} currency={currency} decimals={field.decimals} />
  ),
  // A record has room for the whole amount.
  Detail: ({ value, currency = BOOK_CURRENCY }) => <MoneyValue wire={String(value)} currency={currency} decimals={6} />,
  Input: inputFor<string>(({ field: _field, ...control }) => <MoneyInput {...control} />),
  Filter: NumberFilter,
  // With room for the currency.
  isRightAligned: true,
};

export const decimal: KindView = {
  Cell: ({ value }) => <span className="kit-number">{String(value)}</span>,
  Input: inputFor<string>(({ field: _field, ...control }) => <MoneyInput {...control} />),
  Filter: NumberFilter,
  isRightAligned: true,
};

export const percent: KindView = {
  ...decimal,
  Cell: ({ value }) => <span className="kit-number">{String(value)} %</span>,
  Input: inputFor<string>(({ field: _field, ...control }) => <MoneyInput {...control} suffix="%" />),
};
