import { sourceType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { text, yes } from '@trade-assistant/contract/kit/field.ts';
import { localizedRule } from '@trade-assistant/contract/kit/sentences.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import type { FormField, NamedFields } from '../../../kit/form/values.ts';
import { translate } from '../../../kit/i18n.ts';
import { currentZone } from '../../../kit/zone.ts';

const { fields } = preWarehouse;
const group = fields.costPrice.options.group;

const change = (field: FormField, options: Partial<FormField['options']>): FormField => ({
  ...field,
  options: { ...field.options, ...options },
});

/** A getter, because a name with the time in it is right only when the form is opened. */
const namedNow = {
  get initial() {
    return `${translate({ zh: '导入', en: 'Import' })} ${formatTime(new Date(), currentZone()).slice(0, 16)}`;
  },
};

/** Fields of an import besides the file: values of every line without its own. */
export const importFields: NamedFields = {
  batchName: {
    ...fields.batchName,
    options: Object.defineProperties({ ...fields.batchName.options }, Object.getOwnPropertyDescriptors(namedNow)),
  },
  warehouseCode: fields.warehouseCode,
  businessType: change(fields.businessType, { form: true }),
  countryCode: change(fields.countryCode, {
    required: false,
    help: { zh: '不带国家码的号码按此国家识别', en: 'Used for numbers without a country code' },
  }),
  numberType: fields.numberType,
  capability: fields.capability,
  sourceType: fields.sourceType,
  supplierId: change(fields.supplierId, {
    when: { field: 'sourceType', is: [sourceType.is.purchase, sourceType.is.sync], isNeeded: true },
  }),
  ownerType: fields.ownerType,
  regDocStatus: fields.regDocStatus,
  provenanceNote: change(fields.provenanceNote, {
    when: { field: 'sourceType', is: sourceType.values.filter((one) => one !== sourceType.is.hosted), isNeeded: true },
  }),
  rightsAttested: {
    ...fields.rightsAttested,
    schema: fields.rightsAttested.schema.refine(
      (value) => value === 1,
      localizedRule({ zh: '请打开权属声明后再导入', en: 'Declare the ownership before importing' }),
    ),
  },
  costPrice: change(fields.costPrice, { required: true, initial: '0' }),
  setupCost: fields.setupCost,
  monthlyCost: fields.monthlyCost,
  currency: text({
    label: fields.currency.options.label,
    max: 5,
    pattern: /^[A-Z]{3,5}$/,
    required: true,
    initial: BOOK_CURRENCY,
    group,
  }),
  leaseStart: fields.leaseStart,
  leaseEnd: fields.leaseEnd,
  remark: fields.remark,
  commit: yes({
    label: { zh: '检查后直接导入', en: 'Import directly after the check' },
    help: { zh: '关闭时先给出检查报告，由您确认后再导入', en: 'Off: review the report, then confirm the import' },
    required: true,
    initial: 0,
    group,
  }),
};
