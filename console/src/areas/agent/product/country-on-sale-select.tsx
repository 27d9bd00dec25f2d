import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import Select from 'antd/es/select';
import { useCall } from '../../../kit/client/query.ts';
import { Flag } from '../../../kit/fields/country.tsx';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useLocale } from '../../../kit/i18n.ts';
import { SEARCH_ICON } from '../../../kit/icons/library-icons.tsx';
import { countText } from '../../../kit/parts/figures.tsx';

/** Chooses a country with products on sale, and shows their number. */
export function CountryOnSaleSelect({ value, onChange, ...rest }: ControlProps<string>) {
  const locale = useLocale();
  const { data, isFetching } = useCall(agentProduct, 'bulk-country-select', {}, { staleMillis: 60_000 });
  const options = (data ?? []).map((country) => ({
    value: country.value,
    label: locale === 'zh' ? country.label : country.labelEn,
    words: `${country.value} ${country.label} ${country.labelEn} +${country.dialCode}`.toLowerCase(),
    stock: country.stock,
  }));
  return (
    <Select
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{
        searchIcon: SEARCH_ICON,
        filterOption: (typed, option) => (option?.words ?? '').includes(typed.trim().toLowerCase()),
      }}
      options={options}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
      optionRender={({ data: option }) => (
        <span className="kit-country">
          <Flag code={option.value} />
          {option.label}
          <span className="kit-unit">{countText(option.stock)}</span>
        </span>
      )}
    />
  );
}
