import { int, money } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Seed numbers in message orders. */
export const seedParameters = {
  'embedded.permille': parameter(
    int({
      label: { zh: '嵌入号比例（‰）', en: 'Seed numbers per 1,000 recipients' },
      help: { zh: '每单至少 1 个、最多 20 个', en: 'At least 1 and at most 20 in an order' },
      group: group.compliance,
      min: 1,
      max: 10,
      required: true,
      initial: 5,
    }),
    { guard: { weaker: 'lower' } },
  ),
  'embedded.reward': parameter(
    money({
      label: { zh: '嵌入号任务奖励', en: 'Reward of a seed number task' },
      help: { zh: '面板成员的任务通过后发放', en: 'Paid to the panel member once the task is approved' },
      group: group.compliance,
      required: true,
      least: 0n,
      most: 10_000_000n,
      initial: '0.05',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'embedded.dailyCap': parameter(
    money({
      label: { zh: '嵌入号奖励每日上限', en: 'Daily limit of seed rewards' },
      help: { zh: '每个面板成员每天最多获得的奖励', en: 'Rewards of one panel member per day' },
      group: group.compliance,
      required: true,
      least: 0n,
      most: 1_000_000_000n,
      initial: '1',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'embedded.lockDays': parameter(
    int({
      label: { zh: '作弊锁定天数', en: 'Lock after cheating' },
      help: { zh: '锁定面板成员账号的天数', en: 'Days the account of a panel member is locked' },
      group: group.compliance,
      min: 1,
      max: 90,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
} as const;
