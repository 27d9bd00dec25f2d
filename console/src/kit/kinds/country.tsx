import { CountryValue } from '../fields/country.tsx';
import { CountrySelect } from '../form/country-select.tsx';
import { inputFor, type KindView } from './kind.ts';

export const country: KindView = {
  Cell: ({ value }) => <CountryValue code={String(value)} />,
  Input: inputFor<string>(({ field, ...control }) => (
    <CountrySelect {...control} isAnyAllowed={field.isAnyAllowed ?? false} />
  )),
  Filter: ({ id, name, plain, onChange }) => (
    <CountrySelect id={id} value={plain ?? null} onChange={(code) => onChange({ [name]: code ?? undefined }, true)} />
  ),
  width: 150,
};
