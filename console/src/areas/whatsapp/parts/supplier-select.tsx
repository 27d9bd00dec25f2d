import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { supplier } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import Form from 'antd/es/form';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showError } from '../../../kit/feedback.tsx';
import type { ControlProps } from '../../../kit/form/control.ts';
import { RefPicker } from '../../../kit/form/ref-picker.tsx';
import { initialValues } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { useCanAny } from '../../../kit/permission.tsx';

const { source } = preWarehouse.fields.supplierId;

/** A supplier by name or code; choosing one fills in its warehouse and currency, and an unknown name can be added. */
export default function SupplierSelect({ onChange, ...control }: ControlProps<string>) {
  const t = useText();
  const can = useCanAny();
  const form = Form.useFormInstance();
  const choose = (id: string | null) => {
    onChange?.(id);
    if (id) void fillIn(id);
  };
  const fillIn = async (id: string) => {
    const { warehouseCode, currency } = await call(supplier, 'detail', { id });
    form?.setFieldsValue({ currency, ...(warehouseCode ? { warehouseCode } : {}) });
  };
  const addNamed = async (supplierName: string) => {
    try {
      const { id } = await call(supplier, 'submit', { ...initialValues(supplier.fields), supplierName } as never);
      await invalidate(supplier);
      return String(id);
    } catch (failure) {
      showError(failure);
      return null;
    }
  };
  const add = {
    label: (name: string) => t({ zh: '新增供应商“{name}”', en: 'Add the supplier “{name}”' }, { name }),
    run: addNamed,
  };
  return (
    <RefPicker
      {...control}
      source={source ?? missing}
      onChange={choose}
      {...(can('whatsapp/supplier:add') ? { add } : {})}
    />
  );
}

const missing = { resource: supplier.name, call: 'select' };
