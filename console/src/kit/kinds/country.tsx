import { CountryValue } from '../fields/country.tsx';
import { Nothing } from '../fields/status.tsx';
import { CountriesSelect, CountrySelect } from '../form/country-select.tsx';
import { inputFor, type KindView, type ValueProps } from './kind.ts';
import { tags } from './tags.tsx';

export const country: KindView = {
  Cell: ({ value }) => <CountryValue code={String(value)} />,
  Input: inputFor<string>(({ field, ...control }) => (
    <CountrySelect {...control} isAnyAllowed={field.isAnyAllowed ?? false} />
  )),
  Filter: ({ id, name, plain, onChange }) => (
    <CountrySelect id={id} value={plain ?? null} onChange={(code) => onChange({ [name]: code ?? undefined }, true)} />
  ),
};

const Countries = ({ value }: ValueProps) => {
  const codes = Array.isArray(value) ? value.map(String) : [];
  return codes.length === 0 ? (
    <Nothing />
  ) : (
    <span className="kit-countries">
      {codes.map((code) => (
        <CountryValue key={code} code={code} />
      ))}
    </span>
  );
};

export const countries: KindView = {
  ...tags,
  Cell: Countries,
  Detail: Countries,
  Input: inputFor<string[]>(({ field: _field, ...control }) => <CountriesSelect {...control} />),
  width: 200,
};
