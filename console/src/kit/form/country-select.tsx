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
  const locale = useLocale();
  const countries = useCountries();
  const options = useMemo(() => {
    const known = [...countries.values()].map(({ code, name, dialCode, words }) => ({
      value: code,
      name,
      dialCode,
      words,
    }));
    if (isAnyAllowed) known.unshift({ value: '*', name: countryName('*', locale), dialCode: '', words: '* all 所有' });
    // A value the list does not offer (any more) must still be readable.
    if (value && !known.some((option) => option.value === value))
      known.unshift({ value, name: countryName(value, locale), dialCode: '', words: value.toLowerCase() });
    return known;
  }, [countries, isAnyAllowed, locale, value]);
  return (
    <Select
      {...rest}
      className="kit-fill"
      allowClear
      showSearch={{
        searchIcon: SEARCH_ICON,
        filterOption: (typed, option) => (option?.words ?? '').includes(typed.trim().toLowerCase()),
        filterSort: (a, b, { searchValue }) => rankOf(a, searchValue) - rankOf(b, searchValue),
      }}
      options={options}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
      labelRender={({ value: code }) => (
        <CountryOption
          code={String(code)}
          name={options.find((option) => option.value === code)?.name ?? String(code)}
        />
      )}
      optionRender={({ data }) => <CountryOption code={data.value} name={data.name} dialCode={data.dialCode} />}
    />
  );
}

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
