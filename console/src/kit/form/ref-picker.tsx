import { useQuery } from '@tanstack/react-query';
import Select from 'antd/es/select';
import { useDeferredValue, useState } from 'react';
import { sendForData } from '../client/request.ts';
import { useLocale } from '../i18n.ts';
import { choicesOf } from './choices.ts';
import type { ControlProps } from './control.ts';

interface RefPickerProps extends ControlProps<string> {
  readonly source: { readonly resource: string; readonly call: string };
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
