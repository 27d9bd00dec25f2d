import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import Select from 'antd/es/select';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { SEARCH_ICON } from '../../../kit/icons/library-icons.tsx';

const RECENT = 50;

/** A batch by its name or number, the latest first; its value is the number. */
export function BatchSelect({ value, onChange, ...rest }: ControlProps<string>) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const { data, isFetching } = useCall(
    preWarehouse,
    'batches',
    { size: RECENT, descs: 'createTime', ...filterOf(keyword) },
    { keepPrevious: true },
  );
  const options = (data?.records ?? []).map(({ batchNo, batchName }) => ({
    value: batchNo,
    label: `${batchName} · ${batchNo}`,
  }));
  if (value && !options.some((option) => option.value === value)) options.unshift({ value, label: value });
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{ searchIcon: SEARCH_ICON, filterOption: false, onSearch: setTyped }}
      options={options}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}

/** Batch numbers begin with `PW`; anything else is part of a name. */
const filterOf = (keyword: string): Record<string, string> =>
  keyword === ''
    ? {}
    : /^PW\d{6}[0-9A-Z]{8}$/i.test(keyword)
      ? { batchNo: keyword.toUpperCase() }
      : { batchName: keyword };
