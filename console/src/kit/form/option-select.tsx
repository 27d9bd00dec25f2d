import Select, { type SelectProps } from 'antd/es/select';
import { SEARCH_ICON } from '../icons/library-icons.tsx';
import type { ControlProps } from './control.ts';

interface OptionSelectProps extends ControlProps<string> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The options are on their way. */
  readonly isFetching?: boolean;
  /** Fetches options for the typed text; without it the given options are searched by label. */
  readonly onSearch?: (typed: string) => void;
}

/** One of a few options that a screen fetched. A value that is not offered (any more, or to this reader) is still readable. */
export function OptionSelect({ value, onChange, options, isFetching = false, onSearch, ...rest }: OptionSelectProps) {
  const isMissing = value && !options.some((option) => option.value === value);
  const search: SelectProps['showSearch'] = onSearch
    ? { searchIcon: SEARCH_ICON, filterOption: false, onSearch }
    : { searchIcon: SEARCH_ICON, optionFilterProp: 'label' };
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={search}
      options={isMissing ? [{ value, label: value }, ...options] : [...options]}
      value={value || null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}
