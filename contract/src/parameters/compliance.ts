import { yes } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group } from './words.ts';

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
} as const;
