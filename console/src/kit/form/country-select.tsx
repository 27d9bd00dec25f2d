import Select from 'antd/es/select';
import { useMemo } from 'react';
import { countryName, Flag, useCountries } from '../fields/country.tsx';
import { useLocale } from '../i18n.ts';
import { SEARCH_ICON } from '../icons/library-icons.tsx';
import type { ControlProps } from './control.ts';

interface CountrySelectProps extends ControlProps<string> {
  /** Offers `*`, every country. */
  readonly isAnyAllowed?: boolean;
}

/** A country by flag and name; found by code, either language's name or dial code. */
export function CountrySelect({ value, onChange, isAnyAllowed = false, ...rest }: CountrySelectProps) {
  const options = useOptions(value ? [value] : [], isAnyAllowed);
  return (
    <Select
      {...rest}
      {...lookOf(options)}
      options={options}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}

/** Several countries by flag and name. */
export function CountriesSelect({ value, onChange, ...rest }: ControlProps<string[]>) {
  const options = useOptions(value ?? []);
  return (
    <Select<string[], CountryChosen>
      {...rest}
      {...lookOf(options)}
      mode="multiple"
      options={options}
      value={value ?? []}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}

interface CountryChosen {
  readonly value: string;
  readonly name: string;
  readonly dialCode: string;
  readonly words: string;
}

/** Returns the countries on offer, and chosen ones that are no longer on offer. */
function useOptions(chosen: readonly string[], isAnyAllowed = false): CountryChosen[] {
  const locale = useLocale();
  const countries = useCountries();
  return useMemo(() => {
    const known = [...countries.values()].map(({ code, name, dialCode, words }) => ({
      value: code,
      name,
      dialCode,
      words,
    }));
    if (isAnyAllowed) known.unshift({ value: '*', name: countryName('*', locale), dialCode: '', words: '* all 所有' });
    const unknown = chosen.filter((code) => !known.some((option) => option.value === code));
    return [
      ...unknown.map((code) => ({
        value: code,
        name: countryName(code, locale),
        dialCode: '',
        words: code.toLowerCase(),
      })),
      ...known,
    ];
  }, [countries, isAnyAllowed, locale, chosen]);
}

const lookOf = (options: readonly CountryChosen[]) => ({
  className: 'kit-fill',
  allowClear: true,
  showSearch: {
    searchIcon: SEARCH_ICON,
    filterOption: (typed: string, option?: CountryChosen) => (option?.words ?? '').includes(typed.trim().toLowerCase()),
    filterSort: (a: CountryChosen, b: CountryChosen, { searchValue }: { searchValue: string }) =>
      rankOf(a, searchValue) - rankOf(b, searchValue),
  },
  labelRender: ({ value: code }: { value?: string | number | undefined }) => (
    <CountryOption code={String(code)} name={options.find((option) => option.value === code)?.name ?? String(code)} />
  ),
  optionRender: ({ data }: { data: CountryChosen }) => (
    <CountryOption code={data.value} name={data.name} dialCode={data.dialCode} />
  ),
});

/** `us` means the United States before Austria. */
function rankOf({ value, name }: { value: string; name: string }, typed: string): number {
  const wanted = typed.trim().toLowerCase();
  return value.toLowerCase() === wanted ? 0 : name.toLowerCase().startsWith(wanted) ? 1 : 2;
}

function CountryOption({ code, name, dialCode }: { code: string; name: string; dialCode?: string }) {
  return (
    <span className="kit-country">
      <Flag code={code} />
      {name}
      {dialCode && <span className="kit-unit"> +{dialCode}</span>}
    </span>
  );
}
