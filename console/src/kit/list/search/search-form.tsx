import { DownOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { memo, type Ref, startTransition, useId, useLayoutEffect, useMemo, useState } from 'react';
import type { ControlProps } from '../../form/control.ts';
import type { FormField, NamedFields } from '../../form/values.ts';
import { useLocale, useText } from '../../i18n.ts';
import { viewOf } from '../../kinds/kinds.ts';
import { isRecord, useKeptPlace } from '../../persisted-state.ts';
import { usePreference } from '../../preferences.ts';
import { useEvent } from '../../use-event.ts';
import { withoutEmptyFilters } from '../state/address.ts';
import { FilterChips } from './filter-chips.tsx';

type Filters = Readonly<Record<string, string>>;
type Draft = Readonly<Record<string, string | undefined>>;
type Change = (changes: Draft, isFinal: boolean) => void;

/** Filters entered but not applied, over the filters in force then. */
interface KeptSearch {
  readonly over: string;
  readonly draft: Draft;
}
const isKeptSearch = (value: unknown): value is KeptSearch =>
  isRecord(value) &&
  isRecord(value.draft) &&
  Object.values(value.draft).every((text) => text === undefined || typeof text === 'string');

/** Number of filters in the first line; the others unfold. */
const FIRST_LINE = 3;

interface SearchFormProps {
  /** Of the list: whether its form is folded out is remembered. */
  readonly name: string;
  readonly fields: NamedFields;
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
  readonly firstInput: Ref<HTMLInputElement>;
  /** The field whose filter the tabs of the list show. */
  readonly shownByTabs?: string | undefined;
  /** Shows all filters at once. */
  readonly isWhole?: boolean;
  /** Something was searched for, or all of it taken back. */
  readonly onDone?: () => void;
}

/** The filters of a list, from its searchable fields. Choices apply at once, texts with Enter. */
export const SearchForm = memo(function SearchForm(props: SearchFormProps) {
  const { name, fields, filters, onSearch, firstInput, shownByTabs, isWhole = false, onDone } = props;
  const place = useKeptPlace();
  const [draft, setShown] = useState<Draft>(() => {
    const kept = place.read('search', isKeptSearch);
    return kept?.over === JSON.stringify(filters) ? kept.draft : filters;
  });
  const [applied, setApplied] = useState(filters);
  // The latest input: rendering of typed text is deferred.
  const [entered] = useState({ draft });
  const [resets, setResets] = useState(0);
  const enter = (next: Draft) => {
    entered.draft = next;
    place.write('search', { over: JSON.stringify(filters), draft: next } satisfies KeptSearch);
  };
  // Not an effect: effects run again when the tab is shown again, and would discard the text being typed.
  if (applied !== filters) {
    setApplied(filters);
    setShown(filters);
    // Filters entered over other ones were applied or replaced.
    place.write('search', undefined);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each of them, with its own elements
  useLayoutEffect(() => {
    entered.draft = draft;
  }, [applied, entered]);
  const searchable = useMemo(() => Object.entries(fields).filter(([, field]) => field.options.search), [fields]);
  const isFoldable = !isWhole && searchable.length > FIRST_LINE + 1;
  const [wasOpen, rememberOpen] = usePreference<boolean>(`list:unfolded:${name}`, false);
  const [isOpen, setOpen] = useState(wasOpen);
  const unfold = useEvent((isWanted: boolean) => {
    setOpen(isWanted);
    rememberOpen(isWanted);
  });
  const isFolded = isFoldable && !isOpen;
  const shown = isFolded ? searchable.slice(0, FIRST_LINE) : searchable;
  const hidden = useMemo(() => Object.fromEntries(searchable.slice(FIRST_LINE)), [searchable]);

  const change: Change = useEvent((changes, isFinal) => {
    const next = { ...entered.draft, ...changes };
    enter(next);
    if (isFinal) {
      setShown(next);
      onSearch(withoutEmptyFilters(next));
    } else startTransition(() => setShown(next));
  });
  const reset = useEvent(() => {
    enter({});
    setShown({});
    setResets((before) => before + 1);
    onSearch({});
    onDone?.();
  });
  if (searchable.length === 0) return null;
  return (
    <form
      className="kit-search"
      onSubmit={(event) => {
        event.preventDefault();
        setShown(entered.draft);
        onSearch(withoutEmptyFilters(entered.draft));
        onDone?.();
      }}
    >
      {shown.map(([name, field], index) => (
        <SearchItem
          // The new key recreates the box, which also removes text typed a moment ago.
          key={`${name} ${resets}`}
          name={name}
          field={field}
          {...draftOf(name, draft)}
          onChange={change}
          {...(index === 0 ? { inputRef: firstInput } : {})}
        />
      ))}
      <SearchButtons isFoldable={isFoldable} isOpen={isOpen} onOpen={unfold} onReset={reset} />
      {isFolded && <FilterChips fields={hidden} shownByTabs={shownByTabs} filters={filters} onSearch={onSearch} />}
    </form>
  );
});

interface ButtonsProps {
  readonly isFoldable: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onReset: () => void;
}

/** Apart from the form, which is drawn at every key. */
const SearchButtons = memo(function SearchButtons({ isFoldable, isOpen, onOpen, onReset }: ButtonsProps) {
  const t = useText();
  return (
    <div className="kit-search-buttons">
      <Button type="primary" htmlType="submit">
        {t({ zh: '查询', en: 'Search' })}
      </Button>
      <Button onClick={onReset}>{t({ zh: '重置', en: 'Reset' })}</Button>
      {isFoldable && (
        <Button
          type="link"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          icon={<DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />}
          iconPlacement="end"
        >
          {isOpen ? t({ zh: '收起', en: 'Less' }) : t({ zh: '更多', en: 'More' })}
        </Button>
      )}
    </div>
  );
});

/** The input of one field as separate texts, which stay the same when another field changes. */
const draftOf = (name: string, draft: Draft) => ({
  plain: draft[name],
  chosen: draft[`${name}_in`],
  from: draft[`${name}_dategt`] ?? draft[`${name}_ge`],
  to: draft[`${name}_datelt`] ?? draft[`${name}_le`],
});

interface ItemProps extends ReturnType<typeof draftOf> {
  readonly name: string;
  readonly field: FormField;
  readonly onChange: Change;
  readonly inputRef?: Ref<HTMLInputElement>;
}

const SearchItem = memo(function SearchItem(props: ItemProps) {
  const locale = useLocale();
  const id = useId();
  return (
    <div className="kit-search-item" data-wide={props.field.options.search === 'range' || undefined}>
      <label htmlFor={id}>{props.field.options.label[locale]}</label>
      <SearchInput {...props} id={id} />
    </div>
  );
});

function SearchInput({ field, ...rest }: ItemProps & { id: string }) {
  if (field.input) {
    const { id, name, plain, onChange } = rest;
    const control: ControlProps<string> = {
      id,
      value: plain ?? null,
      onChange: (picked) => onChange({ [name]: picked ?? undefined }, true),
    };
    return <field.input {...(control as unknown as ControlProps<never>)} />;
  }
  const { Filter } = viewOf(field);
  return <Filter {...rest} field={field} />;
}
