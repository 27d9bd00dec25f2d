import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { crud, resource } from '../../kit/resource.ts';
import { flag, id, ids } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';
import { REASON_MAX, type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { proofCalls } from '../compliance/proofs.ts';
import { seedAppeal, seedReport, seedTaskStatus } from './embedded-dictionaries.ts';
import { embeddedTaskFields, SEED_PROOFS_MAX, seedProofLimits } from './embedded-task-fields.ts';

const { planned, running, reported, cancelled } = seedTaskStatus.is;

const transitions = {
  dispatch: {
    title: { zh: '标记已下发', en: 'Mark as sent' },
    from: [planned],
    to: running,
    access: 'edit',
    confirm: {
      zh: '消息已交给通道时使用；反馈截止时间为 24 小时后。',
      en: 'Use this once the message was handed to the provider; the report is due in 24 hours.',
    },
  },
  cancel: {
    title: { zh: '取消', en: 'Cancel' },
    from: [planned, running],
    to: cancelled,
    access: 'edit',
    reason: 'required',
    isDangerous: true,
  },
} as const satisfies Transitions;

const reason = z.string().trim().min(1).max(REASON_MAX);
const proofs = z.array(z.string().trim().min(1).max(300)).max(SEED_PROOFS_MAX);

/** Uses of seed numbers in orders: what the provider's receipt says, what arrived, and the review. For staff only. */
export const embeddedNumberTask = resource('whatsapp/embedded-number-task', {
  title: { zh: '嵌入号任务', en: 'Seed number tasks' },
  help: {
    zh: '嵌入号的送达核实：通道回执与实际收到的对比、审核与申诉；代理不可见',
    en: 'Delivery verified by seed numbers: receipts compared with what arrived, review and appeals; agents never see them',
  },
  empty: { zh: '消息订单抽用嵌入号后，任务出现在这里', en: 'Tasks appear here once message orders use seed numbers' },
  nameField: 'taskNo',
  stateField: 'status',
  transitions,
  events: {
    plan: { zh: '已计划', en: 'Planned' },
    report: { zh: '已反馈', en: 'Reported' },
    reportLate: { zh: '逾期反馈', en: 'Reported late' },
    timeout: { zh: '超时', en: 'Timed out' },
    approve: { zh: '通过', en: 'Approved' },
    reject: { zh: '驳回', en: 'Rejected' },
    cheat: { zh: '判定作弊', en: 'Marked as cheating' },
    appeal: { zh: '申诉', en: 'Appealed' },
    appealWon: { zh: '撤销作弊判定', en: 'No longer marked as cheating' },
    appealRefused: { zh: '申诉驳回', en: 'Appeal rejected' },
  },
  fields: embeddedTaskFields,
  head: ['number', 'status', 'matchResult'],
  found: [{ call: 'list', by: ['taskNo', 'orderNo', 'number'], shows: ['number', 'matchResult', 'status'] }],
  numbers: [
    {
      call: 'list',
      field: 'number',
      shows: ['status', 'orderNo', 'providerStatus', 'reportedStatus', 'matchResult', 'dispatchTime'],
    },
  ],
  waiting: [
    {
      title: { zh: '嵌入号任务待审核', en: 'Seed number tasks to review' },
      call: 'list',
      filters: { status_in: String(reported) },
      access: 'approve',
      since: 'reportTime',
      brief: { about: ['taskNo'] },
    },
    {
      title: { zh: '嵌入号任务申诉待处理', en: 'Seed task appeals' },
      call: 'list',
      filters: { appealStatus_in: String(seedAppeal.is.filed) },
      access: 'cheat',
      since: 'appealTime',
    },
  ],
  calls: {
    ...crud(embeddedTaskFields, ['list', 'counts', 'detail', 'save', 'update', 'remove', 'export', 'timeline']),
    ...transitionCalls(transitions),
    /** Records what arrived at a seed number of the platform; after 24 hours the report counts as late. */
    report: post({
      title: { zh: '登记反馈', en: 'Report' },
      access: 'report',
      input: z.object({
        id: id(),
        reportedStatus: z.int().min(seedReport.is.received).max(seedReport.is.different),
        receivedTime: time().nullish(),
        evidence: proofs.nullish(),
        remark: z.string().trim().max(500).nullish(),
      }),
    }),
    /** 1 approves a reported task and pays its reward; 0 rejects it and takes the reward back. */
    'update-isApproval': post({
      title: { zh: '审核', en: 'Approve or reject' },
      access: 'approve',
      stepUp: true,
      input: z.object({ id: id(), status: flag(), reason: reason.nullish() }),
    }),
    /** 1 marks a task as cheating, with evidence; 0 withdraws the mark, by another person. */
    'update-isCheat': post({
      title: { zh: '作弊判定', en: 'Decide about cheating' },
      access: 'cheat',
      stepUp: true,
      input: z.object({ id: id(), status: flag(), reason: reason.nullish(), evidence: proofs.nullish() }),
    }),
    /** Records the appeal of a member within seven days. */
    appeal: post({
      title: { zh: '登记申诉', en: 'Record an appeal' },
      access: 'report',
      input: z.object({ id: id(), reason }),
    }),
    'refuse-appeal': post({
      title: { zh: '驳回申诉', en: 'Reject the appeal' },
      access: 'cheat',
      input: z.object({ id: id(), reason }),
    }),
    /** Locks the accounts of the members behind tasks that are marked as cheating; all or none. */
    'lock-account': post({
      title: { zh: '锁定账号', en: 'Lock accounts' },
      access: 'lock',
      input: z.object({ ids: ids() }),
      data: z.object({ locked: z.int(), until: time() }),
    }),
    ...proofCalls('evidence', seedProofLimits),
  },
  extras: { plain: { zh: '查看完整号码', en: 'View full numbers' } },
});
