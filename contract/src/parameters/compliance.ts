import { int, yes } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Rules about the lists of customers. */
export const complianceParameters = {
  'checks.consent': parameter(
    yes({
      label: { zh: '检测须有名单来源声明', en: 'Checks need a declaration of source' },
      help: {
        zh: '新建检测任务时须选择一份有效的名单来源声明；关闭后选填',
        en: 'New checks need a valid declaration of the source of their list; otherwise it is optional',
      },
      group: group.compliance,
      required: true,
      initial: 1,
    }),
    { isPublic: true, guard: { weaker: 'lower' } },
  ),
  'provider.wrongPercent': parameter(
    int({
      label: { zh: '自动隔离服务商的错误占比', en: 'Wrong results that isolate a provider' },
      help: {
        zh: '10 分钟内至少 20 个多余或矛盾的号码，且超过结果的这一比例时自动隔离，由人工解除；0 为不自动隔离',
        en: 'A provider with at least 20 foreign or contradictory numbers in 10 minutes, and more than this share of its results, is isolated until a person releases it; 0: never',
      },
      group: group.compliance,
      min: 0,
      max: 100,
      required: true,
      initial: 5,
    }),
    { unit: unit.percent },
  ),
} as const;
