import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import Checkbox from 'antd/es/checkbox';
import Select from 'antd/es/select';
import { useDictionary } from '../dictionaries.ts';
import { BitsValue } from '../fields/status.tsx';
import type { ControlProps } from '../form/control.ts';
import { useLocale } from '../i18n.ts';
import { type FilterProps, inputFor, type KindView } from './kind.ts';

const membersOf = (dictionary: Dictionary, sum: number) =>
  Object.values(dictionary.entries).filter(({ value }) => (sum & value) !== 0);
const sumOf = (values: readonly number[]) => values.reduce((sum, bit) => sum | bit, 0);

/** A set of values as checkboxes; its own value is the sum of their bits. */
function SetInput({
  dictionary: declared,
  value,
  onChange,
  disabled,
  id,
}: ControlProps<number> & { dictionary: Dictionary }) {
  const locale = useLocale();
  const dictionary = useDictionary(declared);
  const offered = Object.values(dictionary.entries).filter(
    (entry) => !entry.isSealed || ((value ?? 0) & entry.value) !== 0,
  );
  return (
    <Checkbox.Group
      {...(id ? { id } : {})}
      disabled={disabled ?? false}
      options={offered.map((entry) => ({ value: entry.value, label: entry[locale] }))}
      value={membersOf(dictionary, value ?? 0).map((entry) => entry.value)}
      onChange={(chosen) => onChange?.(sumOf(chosen))}
    />
  );
}

function SetFilter(props: FilterProps) {
  const { dictionary } = props.field;
  return dictionary ? <SetChoice {...props} dictionary={dictionary} /> : null;
}

function SetChoice({ id, name, dictionary: declared, plain, onChange }: FilterProps & { dictionary: Dictionary }) {
  const locale = useLocale();
  const dictionary = useDictionary(declared);
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      className="kit-fill"
      value={membersOf(dictionary, Number(plain ?? 0)).map(({ value }) => value)}
      options={Object.values(dictionary.entries).map((entry) => ({ value: entry.value, label: entry[locale] }))}
      onChange={(picked) => onChange({ [name]: picked.length === 0 ? undefined : String(sumOf(picked)) }, true)}
    />
  );
}

export const dictionarySet: KindView = {
  Cell: ({ field, value }) =>
    field.dictionary ? <BitsValue dictionary={field.dictionary} value={Number(value)} /> : String(value),
  Input: inputFor<number>(({ field, ...control }) =>
    field.dictionary ? <SetInput {...control} dictionary={field.dictionary} /> : null,
  ),
  Filter: SetFilter,
  width: 180,
  wraps: 'whole',
  isWide: () => true,
};
