import { useQuery } from '@tanstack/react-query';
import type { RefSource } from '@trade-assistant/contract/kit/field.ts';
import Select from 'antd/es/select';
import { useDeferredValue, useState } from 'react';
import { sendForData } from '../client/request.ts';
import { useLocale } from '../i18n.ts';
import { choicesOf } from './choices.ts';
import type { ControlProps } from './control.ts';

interface RefPickerProps extends ControlProps<string> {
  readonly source: RefSource;
}

const CHOICES_SHOWN = 50;

/** Another row's id, chosen by its name from the call the contract names; typing searches on the server. */
export function RefPicker({ source, value, onChange, ...rest }: RefPickerProps) {
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const sought = useDeferredValue(typed.trim());
  const path = `${source.resource}/${source.call}`;
  const by = typeof source.by === 'object' ? source.by[locale] : source.by;
  const input = {
    ...(by === undefined ? {} : { size: CHOICES_SHOWN }),
    ...(sought ? { [by ?? 'keyword']: sought } : {}),
  };
  const { data = [], isFetching } = useQuery({
    queryKey: [source.resource, source.call, input, locale],
    queryFn: async ({ signal }) => choicesOf(await sendForData({ path, method: 'GET', input, signal }), locale, by),
    placeholderData: (before) => before,
  });
  const options = data.map(({ value: id, label, disabled }) => ({ value: id, label, disabled }));
  // What was found by typing is not among the first choices, which come back as soon as it is chosen.
  const isMissing = chosen !== null && chosen.value === value && !options.some((option) => option.value === value);
  return (
    <Select<string, { value: string; label: string; disabled?: boolean }>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={isMissing && sought === '' ? [chosen, ...options] : options}
      value={value ?? null}
      onChange={(id, option) => {
        setChosen(option && !Array.isArray(option) ? { value: option.value, label: option.label } : null);
        onChange?.(id ?? null);
      }}
    />
  );
}
