import { audited, dict, identifier, images, readOnly, ref, shown, text, textarea, time, yes } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { REASON_MAX, type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { caseOutcome, caseStatus, caseType } from './dictionaries.ts';
import { PROOFS_MAX, proofCalls, proofLimits } from './proofs.ts';

const { open, handling, closed, appealed, upheld, overturned } = caseStatus.is;

const fields = {
  ...readOnly({
    caseNo: identifier({
      label: { zh: '工单号', en: 'Case no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
  }),
  caseType: dict(caseType, {
    label: { zh: '类型', en: 'Type' },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: caseType.is.complaint,
  }),
  ownerId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    {
      label: { zh: '涉及代理', en: 'Agent' },
      help: {
        zh: '结案后代理可查看结论并申诉',
        en: 'Once the case is closed, the agent can read the decision and appeal',
      },
      search: 'equal',
      form: 'create',
    },
  ),
  ...readOnly({
    ownerName: text({ label: { zh: '涉及代理', en: 'Agent' }, max: 64, list: true, width: 140 }),
  }),
  number: text({
    label: { zh: '涉及号码', en: 'Number' },
    help: { zh: '完整号码，带国家码；保存后只保留脱敏号码', en: 'Whole number with country code; kept masked' },
    max: 64,
    list: true,
    form: 'create',
    width: 150,
  }),
  isSuppressed: yes({
    label: { zh: '加入屏蔽名单', en: 'Suppress the number' },
    help: { zh: '立即生效；结论撤销后自动移除', en: 'At once; removed again if the decision is overturned' },
    required: true,
    form: 'create',
    initial: 1,
  }),
  content: textarea({ label: { zh: '情况说明', en: 'What happened' }, max: 1000, required: true, form: 'create' }),
  evidence: images({
    label: { zh: '证据', en: 'Evidence' },
    help: { zh: 'PDF 或图片，每个不超过 10 MB', en: 'PDF or pictures, up to 10 MB each' },
    count: PROOFS_MAX,
    form: 'create',
    upload: { resource: 'compliance/case', call: 'put-proof', ...proofLimits },
  }),
  ...readOnly({
    status: dict(caseStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    outcome: dict(caseOutcome, { label: { zh: '认定', en: 'Outcome' }, list: true, search: 'in' }),
    handlerName: text({ label: { zh: '处理人', en: 'Handled by' }, max: 64, list: true, width: 120 }),
    decision: text({ label: { zh: '结论', en: 'Decision' }, max: REASON_MAX, list: 'hidden', width: 200 }),
    deciderName: text({ label: { zh: '结案人', en: 'Decided by' }, max: 64, list: 'hidden', width: 120 }),
    closeTime: time({ label: { zh: '结案时间', en: 'Closed at' }, list: 'hidden', search: 'range' }),
    appealUntil: time({ label: { zh: '申诉截止', en: 'Appeal until' }, list: 'hidden' }),
    appealReason: text({ label: { zh: '申诉理由', en: 'Appeal' }, max: REASON_MAX, list: 'hidden', width: 200 }),
    appealTime: time({ label: { zh: '申诉时间', en: 'Appealed at' }, list: 'hidden' }),
    appealDecision: text({
      label: { zh: '复核结论', en: 'Decision on the appeal' },
      max: REASON_MAX,
      list: 'hidden',
      width: 200,
    }),
    appealDeciderName: text({ label: { zh: '复核人', en: 'Appeal decided by' }, max: 64, list: 'hidden', width: 120 }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Opened' }, list: true }),
};

const CLOSING = {
  from: [open, handling],
  to: closed,
  access: 'handle',
  reason: 'required',
  confirm: { zh: '填写结论；涉及代理会看到', en: 'Enter the decision; the agent concerned will see it' },
} as const;

const transitions = {
  take: { title: { zh: '受理', en: 'Take' }, from: [open], to: handling, access: 'handle' },
  confirm: { title: { zh: '认定属实', en: 'Close as founded' }, ...CLOSING },
  dismiss: { title: { zh: '认定不属实', en: 'Close as unfounded' }, ...CLOSING },
  close: { title: { zh: '结案（无法认定）', en: 'Close without finding' }, ...CLOSING },
  appeal: {
    title: { zh: '申诉', en: 'Appeal' },
    from: [closed],
    to: appealed,
    access: 'appeal',
    reason: 'required',
  },
  uphold: {
    title: { zh: '维持结论', en: 'Uphold' },
    from: [appealed],
    to: upheld,
    access: 'review',
    reason: 'required',
  },
  overturn: {
    title: { zh: '撤销结论', en: 'Overturn' },
    from: [appealed],
    to: overturned,
    access: 'review',
    reason: 'required',
    isDangerous: true,
  },
} as const satisfies Transitions;

/** Complaints, fraud and requests of regulators, from report to decision and appeal. */
export const complianceCase = resource('compliance/case', {
  title: { zh: '合规工单', en: 'Compliance cases' },
  help: {
    zh: '投诉、作弊与监管请求的处理；申诉由另一人复核',
    en: 'Complaints, fraud and requests of regulators; another person decides an appeal',
  },
  empty: { zh: '没有工单', en: 'No cases' },
  nameField: 'caseNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields,
  head: ['caseType', 'ownerName', 'status', 'outcome'],
  found: [{ call: 'list', by: ['caseNo'], shows: ['caseType', 'ownerName', 'status'] }],
  waiting: [
    {
      title: { zh: '合规工单待处理', en: 'Compliance cases' },
      call: 'list',
      filters: { status_in: `${open},${handling},${appealed}` },
      access: 'handle',
      since: 'createTime',
      brief: { about: ['caseType', 'ownerName'], settle: 'take' },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'save', 'export', 'timeline']),
    ...transitionCalls(transitions),
    ...proofCalls('add'),
  },
});
