import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, flag, id, ids } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import { PROOFS_MAX, proofCalls } from '../compliance/proofs.ts';
import { warrantyStatus } from './dictionaries.ts';
import { warrantyClaimFields } from './warranty-fields.ts';

/** Numbers of one form, and claims of one decision. */
export const CLAIMS_MAX = 100;
export const CLAIM_TEXT_MAX = 1000;

/** A decision of staff: 3 rejects the claim. */
export const DECISION = { replace: 1, refund: 2, refuse: 3 } as const;

const { suspected, review, asked, confirmed, noStock, paused } = warrantyStatus.is;

/** States in which staff may decide. */
export const UNDECIDED: readonly number[] = [suspected, review, confirmed, asked, noStock, paused];

const check = z.object({
  time: time(),
  /** Null for readers who may not see providers. */
  provider: z.string().nullable(),
  /** As `check_result`. */
  result: z.int(),
  /** As `warranty_verdict`. */
  verdict: z.int(),
});

/** A number of the chain, the delivered one first. */
const link = z.object({
  number: z.string(),
  claimId: id().nullable(),
  claimNo: z.string().nullable(),
  status: z.int().nullable(),
  time: time().nullable(),
});

/** Claims about delivered numbers that stopped working within their warranty. */
export const warrantyClaim = resource('agent/warranty-claim', {
  title: { zh: '质保单', en: 'Warranty claims' },
  help: {
    zh: '质保期内失效的号码：间隔 30 分钟两次检测均失效后自动换货或退款',
    en: 'Numbers that fail within their warranty: replaced or refunded after two checks 30 minutes apart',
  },
  empty: {
    zh: '质保期内的号码失效后会自动出现在这里，也可以手动申请',
    en: 'Numbers found inactive within their warranty appear here; you can also file a claim',
  },
  nameField: 'claimNo',
  defaultSort: '-createTime',
  stateField: 'status',
  events: {
    open: { zh: '检测到失效', en: 'Found inactive' },
    file: { zh: '提交申请', en: 'Filed' },
    confirm: { zh: '确认失效', en: 'Confirmed' },
    unconfirm: { zh: '未确认失效', en: 'Not confirmed' },
    review: { zh: '转人工审核', en: 'Sent to review' },
    ask: { zh: '请代理选择', en: 'Agent asked' },
    choose: { zh: '代理已选择', en: 'Choice made' },
    wait: { zh: '等待补货', en: 'Waits for stock' },
    pause: { zh: '因批量异常暂停', en: 'Paused by a mass event' },
    resume: { zh: '恢复处理', en: 'Resumed' },
    dismiss: { zh: '随批量异常驳回', en: 'Dismissed with the mass event' },
    replace: { zh: '已换货', en: 'Replaced' },
    refund: { zh: '已退款', en: 'Refunded' },
    refuse: { zh: '驳回', en: 'Rejected' },
  },
  fields: warrantyClaimFields,
  head: ['number', 'status', 'productName'],
  found: [{ call: 'list', by: ['claimNo', 'orderNo', 'number'], shows: ['number', 'productName', 'status'] }],
  numbers: [
    {
      call: 'list',
      field: 'number',
      shows: ['status', 'source', 'orderNo', 'ownerName', 'replacementNumber', 'refundAmount'],
    },
  ],
  waiting: [
    {
      title: { zh: '质保单待审核', en: 'Warranty claims in review' },
      call: 'list',
      filters: { status_in: String(review) },
      access: 'decide',
      since: 'createTime',
      brief: { about: ['productName', 'ownerName'] },
    },
    {
      title: { zh: '质保单待选择换货或退款', en: 'Choose replacement or refund' },
      call: 'list',
      filters: { status_in: String(asked) },
      access: 'answer',
      since: 'createTime',
      isPersonal: true,
    },
  ],
  calls: {
    ...crud(warrantyClaimFields, ['list', 'counts', 'detail', 'export', 'timeline']),
    /** Evidence of a claim, the numbers of its chain, and what a decision would do. */
    story: get({
      title: { zh: '检测与换货记录', en: 'Checks and replacements' },
      access: 'view',
      input: z.object({ id: id() }),
      data: z.object({
        checks: z.array(check),
        chain: z.array(link),
        /** Money a refund returns now. */
        refund: amount(),
        currency: z.string(),
        /** Whether a number to replace it is in stock. */
        isInStock: z.boolean(),
        /** Whether its chain allows another replacement. */
        canReplace: z.boolean(),
        /** Whether the reader may decide about it. */
        canDecide: z.boolean(),
      }),
    }),
    /** Files a claim for each number or number ID: delivered to the caller or a sub-account, within its warranty. All or none. */
    file: post({
      title: { zh: '申请质保', en: 'File a claim' },
      access: 'file',
      input: z.object({
        /** Whole numbers or number IDs. */
        numbers: z.string().trim().min(1).max(4000),
        content: z.string().trim().min(1).max(CLAIM_TEXT_MAX),
        evidence: z.array(z.string().max(300)).max(PROOFS_MAX).nullish(),
      }),
      data: z.object({ claims: z.array(z.object({ id: id(), claimNo: z.string() })) }),
    }),
    /**
     * The numbers of an order that a claim can be filed for now, as the form names them: whole for their buyer, by their IDs for others.
     * At most those of one form; `isMore` when the order has others.
     */
    claimable: get({
      title: { zh: '可申请质保的号码', en: 'Numbers to claim for' },
      access: 'file',
      input: z.object({ orderId: id() }),
      data: z.object({ numbers: z.array(z.string()), isMore: flag() }),
    }),
    /** Replaces, refunds or rejects claims; all or none. */
    decide: post({
      title: { zh: '处理质保单', en: 'Decide' },
      access: 'decide',
      stepUp: true,
      input: z.object({
        ids: ids(CLAIMS_MAX),
        decision: z.int().min(DECISION.replace).max(DECISION.refuse),
        reason: z.string().trim().min(1).max(REASON_MAX),
      }),
      data: z.object({ decided: z.int(), refunded: amount(), waiting: z.int() }),
    }),
    /** The agent chooses between replacement and refund. */
    answer: post({
      title: { zh: '选择处理方式', en: 'Choose' },
      access: 'answer',
      input: z.object({ id: id(), choice: z.int().min(1).max(2) }),
      data: z.object({ status: z.int(), refunded: amount() }),
    }),
    /** Checks the numbers of claims again at once. */
    recheck: post({
      title: { zh: '重新检测', en: 'Check again' },
      access: 'decide',
      input: z.object({ ids: ids(CLAIMS_MAX) }),
      data: z.object({ checked: z.int() }),
    }),
    ...proofCalls('file'),
  },
});
