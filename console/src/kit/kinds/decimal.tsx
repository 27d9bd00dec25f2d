import { NumberFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';
import { MoneyInput } from './money.tsx';

export const decimal: KindView = {
  Cell: ({ value }) => <span className="kit-number">{String(value)}</span>,
  Input: inputFor<string>(({ field: _field, ...control }) => <MoneyInput {...control} />),
  Filter: NumberFilter,
  isRightAligned: true,
};
