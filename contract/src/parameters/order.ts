import { int } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Orders, warranties and leases. */
export const orderParameters = {
  'orders.cancelMinutes': parameter(
    int({
      label: { zh: '代理自助取消订单时限', en: 'Agents cancel their orders within' },
      help: { zh: '超过后由平台处理', en: 'Later staff decide' },
      group: group.orders,
      min: 0,
      max: 10_080,
      required: true,
      initial: 5,
    }),
    { unit: unit.minutes },
  ),
  'orders.warrantyHours': parameter(
    int({
      label: { zh: '默认质保时长', en: 'Warranty' },
      help: {
        zh: '用于手工出库的号码；新增商品时的初始值',
        en: 'Of numbers handed over without a product, and what the form of a new product begins with',
      },
      group: group.orders,
      min: 0,
      max: 8_760,
      required: true,
      initial: 72,
    }),
    { unit: unit.hours, isPublic: true },
  ),
  'orders.warrantyEndingDays': parameter(
    int({
      label: { zh: '质保到期提醒', en: 'Warranties that end soon' },
      help: { zh: '工作台列出这么多天内到期的质保', en: 'The dashboard counts those that end within' },
      group: group.orders,
      min: 1,
      max: 90,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'lease.remindDays': parameter(
    int({
      label: { zh: '租期到期提醒', en: 'Leases that end soon' },
      help: {
        zh: '提前这么多天提醒租用人，最后 3 天和 1 天再次提醒；供应先到期的提醒平台；工作台列出这么多天内到期的租期',
        en: 'Owners are told so many days before, and again three days and one day before; staff where the supply ends first; the dashboard counts those that end within',
      },
      group: group.orders,
      min: 1,
      max: 60,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'lease.graceDays': parameter(
    int({
      label: { zh: '租期宽限期', en: 'Grace after the end of a lease' },
      help: {
        zh: '到期后号码再保留这么多天，期间仍可续租；之后收回并进入冷却',
        en: 'So long a number is kept after its last day and can still be renewed; then it is taken back into quarantine',
      },
      group: group.orders,
      min: 0,
      max: 60,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
};
