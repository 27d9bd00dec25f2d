import { crud, resource } from '../../kit/resource.ts';
import { type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { warrantyCaseStatus } from './dictionaries.ts';
import { warrantyCaseFields } from './warranty-fields.ts';

const { open, resumed, dismissed } = warrantyCaseStatus.is;

const transitions = {
  resume: {
    title: { zh: '恢复处理', en: 'Resume claims' },
    from: [open],
    to: resumed,
    access: 'decide',
    reason: 'required',
    stepUp: true,
    confirm: {
      zh: '号码确实失效：暂停的质保单继续自动换货或退款',
      en: 'The numbers are inactive: the paused claims are replaced or refunded automatically',
    },
  },
  dismiss: {
    title: { zh: '全部驳回', en: 'Dismiss claims' },
    from: [open],
    to: dismissed,
    access: 'decide',
    reason: 'required',
    isDangerous: true,
    confirm: {
      zh: '检测结果有误：暂停的质保单全部记为未确认，号码之后会重新检测',
      en: 'The findings were wrong: the paused claims end as not confirmed; the numbers are checked again later',
    },
  },
} as const satisfies Transitions;

/** Unusually many claims of a batch or a provider within an hour, which people decide together. */
export const warrantyCase = resource('agent/warranty-case', {
  title: { zh: '质保批量异常', en: 'Bulk failures' },
  help: {
    zh: '同一批次或服务商一小时内失效过多时，自动换货与退款暂停，由人工一次决定',
    en: 'Too many inactive numbers of a batch or provider within an hour: claims pause until staff decide once',
  },
  empty: { zh: '没有批量异常', en: 'No mass events' },
  nameField: 'caseNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields: warrantyCaseFields,
  head: ['kind', 'subject', 'status'],
  found: [{ call: 'list', by: ['caseNo'], shows: ['kind', 'subject', 'status'] }],
  waiting: [
    {
      title: { zh: '质保批量异常', en: 'Bulk failures' },
      call: 'list',
      filters: { status_in: String(open) },
      access: 'decide',
      since: 'createTime',
      brief: { about: ['kind', 'subject'], amount: 'pausedClaims' },
    },
  ],
  calls: { ...crud(warrantyCaseFields, ['list', 'counts', 'detail', 'timeline']), ...transitionCalls(transitions) },
});
