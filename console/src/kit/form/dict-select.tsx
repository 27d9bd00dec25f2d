import { type Dictionary, offeredEntries } from '@trade-assistant/contract/kit/dictionary.ts';
import Select from 'antd/es/select';
import { useDictionary } from '../dictionaries.ts';
import { useLocale } from '../i18n.ts';
import { SEARCH_ICON } from '../icons/library-icons.tsx';
import type { ControlProps } from './control.ts';

interface DictSelectProps extends ControlProps<number> {
  readonly dictionary: Dictionary;
  readonly isClearable?: boolean;
  readonly isSealedOffered?: boolean;
  /** The values to choose from; by default all. */
  readonly only?: readonly number[];
}

/** Chooses a value of a dictionary; offers a sealed one only if it is the current value, or in a search. */
export function DictSelect({
  dictionary: declared,
  isClearable = true,
  isSealedOffered = false,
  only,
  onChange,
  value,
  ...rest
}: DictSelectProps) {
  const locale = useLocale();
  const dictionary = useDictionary(declared);
  const entries = isSealedOffered ? Object.values(dictionary.entries) : offeredEntries(dictionary, value ?? null);
  const chosen = only ? entries.filter((entry) => only.includes(entry.value)) : entries;
  const options = chosen.map((entry) => ({ value: entry.value, label: entry[locale] }));
  return (
    <Select<number>
      {...rest}
      className="kit-fill"
      allowClear={isClearable}
      showSearch={options.length > 8 ? { searchIcon: SEARCH_ICON, optionFilterProp: 'label' } : false}
      options={options}
      value={value ?? null}
      onChange={(picked) => onChange?.(picked ?? null)}
    />
  );
}
