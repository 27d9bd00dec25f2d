import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import Select from 'antd/es/select';
import { useDictionary } from '../dictionaries.ts';
import { DictSelect } from '../form/dict-select.tsx';
import { useLocale, useText } from '../i18n.ts';
import { SearchText } from '../list/search/search-text.tsx';
import type { FilterProps } from './kind.ts';

/** A text to look for. */
export function TextFilter({ id, name, plain, onChange, inputRef }: FilterProps) {
  return (
    <SearchText
      id={id}
      {...(inputRef ? { ref: inputRef } : {})}
      value={plain ?? ''}
      onChange={(text) => onChange({ [name]: text }, false)}
      onClear={() => onChange({ [name]: undefined }, true)}
    />
  );
}

/** One phone number, a part of one, or several. */
export function PhoneFilter(props: FilterProps) {
  const t = useText();
  if (props.field.options.search !== 'like') return <TextFilter {...props} />;
  const { id, name, plain, onChange, inputRef } = props;
  return (
    <SearchText
      id={id}
      {...(inputRef ? { ref: inputRef } : {})}
      placeholder={t({ zh: '完整号码、开头或末几位，可多个', en: 'Whole, first or last digits; several' })}
      value={plain ?? ''}
      separator=", "
      onChange={(text) => onChange({ [name]: text }, false)}
      onClear={() => onChange({ [name]: undefined }, true)}
    />
  );
}

/** Of an ordered kind: from and to where the field is searched by range, else one value. */
export function NumberFilter(props: FilterProps) {
  const t = useText();
  const { id, name, from, to, onChange } = props;
  if (props.field.options.search !== 'range') return <TextFilter {...props} />;
  const box = (param: string, value: string | undefined, label: string, inputId?: string) => (
    <SearchText
      {...(inputId ? { id: inputId } : {})}
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      value={value ?? ''}
      tidy={(text) => text.replace(/[^\d.-]/g, '')}
      onChange={(text) => onChange({ [param]: text }, false)}
    />
  );
  return (
    <div className="kit-pair">
      {box(`${name}_ge`, from, t({ zh: '最小', en: 'Min' }), id)}
      <span aria-hidden="true">–</span>
      {box(`${name}_le`, to, t({ zh: '最大', en: 'Max' }))}
    </div>
  );
}

/** One value of a dictionary, or several where the field is searched by a list. */
export function DictionaryFilter(props: FilterProps) {
  const { dictionary } = props.field;
  return dictionary ? <ValueFilter {...props} dictionary={dictionary} /> : null;
}

function ValueFilter({
  id,
  name,
  field,
  dictionary: declared,
  plain,
  chosen,
  onChange,
}: FilterProps & { dictionary: Dictionary }) {
  const locale = useLocale();
  const dictionary = useDictionary(declared);
  if (field.options.search === 'in')
    return (
      <Select<string[]>
        id={id}
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        className="kit-fill"
        value={chosen?.split(',').filter(Boolean) ?? []}
        options={Object.values(dictionary.entries).map((entry) => ({
          value: String(entry.value),
          label: entry[locale],
        }))}
        onChange={(values) => onChange({ [`${name}_in`]: values.join(',') }, true)}
      />
    );
  return (
    <DictSelect
      id={id}
      dictionary={declared}
      isSealedOffered
      value={plain === undefined || plain === '' ? null : Number(plain)}
      onChange={(picked) => onChange({ [name]: picked === null ? undefined : String(picked) }, true)}
    />
  );
}
