import { decimal } from './decimal.tsx';
import { inputFor, type KindView } from './kind.ts';
import { MoneyInput } from './money.tsx';

export const percent: KindView = {
  ...decimal,
  Cell: ({ value }) => <span className="kit-number">{String(value)} %</span>,
  Input: inputFor<string>(({ field: _field, ...control }) => <MoneyInput {...control} suffix="%" />),
};
