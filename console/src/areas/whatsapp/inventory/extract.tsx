import { extractTarget, strategy } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { EXTRACT_MAX, inventory } from '@trade-assistant/contract/areas/whatsapp/inventory.ts';
import { dict, int, ref, textarea, yes } from '@trade-assistant/contract/kit/field.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Result from 'antd/es/result';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { STAY_OPEN } from '../../../kit/form/use-form-attempt.ts';
import { initialValues, type NamedFields, type Values, withInputs, without } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { WarehouseSelect } from '../parts/warehouse-select.tsx';

const kindOf = { zh: '要什么号码', en: 'Numbers' };
const forWhom = { zh: '给谁', en: 'Customer' };
const { businessType, countryCode, numberType, capability, warehouseCode } = inventory.fields;

const fields: NamedFields = withInputs(
  {
    businessType: { ...businessType, options: { ...businessType.options, group: kindOf, initial: 1 } },
    countryCode: { ...countryCode, options: { ...countryCode.options, group: kindOf } },
    numberType: { ...numberType, options: { ...numberType.options, group: kindOf, initial: 1 } },
    warehouseCode: { ...warehouseCode, options: { ...warehouseCode.options, required: false, group: kindOf } },
    capability: { ...capability, options: { ...capability.options, required: false, group: kindOf } },
    quantity: int({ label: { zh: '数量', en: 'Quantity' }, required: true, min: 1, max: EXTRACT_MAX, group: kindOf }),
    strategy: dict(strategy, {
      label: { zh: '取号方式', en: 'Picking order' },
      required: true,
      initial: 1,
      group: kindOf,
    }),
    aliveWithinHours: int({
      label: { zh: '存活时效（小时）', en: 'Active within (hours)' },
      help: { zh: '只取这段时间内检测为存活的号码', en: 'Only numbers confirmed active within this time' },
      min: 1,
      max: 8760,
      group: kindOf,
    }),
    allowPartial: yes({
      label: { zh: '不足时按实际提取', en: 'Allow partial extraction' },
      help: { zh: '关闭时库存不足则不提取', en: 'Off: all or nothing' },
      initial: 0,
      group: kindOf,
    }),
    targetType: dict(extractTarget, {
      label: { zh: '对象', en: 'Target' },
      required: true,
      initial: 1,
      group: forWhom,
    }),
    targetId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '代理', en: 'Agent' }, required: true, group: forWhom },
    ),
    reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: 255, required: true, group: forWhom }),
  },
  { warehouseCode: WarehouseSelect },
);

interface ExtractProps {
  /** The kind of number chosen in the list. */
  readonly kind?: WireRowOf<typeof inventory> | undefined;
  readonly onClose: () => void;
}

/** Extracts numbers from stock into a delivery note that is delivered later. */
export default function Extract({ kind, onClose }: ExtractProps) {
  const t = useText();
  const navigate = useNavigate();
  const [form] = Form.useForm();
  const [taken, setTaken] = useState<CallData<typeof inventory, 'extract-number', 'in'> | null>(null);
  const target = Form.useWatch('targetType', form) as number | undefined;
  const asked = target === extractTarget.is.internal ? without(fields, 'targetId') : fields;

  const extract = async (input: Values, idempotencyKey: string) => {
    setTaken(await call(inventory, 'extract-number', input as never, { idempotencyKey }));
    void invalidate(inventory);
    return STAY_OPEN;
  };
  const title = t({ zh: '提取号码', en: 'Withdraw numbers' });
  if (taken) {
    return (
      <SidePanel
        title={title}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t({ zh: '关闭', en: 'Close' })}</Button>}
      >
        <Result
          status="success"
          title={t(
            { zh: '已提取 {n} 个号码', en: '{n} {n|number|numbers} withdrawn' },
            { n: countText(taken.quantity) },
          )}
          subTitle={
            taken.expireTime &&
            t(
              { zh: '请在 {time} 前确认出库，否则退回库存', en: 'Deliver before {time}, or they return to stock' },
              { time: taken.expireTime },
            )
          }
          extra={
            <Button
              type="primary"
              onClick={() => {
                void navigate(`/whatsapp/outbound?outboundNo=${encodeURIComponent(taken.outboundNo)}`);
                onClose();
              }}
            >
              {t({ zh: '打开出库单 {no}', en: 'Open delivery note {no}' }, { no: taken.outboundNo })}
            </Button>
          }
        />
      </SidePanel>
    );
  }
  return (
    <FormPanel
      title={title}
      submitText={t({ zh: '提取', en: 'Withdraw' })}
      form={form}
      fields={asked}
      initial={{ ...initialValues(fields), ...(kind ? chosen(kind) : {}) }}
      onSubmit={extract}
      onClose={onClose}
      before={
        kind && (
          <p className="kit-weak">
            {t({ zh: '当前可售 {n} 个', en: '{n} available for sale' }, { n: countText(kind.sellable) })}
          </p>
        )
      }
    />
  );
}

const chosen = ({
  businessType: business,
  countryCode: country,
  numberType: type,
  capability: can,
  warehouseCode: code,
}: WireRowOf<typeof inventory>) => ({
  businessType: business,
  countryCode: country,
  numberType: type,
  capability: can,
  warehouseCode: code,
});
