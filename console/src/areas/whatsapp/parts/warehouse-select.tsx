import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import Select from 'antd/es/select';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { SEARCH_ICON } from '../../../kit/icons/library-icons.tsx';

const AT_MOST = 200;

/** A warehouse by its name; its value is the code. */
export function WarehouseSelect({ value, onChange, ...rest }: ControlProps<string>) {
  const { data, isFetching } = useCall(warehouse, 'list', { size: AT_MOST }, { staleMillis: 60_000 });
  const options = (data?.records ?? []).map(({ warehouseCode, warehouseName }) => ({
    value: warehouseCode,
    label: warehouseName === warehouseCode ? warehouseName : `${warehouseName} (${warehouseCode})`,
  }));
  // A code the list does not offer (any more, or to this reader) must still be readable.
  if (value && !options.some((option) => option.value === value)) options.unshift({ value, label: value });
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{ searchIcon: SEARCH_ICON, optionFilterProp: 'label' }}
      options={options}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}
