import { decimal, int } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Orders, warranties and leases. */
export const orderParameters = {
  'orders.cancelMinutes': parameter(
    int({
      label: { zh: '代理自助取消订单时限', en: 'Agent cancellation period' },
      help: { zh: '超过后由平台处理', en: 'Afterwards staff decide' },
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
      label: { zh: '默认质保时长', en: 'Default warranty' },
      help: {
        zh: '用于手工出库的号码；新增商品时的初始值',
        en: 'For numbers delivered without a product, and default of new products',
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
      label: { zh: '质保到期提醒', en: 'Warranty reminder' },
      help: { zh: '工作台列出这么多天内到期的质保', en: 'The dashboard counts warranties ending within this time' },
      group: group.orders,
      min: 1,
      max: 90,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'preorder.depositRate': parameter(
    decimal({
      label: { zh: '预定定金比例', en: 'Pre-order deposit' },
      help: {
        zh: '提交预定时冻结金额的这一部分，其余在交付时扣款；1 为全额',
        en: 'Share of the amount that is held when a pre-order is submitted; the rest is charged on delivery. 1 is all of it',
      },
      group: group.orders,
      min: 0.3,
      max: 1,
      scale: 4,
      required: true,
      initial: '0.3',
    }),
  ),
  'lease.remindDays': parameter(
    int({
      label: { zh: '租期到期提醒', en: 'Lease reminder' },
      help: {
        zh: '提前这么多天提醒租用人，最后 3 天和 1 天再次提醒；供应先到期的提醒平台；工作台列出这么多天内到期的租期',
        en: 'Owners are notified this many days before, then three days and one day before; staff where supply ends first; the dashboard counts leases ending within this time',
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
      label: { zh: '租期宽限期', en: 'Grace period' },
      help: {
        zh: '到期后号码再保留这么多天，期间仍可续租；之后收回并进入冷却',
        en: 'Days a number stays reserved after its lease ends; it can be renewed, then goes to quarantine',
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
