import { useQuery } from '@tanstack/react-query';
import Select from 'antd/es/select';
import { useDeferredValue, useState } from 'react';
import { sendForData } from '../client/request.ts';
import { useLocale } from '../i18n.ts';
import type { ControlProps } from './control.ts';

interface RefPickerProps extends ControlProps<string> {
  readonly source: { readonly resource: string; readonly call: string };
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** Another row's id, chosen by its name from the call the contract names; typing searches on the server. */
export function RefPicker({ source, value, onChange, ...rest }: RefPickerProps) {
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const path = `${source.resource}/${source.call}`;
  const { data = [], isFetching } = useQuery({
    queryKey: [source.resource, source.call, { keyword }],
    queryFn: async ({ signal }) =>
      choicesOf(await sendForData({ path, method: 'GET', input: { keyword }, signal }), locale),
    placeholderData: (before) => before,
  });
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{
        filterOption: (input, option) =>
          String(option?.label ?? '')
            .toLowerCase()
            .includes(input.trim().toLowerCase()),
        onSearch: setTyped,
      }}
      options={data.map(({ value: id, label, disabled }) => ({ value: id, label, disabled }))}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}

/** Choices come as `{value, label, labelEn?}`, or as rows (a page or a list) with an id and a name. */
export function choicesOf(data: unknown, locale: 'zh' | 'en'): Choice[] {
  const page = data as { records?: unknown } | undefined;
  const rows = Array.isArray(data) ? data : Array.isArray(page?.records) ? page.records : [];
  return rows.flatMap((row: Readonly<Record<string, unknown>>) => {
    const value = row.value ?? row.id;
    if (value === undefined || value === null) return [];
    const english = locale === 'en' ? (row.labelEn ?? row.nameEn) : undefined;
    const named = Object.entries(row).find(
      ([name, text]) => /(name|title)$/i.test(name) && typeof text === 'string' && text !== '',
    );
    const label = english ?? row.label ?? row.title ?? row.name ?? named?.[1] ?? value;
    return [{ value: String(value), label: String(label), disabled: row.disabled === true }];
  });
}
