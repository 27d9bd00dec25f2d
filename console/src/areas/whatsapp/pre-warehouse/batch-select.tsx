import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { OptionSelect } from '../../../kit/form/option-select.tsx';

const RECENT = 50;

/** A batch by its name or number, the latest first; its value is the number. */
export function BatchSelect(control: ControlProps<string>) {
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
  return <OptionSelect {...control} options={options} isFetching={isFetching} onSearch={setTyped} />;
}

/** Batch numbers start with `PW`; any other text is part of a name. */
const filterOf = (keyword: string): Record<string, string> =>
  keyword === ''
    ? {}
    : /^PW\d{6}[0-9A-Z]{8}$/i.test(keyword)
      ? { batchNo: keyword.toUpperCase() }
      : { batchName: keyword };
