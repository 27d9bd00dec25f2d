import { stockStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { inventory } from '@trade-assistant/contract/areas/whatsapp/inventory.ts';
import { dict, textarea, yes } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useRef } from 'react';
import { useDownload } from '../../../kit/client/use-download.ts';
import { FieldForm } from '../../../kit/form/field-form.tsx';
import { initialValues, type NamedFields, valuesToSend, withInputs, without } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { WarehouseSelect } from '../parts/warehouse-select.tsx';

const which = { zh: '盘点范围', en: 'Scope' };
const how = { zh: '号码格式', en: 'Number format' };
const { businessType, countryCode, numberType, capability, warehouseCode } = inventory.fields;
const optional = { required: false, group: which } as const;

const fields: NamedFields = withInputs(
  {
    businessType: { ...businessType, options: { ...businessType.options, ...optional } },
    countryCode: { ...countryCode, options: { ...countryCode.options, ...optional } },
    numberType: { ...numberType, options: { ...numberType.options, ...optional } },
    capability: { ...capability, options: { ...capability.options, ...optional } },
    warehouseCode: { ...warehouseCode, options: { ...warehouseCode.options, ...optional } },
    stockStatus: dict(stockStatus, { label: { zh: '库存状态', en: 'Stock status' }, group: which }),
    plus: yes({ label: { zh: '带加号', en: 'With the plus sign' }, initial: 0, group: how }),
    plain: yes({
      label: { zh: '完整号码', en: 'Full numbers' },
      help: {
        zh: '默认打码；导出完整号码需填写原因并留痕',
        en: 'Masked by default; full numbers need a reason and are logged',
      },
      initial: 0,
      group: how,
    }),
    reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: 255, required: true, group: how }),
  },
  { warehouseCode: WarehouseSelect },
);

interface StockTakeProps {
  readonly kind?: WireRowOf<typeof inventory> | undefined;
  readonly onClose: () => void;
}

/** The numbers in stock as a list, masked unless the user may see them in full and asks for it. */
export default function StockTake({ kind, onClose }: StockTakeProps) {
  const t = useText();
  const [form] = Form.useForm();
  const canSeeFullNumbers = useCan('whatsapp/inventory:plain');
  const isPlain = Form.useWatch('plain', form) === 1;
  // A ref: the form answers before the next drawing.
  const format = useRef<'export-txt' | 'export-zip'>('export-txt');
  const { busy, start } = useDownload(inventory);
  const asked = without(fields, ...(canSeeFullNumbers ? [] : ['plain']), ...(isPlain ? [] : ['reason']));

  const submit = async () => {
    if (await start(format.current, valuesToSend(asked, form.getFieldsValue()))) onClose();
  };
  const button = (name: 'export-txt' | 'export-zip', label: string) => (
    <Button
      type={name === 'export-txt' ? 'primary' : 'default'}
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      onClick={() => {
        format.current = name;
        form.submit();
      }}
    >
      {label}
    </Button>
  );
  return (
    <SidePanel
      title={t({ zh: '导出盘点表', en: 'Export stock count' })}
      onClose={onClose}
      footer={
        <>
          {button('export-zip', t({ zh: '按国家分文件 ZIP', en: 'Zip, one file per country' }))}
          {button('export-txt', t({ zh: '导出 TXT', en: 'Text' }))}
        </>
      }
    >
      <FieldForm
        form={form}
        fields={asked}
        initial={{
          ...initialValues(fields),
          ...(kind
            ? {
                businessType: kind.businessType,
                countryCode: kind.countryCode,
                numberType: kind.numberType,
                capability: kind.capability,
                warehouseCode: kind.warehouseCode,
              }
            : {}),
        }}
        isBusy={busy !== null}
        onSubmit={() => void submit()}
      />
    </SidePanel>
  );
}
