import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import Select from 'antd/es/select';
import { useLocale } from '../i18n.ts';
import { SEARCH_ICON } from '../icons/library-icons.tsx';
import type { ControlProps } from './control.ts';

/** One value of a dictionary. */
export function DictSelect({
  dictionary,
  isClearable = true,
  onChange,
  value,
  ...rest
}: ControlProps<number> & { dictionary: Dictionary; isClearable?: boolean }) {
  const locale = useLocale();
  const options = Object.values(dictionary.entries).map((entry) => ({ value: entry.value, label: entry[locale] }));
  return (
    <Select<number>
      {...rest}
      className="kit-fill"
      allowClear={isClearable}
      showSearch={options.length > 8 ? { searchIcon: SEARCH_ICON, optionFilterProp: 'label' } : false}
      options={options}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}
