import { int } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Numbers in stock. */
export const stockParameters = {
  'inventory.lowStock': parameter(
    int({
      label: { zh: '低库存提醒', en: 'Low stock' },
      help: { zh: '可售数量低于此数时提醒', en: 'Kinds with fewer numbers for sale are marked' },
      group: group.stock,
      min: 0,
      max: 1_000_000,
      required: true,
      initial: 100,
    }),
    { unit: unit.numbers },
  ),
  'inventory.coverDays': parameter(
    int({
      label: { zh: '备货天数', en: 'Restock days' },
      help: {
        zh: '补货建议按近 7 天日均销量乘以此天数',
        en: 'Restock suggestions cover this time at the 7-day sales average',
      },
      group: group.stock,
      min: 1,
      max: 365,
      required: true,
      initial: 14,
    }),
    { unit: unit.days },
  ),
  'inventory.reserveMinutes': parameter(
    int({
      label: { zh: '预留时长', en: 'Reservation period' },
      help: { zh: '出库单确认后未交付，超过即释放号码', en: 'Numbers of undelivered notes are released afterwards' },
      group: group.stock,
      min: 1,
      max: 10_080,
      required: true,
      initial: 15,
    }),
    { unit: unit.minutes },
  ),
  'inventory.surviveMinutes': parameter(
    int({
      label: { zh: '存活检测间隔', en: 'Status check interval' },
      help: {
        zh: '间隔后第二次检测仍失效的号码移出库存',
        en: 'A number found inactive again after this time leaves stock',
      },
      group: group.stock,
      min: 1,
      max: 1440,
      required: true,
      initial: 10,
    }),
    { unit: unit.minutes },
  ),
  'inventory.quarantineDays': parameter(
    int({
      label: { zh: '默认冷却期', en: 'Default quarantine' },
      help: { zh: '新增国家时的初始值', en: 'Default of new countries' },
      group: group.stock,
      min: 45,
      max: 365,
      required: true,
      initial: 90,
    }),
    { unit: unit.days, isPublic: true },
  ),
};
