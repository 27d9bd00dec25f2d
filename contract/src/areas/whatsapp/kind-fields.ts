import { businessType, capability, numberType } from '../../dictionaries.ts';
import { bits, country, dict, identifier, readOnly, text } from '../../kit/field.ts';

/** The kind of a number and its warehouse: the keys by which stock is counted, found and extracted. */
export const kindFields = {
  ...readOnly({
    countryCode: country({ label: { zh: '国家', en: 'Country' }, required: true, list: true, search: 'in' }),
    businessType: dict(businessType, {
      label: { zh: '业务类型', en: 'Business' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    numberType: dict(numberType, {
      label: { zh: '号码类型', en: 'Number type' },
      required: true,
      list: true,
      search: 'equal',
    }),
    capability: bits(capability, {
      label: { zh: '能力', en: 'Capabilities' },
      required: true,
      list: true,
      search: 'equal',
      width: 180,
    }),
    warehouseCode: identifier({
      label: { zh: '仓库编码', en: 'Warehouse code' },
      max: 32,
      required: true,
      search: 'equal',
    }),
    warehouseName: text({ label: { zh: '仓库', en: 'Warehouse' }, max: 64, required: true, list: true, width: 130 }),
  }),
} as const;
