import { outboundStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { dict } from '@trade-assistant/contract/kit/field.ts';
import { type NamedFields, withInputs } from '../../../kit/form/values.ts';
import { WarehouseSelect } from '../parts/warehouse-select.tsx';

const { draft, reserved } = outboundStatus.entries;

/** Fields of a new note include its first state; of an existing one only the remark. */
export const newNoteFields = (fields: NamedFields, row: unknown): NamedFields => ({
  ...withInputs(fields, { warehouseCode: WarehouseSelect }),
  ...(row === null ? { status: saveAs } : {}),
});

const saveAs = dict(
  dictionary('outbound_start', {
    draft,
    reserved: { ...reserved, zh: '立即占用库存', en: 'Reserve stock now' },
  }),
  {
    label: { zh: '保存为', en: 'Save as' },
    help: { zh: '草稿不占用库存', en: 'A draft does not reserve stock' },
    required: true,
    initial: draft.value,
    group: { zh: '客户', en: 'Customer' },
  },
);
