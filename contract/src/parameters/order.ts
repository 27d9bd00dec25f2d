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
  'warranty.checkHours': parameter(
    int({
      label: { zh: '质保号码检测间隔', en: 'Check of numbers in warranty' },
      help: {
        zh: '质保期内已交付的号码每隔多久检测一次，到期前另有一次；0 表示不检测',
        en: 'How often delivered numbers are checked within their warranty, and once before it ends; 0: never',
      },
      group: group.orders,
      min: 0,
      max: 720,
      required: true,
      initial: 24,
    }),
    { unit: unit.hours },
  ),
  'warranty.stockHours': parameter(
    int({
      label: { zh: '换货等待补货时长', en: 'Wait for stock' },
      help: {
        zh: '无库存可换时最多等待这么久，之后退款',
        en: 'Without stock a claim waits this long and is then refunded',
      },
      group: group.orders,
      min: 0,
      max: 720,
      required: true,
      initial: 24,
    }),
    { unit: unit.hours },
  ),
  'warranty.askHours': parameter(
    int({
      label: { zh: '质保选择时限', en: 'Time to choose' },
      help: {
        zh: '代理在此期间选择换货或退款，逾期按换货处理',
        en: 'The agent chooses replacement or refund within this time; afterwards the number is replaced',
      },
      group: group.orders,
      min: 1,
      max: 720,
      required: true,
      initial: 48,
    }),
    { unit: unit.hours },
  ),
  'warranty.chainMax': parameter(
    int({
      label: { zh: '换货次数上限', en: 'Replacements of one number' },
      help: { zh: '达到后改为退款', en: 'Afterwards claims are refunded' },
      group: group.orders,
      min: 0,
      max: 10,
      required: true,
      initial: 2,
    }),
    { unit: unit.times },
  ),
  'warranty.massPercent': parameter(
    int({
      label: { zh: '批量异常失效占比', en: 'Share of a mass event' },
      help: {
        zh: '同一批次或服务商一小时内失效超过此占比时，暂停自动换货与退款',
        en: 'More inactive numbers of a batch or provider within an hour pause automatic settlement',
      },
      group: group.orders,
      min: 1,
      max: 100,
      required: true,
      initial: 20,
    }),
    { unit: unit.percent, guard: { weaker: 'higher' } },
  ),
  'warranty.massLeast': parameter(
    int({
      label: { zh: '批量异常起点', en: 'Smallest mass event' },
      help: { zh: '失效号码少于此数时不算批量异常', en: 'Fewer inactive numbers are no mass event' },
      group: group.orders,
      min: 2,
      max: 10_000,
      required: true,
      initial: 10,
    }),
    { unit: unit.numbers, guard: { weaker: 'higher' } },
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
  'tasks.fruitlessHours': parameter(
    int({
      label: { zh: '无结果检测任务的时限', en: 'Limit of checks without results' },
      help: {
        zh: '检测任务这么久没有任何结果，无论服务商如何应答，都会取消并退款，通知任务所有人',
        en: 'A check without any result for so long is cancelled, whatever its providers answer; the money returns and the owner gets a message',
      },
      group: group.orders,
      min: 1,
      max: 720,
      required: true,
      initial: 72,
    }),
    { unit: unit.hours },
  ),
  'tasks.abandonedDays': parameter(
    int({
      label: { zh: '暂停任务的时限', en: 'Limit of paused tasks' },
      help: {
        zh: '检测任务和消息订单暂停这么久、草稿这么久未确认，都会结束，未用的金额退回',
        en: 'Checks and message orders that are paused for so long, and drafts that nobody confirms, end; unused money returns',
      },
      group: group.orders,
      min: 1,
      max: 365,
      required: true,
      initial: 30,
    }),
    { unit: unit.days },
  ),
};
