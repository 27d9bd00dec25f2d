import { useQueries, useQuery } from '@tanstack/react-query';
import type { RefSource } from '@trade-assistant/contract/kit/field.ts';
import Select from 'antd/es/select';
import { useDeferredValue, useState } from 'react';
import { keyOf } from '../client/query.ts';
import { sendForData } from '../client/request.ts';
import { useLocale } from '../i18n.ts';
import { SEARCH_ICON } from '../icons/library-icons.tsx';
import { choicesOf } from './choices.ts';
import type { ControlProps } from './control.ts';

interface RefPickerProps extends ControlProps<string> {
  readonly source: RefSource;
  /** Adds a row with the typed name, for names that none has. @returns its id */
  readonly add?: { label(name: string): string; run(name: string): Promise<string | null> };
}

/** The value of the choice that adds a row. */
const NEW = 'new';

const CHOICES_SHOWN = 50;

/** The choices of the source for the typed text, and the property that names its rows. */
function useChoices(source: RefSource, typed: string) {
  const locale = useLocale();
  const sought = useDeferredValue(typed.trim());
  const path = `${source.resource}/${source.call}`;
  const by = typeof source.by === 'object' ? source.by[locale] : source.by;
  const input = {
    ...(by === undefined ? {} : { size: CHOICES_SHOWN }),
    ...(sought ? { [by ?? 'keyword']: sought } : {}),
  };
  const { data = [], ...query } = useQuery({
    queryKey: keyOf('choices', source.resource, source.call, input, locale),
    queryFn: async ({ signal }) => choicesOf(await sendForData({ path, method: 'GET', input, signal }), locale, by),
    placeholderData: (before) => before,
  });
  return { ...query, sought, by, options: data.map(({ value, label, disabled }) => ({ value, label, disabled })) };
}

/** Another row's id, chosen by its name from the call the contract names; typing searches on the server. */
export function RefPicker({ source, value, onChange, add, ...rest }: RefPickerProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const { options, sought, by, isFetching, isFetched } = useChoices(source, typed);
  // Rows found by typing or named in the address are not among the first choices.
  const isMissing = Boolean(value) && isFetched && !options.some((option) => option.value === value);
  const isKnown = chosen !== null && chosen.value === value;
  const named = useName(source, isMissing && !isKnown ? value : undefined, by);
  const missing = isKnown ? chosen : named;
  const name = typed.trim();
  const isNew = add && name !== '' && isFetched && !options.some(({ label }) => label === name);
  const known = isMissing && missing && sought === '' ? [missing, ...options] : options;
  return (
    <Select<string, { value: string; label: string; disabled?: boolean }>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{ searchIcon: SEARCH_ICON, filterOption: false, onSearch: setTyped }}
      options={isNew ? [...known, { value: NEW, label: add.label(name) }] : known}
      value={value ?? null}
      onChange={(id, option) => {
        if (id === NEW && add) {
          void add.run(name).then((made) => {
            if (made === null) return;
            setChosen({ value: made, label: name });
            onChange?.(made);
          });
          return;
        }
        setChosen(option && !Array.isArray(option) ? { value: option.value, label: option.label } : null);
        onChange?.(id ?? null);
      }}
    />
  );
}

/** The name of another row; undefined while loading or when the reader may not see it. */
export function useRefName(source: RefSource, id: string): string | undefined {
  const locale = useLocale();
  return useName(source, id, typeof source.by === 'object' ? source.by[locale] : source.by)?.label;
}

/** The ids of several rows, chosen as `RefPicker` chooses one. */
export function RefsPicker({ source, value, onChange, ...rest }: ControlProps<string[]> & { source: RefSource }) {
  const [typed, setTyped] = useState('');
  const { options, by, isFetching, isFetched } = useChoices(source, typed);
  const missing = isFetched ? (value ?? []).filter((id) => !options.some((option) => option.value === id)) : [];
  const named = useNames(source, missing, by);
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{ searchIcon: SEARCH_ICON, filterOption: false, onSearch: setTyped }}
      options={[...named, ...options]}
      value={value ?? []}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}

/** The name of one row; undefined while it is not known, or not to be had by this reader. */
const useName = (source: RefSource, id: string | null | undefined, by: string | undefined) =>
  useNames(source, id ? [id] : [], by)[0];

/** Returns the names of rows, each fetched by its id; leaves out those unknown or hidden from the user. */
function useNames(source: RefSource, ids: readonly string[], by: string | undefined) {
  const locale = useLocale();
  const call = by === undefined ? source.call : 'detail';
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf('choice', source.resource, call, { id }, locale),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const path = `${source.resource}/${call}`;
        const found = await sendForData({ path, method: 'GET', input: { id }, signal });
        return choicesOf(Array.isArray(found) ? found : [found], locale, by)[0] ?? null;
      },
      retry: false,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [{ value: data.value, label: data.label }] : [])),
  });
}
