import { DownOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Input, { type InputRef } from 'antd/es/input/Input';
import Select from 'antd/es/select';
import { lazy, type Ref, Suspense, useId, useMemo, useState } from 'react';
import type { ControlProps } from '../form/control.ts';
import { CountrySelect } from '../form/country-select.tsx';
import { DictSelect } from '../form/dict-select.tsx';
import { RefPicker } from '../form/ref-picker.tsx';
import type { FormField, NamedFields } from '../form/values.ts';
import { useLocale, useText } from '../i18n.ts';
import { tidyFilters } from './address.ts';

const RangeInput = lazy(() =>
  import('../form/time-input.tsx').then(({ RangeInput: component }) => ({ default: component })),
);

type Filters = Readonly<Record<string, string>>;
type Change = (changes: Readonly<Record<string, string | undefined>>, isFinal: boolean) => void;

/** So many filters stand in the first line; the others fold out. */
const FIRST_LINE = 3;

interface SearchFormProps {
  readonly fields: NamedFields;
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
  readonly firstInput: Ref<InputRef>;
}

/** The filters of a list, from the fields the contract lets it be searched by. Choices apply at once, texts with Enter. */
export function SearchForm({ fields, filters, onSearch, firstInput }: SearchFormProps) {
  const t = useText();
  const [draft, setDraft] = useState<Readonly<Record<string, string | undefined>>>(filters);
  const [applied, setApplied] = useState(filters);
  // Not an effect: those run again when the tab is shown again, and would throw away what was being typed.
  if (applied !== filters) {
    setApplied(filters);
    setDraft(filters);
  }
  const searchable = useMemo(() => Object.entries(fields).filter(([, field]) => field.options.search), [fields]);
  const isFoldable = searchable.length > FIRST_LINE + 1;
  const hasHiddenFilter = searchable
    .slice(FIRST_LINE)
    .some(([name]) => Object.keys(filters).some((param) => param === name || param.startsWith(`${name}_`)));
  const [isOpen, setOpen] = useState(hasHiddenFilter);
  const shown = !isFoldable || isOpen ? searchable : searchable.slice(0, FIRST_LINE);
  if (searchable.length === 0) return null;

  const change: Change = (changes, isFinal) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    if (isFinal) onSearch(tidyFilters(next));
  };
  return (
    <form
      className="kit-search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(tidyFilters(draft));
      }}
    >
      {shown.map(([name, field], index) => (
        <SearchItem
          key={name}
          name={name}
          field={field}
          draft={draft}
          onChange={change}
          {...(index === 0 ? { inputRef: firstInput } : {})}
        />
      ))}
      <div className="kit-search-buttons">
        <Button type="primary" htmlType="submit">
          {t({ zh: '查询', en: 'Search' })}
        </Button>
        <Button
          onClick={() => {
            setDraft({});
            onSearch({});
          }}
        >
          {t({ zh: '重置', en: 'Reset' })}
        </Button>
        {isFoldable && (
          <Button
            type="link"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            icon={<DownOutlined rotate={isOpen ? 180 : 0} />}
            iconPlacement="end"
          >
            {isOpen ? t({ zh: '收起', en: 'Less' }) : t({ zh: '更多', en: 'More' })}
          </Button>
        )}
      </div>
    </form>
  );
}

interface ItemProps {
  readonly name: string;
  readonly field: FormField;
  readonly draft: Readonly<Record<string, string | undefined>>;
  readonly onChange: Change;
  readonly inputRef?: Ref<InputRef>;
}

function SearchItem(props: ItemProps) {
  const locale = useLocale();
  const id = useId();
  return (
    <div className="kit-search-item" data-wide={props.field.options.search === 'range' || undefined}>
      <label htmlFor={id}>{props.field.options.label[locale]}</label>
      <SearchInput {...props} id={id} />
    </div>
  );
}

function SearchInput({ name, field, draft, onChange, inputRef, id }: ItemProps & { id: string }) {
  const locale = useLocale();
  const { search } = field.options;
  if (field.input) {
    const control: ControlProps<string> = {
      id,
      value: draft[name] ?? null,
      onChange: (chosen) => onChange({ [name]: chosen ?? undefined }, true),
    };
    return <field.input {...(control as unknown as ControlProps<never>)} />;
  }
  if (field.kind === 'time') {
    const [from, to] = [draft[`${name}_dategt`], draft[`${name}_datelt`]];
    return (
      <Suspense fallback={<Input disabled />}>
        <RangeInput
          id={id}
          value={from && to ? { from, to } : undefined}
          onChange={(range) => onChange({ [`${name}_dategt`]: range?.from, [`${name}_datelt`]: range?.to }, true)}
        />
      </Suspense>
    );
  }
  if (search === 'range') return <NumberRange name={name} draft={draft} onChange={onChange} id={id} />;
  if (field.dictionary && search === 'in') {
    return (
      <Select<string[]>
        id={id}
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        className="kit-fill"
        value={draft[`${name}_in`]?.split(',').filter(Boolean) ?? []}
        options={Object.values(field.dictionary.entries).map((entry) => ({
          value: String(entry.value),
          label: entry[locale],
        }))}
        onChange={(values) => onChange({ [`${name}_in`]: values.join(',') }, true)}
      />
    );
  }
  const value = draft[name];
  if (field.dictionary && field.kind === 'bits') {
    const { entries } = field.dictionary;
    const bits = Number(value ?? 0);
    return (
      <Select<number[]>
        id={id}
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        className="kit-fill"
        value={Object.values(entries).flatMap((entry) => ((bits & entry.value) === 0 ? [] : [entry.value]))}
        options={Object.values(entries).map((entry) => ({ value: entry.value, label: entry[locale] }))}
        onChange={(chosen) =>
          onChange(
            { [name]: chosen.length === 0 ? undefined : String(chosen.reduce((sum, bit) => sum | bit, 0)) },
            true,
          )
        }
      />
    );
  }
  if (field.dictionary) {
    return (
      <DictSelect
        id={id}
        dictionary={field.dictionary}
        value={value === undefined || value === '' ? null : Number(value)}
        onChange={(chosen) => onChange({ [name]: chosen === null ? undefined : String(chosen) }, true)}
      />
    );
  }
  if (field.kind === 'country')
    return (
      <CountrySelect id={id} value={value ?? null} onChange={(code) => onChange({ [name]: code ?? undefined }, true)} />
    );
  if (field.source)
    return (
      <RefPicker
        id={id}
        source={field.source}
        value={value ?? null}
        onChange={(chosen) => onChange({ [name]: chosen ?? undefined }, true)}
      />
    );
  return (
    <Input
      id={id}
      {...(inputRef ? { ref: inputRef } : {})}
      allowClear
      autoComplete="off"
      value={value ?? ''}
      // The small cross inside the box is a click, not a key: it means "search without this".
      onChange={(event) => onChange({ [name]: event.target.value }, event.type === 'click')}
    />
  );
}

function NumberRange({
  name,
  draft,
  onChange,
  id,
}: {
  name: string;
  draft: ItemProps['draft'];
  onChange: Change;
  id: string;
}) {
  const t = useText();
  const box = (param: string, label: string, inputId?: string) => (
    <Input
      {...(inputId ? { id: inputId } : {})}
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      value={draft[param] ?? ''}
      onChange={(event) => onChange({ [param]: event.target.value.replace(/[^\d.-]/g, '') }, false)}
    />
  );
  return (
    <div className="kit-pair">
      {box(`${name}_ge`, t({ zh: '最小', en: 'Min' }), id)}
      <span aria-hidden="true">–</span>
      {box(`${name}_le`, t({ zh: '最大', en: 'Max' }))}
    </div>
  );
}
