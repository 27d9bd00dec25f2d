import { businessType, serviceType } from '../../dictionaries.ts';
import { country, dict } from '../../kit/field.ts';
import { activePeriod, priceKind } from './dictionaries.ts';

/** The heading of the fields a price is found by. */
export const priceKey = { zh: '适用范围', en: 'Applies to' };

/**
 * The subject of a price. `checks`: how a list shows the kind of check, which is the same for everything that is not a
 * check.
 */
export const priceKeyFields = <const L extends true | 'hidden'>(checks: L) => ({
  businessType: dict(businessType, {
    label: { zh: '业务类型', en: 'Business' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: 1,
    group: priceKey,
  }),
  serviceType: dict(serviceType, {
    label: { zh: '服务类型', en: 'Service' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: 2,
    group: priceKey,
  }),
  filterType: dict(priceKind, {
    label: { zh: '检测或消息类别', en: 'Check or category' },
    help: {
      zh: '号码检测和检测套餐包必填；消息留空表示所有类别',
      en: 'For number checks and check packages; messages without one: all categories',
    },
    list: checks,
    search: 'equal',
    form: 'create',
    group: priceKey,
  }),
  activePeriod: dict(activePeriod, {
    label: { zh: '活跃周期', en: 'Active period' },
    help: { zh: '仅活跃检测需要', en: 'Only for activity checks' },
    list: checks,
    search: 'equal',
    form: 'create',
    group: priceKey,
  }),
  countryCode: country({
    label: { zh: '国家', en: 'Country' },
    help: { zh: '* 表示所有国家', en: '* means all countries' },
    any: true,
    required: true,
    list: true,
    search: 'in',
    sort: true,
    form: 'create',
    group: priceKey,
  }),
});
