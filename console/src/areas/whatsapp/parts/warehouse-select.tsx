import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { OptionSelect } from '../../../kit/form/option-select.tsx';

const AT_MOST = 200;

/** A warehouse by its name; its value is the code. */
export function WarehouseSelect(control: ControlProps<string>) {
  const { data, isFetching } = useCall(warehouse, 'list', { size: AT_MOST }, { staleMillis: 60_000 });
  const options = (data?.records ?? []).map(({ warehouseCode, warehouseName }) => ({
    value: warehouseCode,
    label: warehouseName === warehouseCode ? warehouseName : `${warehouseName} (${warehouseCode})`,
  }));
  return <OptionSelect {...control} options={options} isFetching={isFetching} />;
}
