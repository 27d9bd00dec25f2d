import { z } from 'zod';
import { businessType } from '../dictionaries.ts';
import { get, post } from '../kit/call.ts';
import { dict, phone, readOnly, text, time as timeField } from '../kit/field.ts';
import { columnNo } from '../kit/inspect.ts';
import { pageOf } from '../kit/page.ts';
import { rowSchema } from '../kit/resource.ts';
import { amount, id, ids } from '../kit/schema.ts';
import { time } from '../kit/time.ts';
import { REASON_MAX } from '../kit/transitions.ts';
import { lineStatus, messageDirection, messageKind } from '../message-dictionaries.ts';
import { resultsWanted } from '../number-dictionaries.ts';
import { countryCode, inspectTaskList, oneTask, taskName, taskRemark } from './calls.ts';
import { eventsCall } from './events.ts';

/** Most bytes and lines of the list of an order. */
export const ORDER_LIST_BYTES = 100 * 1024 * 1024;
export const ORDER_LINES_MAX = 1_000_000;
const PASTED_MAX = 5000 * 200;
/** Messages of one verdict. */
export const VERDICT_MAX = 200;
/** More countries than there are. */
const COUNTRIES_MAX = 300;
/** The rate of the fastest sender of SMS, in texts a minute. */
const SPEED_MAX = 600_000;

/** A value of a parameter of the template: a column of the list, counted from 0, or the same text for all. */
const parameterValue = z.object({
  key: z.string().max(80),
  column: columnNo.optional(),
  value: z.string().max(1024).optional(),
});

const reason = z.string().trim().min(1).max(REASON_MAX);

/** A list of recipients: an upload, pasted lines, or the numbers of a check. */
const recipients = {
  fileId: id().optional(),
  numbers: z.string().max(PASTED_MAX).optional(),
  /** A finished check of the same owner: its numbers, or those with some results, are the list. */
  checkId: id().optional(),
  results: resultsWanted,
  column: columnNo.optional(),
  /** Country of numbers without a country code. */
  countryCode: countryCode.optional(),
  values: z.array(parameterValue).max(40).optional(),
};

const settings = {
  quota: z.int().min(1).max(ORDER_LINES_MAX).nullish(),
  scheduleTime: time().nullish(),
  speedPerMinute: z.int().min(1).max(SPEED_MAX).nullish(),
  remark: taskRemark.nullish(),
};

const money = z.object({ held: amount(), charged: amount(), refunded: amount() });

/** A sender that the caller may use. */
const sender = z.object({
  id: id(),
  name: z.string(),
  /** As `provider_protocol`. */
  protocol: z.int(),
  /** Null for Telegram. */
  number: z.string().nullable(),
  /** As `channel_quality`. */
  quality: z.int(),
  /** The channel's words while it may not send. */
  restriction: z.string().nullable(),
  isTrial: z.boolean(),
});

const quota = z.object({
  /** Messages a day that the sender's limit allows; null: unlimited. */
  dailyLimit: z.int().nullable(),
  usedToday: z.int(),
  remaining: z.int().nullable(),
  portfolioLimit: z.int().nullable(),
  portfolioUsed24h: z.int(),
  /** Recipients of the order that are new to the portfolio, at most; null without an order. */
  orderNeeds: z.int().nullable(),
  perCountry: z.array(z.object({ countryCode: z.string(), limit: z.int().nullable(), used: z.int() })),
  /** Messages that the balance pays at most; null without a price. */
  balanceAllows: z.int().nullable(),
  minOfAll: z.int().nullable(),
  /** When the oldest of the next hundred places becomes free. */
  resetAt: time().nullable(),
});

/** Lines of one country with their price. */
const lane = z.object({
  countryCode: z.string(),
  lines: z.int(),
  /** Charged units: messages, or parts of SMS. */
  units: z.int(),
  unitPrice: amount().nullable(),
  total: amount().nullable(),
});

/** Effects of confirming a draft: its counts and money. */
const summary = z.object({
  lanes: z.array(lane),
  /** Countries without a price: their numbers are left out (`leave-out`), or a price is asked for. */
  unpriced: z.array(z.string()),
  total: amount().nullable(),
  currency: z.string().nullable(),
  /** Whether messages are charged when the channel takes them, instead of when they are delivered. */
  isOnSubmit: z.boolean(),
  balance: amount(),
  enough: z.boolean(),
  estimatedSeconds: z.int(),
  /** Whether staff review it before it is sent. */
  needsReview: z.boolean(),
  /** Why it cannot be confirmed: the sentence of an error in the reader's language. */
  problem: z.string().nullable(),
  /** Countries whose numbers are all refused, and why: nobody may write to them, or the channel takes no message, or no marketing for them. */
  markets: z.array(
    z.object({ countryCode: z.string(), lines: z.int(), reason: z.enum(['blocked', 'unserved', 'marketing']) }),
  ),
  /** The first other lines that cannot be sent, with their reasons, and how many there are by reason. */
  problems: z.array(
    z.object({ lineNo: z.int(), number: z.string().nullable(), reason: z.int(), detail: z.string().nullable() }),
  ),
  reasons: z.array(z.object({ reason: z.int(), lines: z.int() })),
  /** Values of the first lines, to preview. */
  samples: z.array(z.object({ lineNo: z.int(), number: z.string(), params: z.record(z.string(), z.string()) })),
});

/** A message of a conversation. */
export const messageFields = {
  ...readOnly({
    direction: dict(messageDirection, {
      label: { zh: '方向', en: 'Direction' },
      required: true,
      list: true,
      search: 'equal',
    }),
    channel: dict(businessType, { label: { zh: '渠道', en: 'Channel' }, required: true, list: 'hidden' }),
    fromNo: phone({ label: { zh: '发送方', en: 'From' }, list: true }),
    toNo: phone({ label: { zh: '接收方', en: 'To' }, list: true }),
    msgType: dict(messageKind, { label: { zh: '类型', en: 'Type' }, required: true, list: true }),
    /** Null while it is masked. */
    content: text({ label: { zh: '内容', en: 'Content' }, max: 4096, list: true }),
    templateCode: text({ label: { zh: '模板', en: 'Template' }, max: 512, list: 'hidden' }),
    status: dict(lineStatus, { label: { zh: '状态', en: 'Status' }, list: true }),
    providerMsgId: text({ label: { zh: '通道流水', en: 'Channel id' }, max: 160, list: 'hidden' }),
    errorCode: text({ label: { zh: '错误码', en: 'Error code' }, max: 64, list: 'hidden' }),
    errorText: text({ label: { zh: '错误说明', en: 'Error' }, max: 500, list: 'hidden' }),
    orderNo: text({ label: { zh: '编号', en: 'No.' }, max: 24, list: 'hidden' }),
    sentTime: timeField({ label: { zh: '发送时间', en: 'Sent at' }, required: true, list: true }),
    deliveredTime: timeField({ label: { zh: '送达时间', en: 'Delivered at' }, list: 'hidden' }),
    readTime: timeField({ label: { zh: '已读时间', en: 'Read at' }, list: 'hidden' }),
    /** Null for agents, and for staff without the right to see costs of providers. */
    cost: text({ label: { zh: '通道费用', en: 'Cost' }, max: 64, list: 'hidden' }),
  }),
} as const;

/** The calls of message orders of every channel beside the standard ones. */
export const messageOrderCalls = <S extends z.ZodRawShape>(own: S) => ({
  inspect: inspectTaskList(ORDER_LIST_BYTES),
  /** Creates a draft; its list is read in the background. With `submit` it is confirmed once it was read. */
  save: post({
    title: { zh: '新建', en: 'New order' },
    access: 'create',
    input: z.object({
      orderName: taskName.optional(),
      /** For staff: the agent whose order it is. */
      agentId: id().optional(),
      senderId: id(),
      consentId: id().optional(),
      ...recipients,
      ...settings,
      ...own,
      submit: z.coerce.number().int().min(0).max(1).optional(),
    }),
    data: z.object({ id: id(), orderNo: z.string(), jobTaskNo: z.string(), status: z.int() }),
  }),
  /** Changes a draft or a rejected order; `status` 4 pauses, 3 resumes, 7 cancels. */
  update: post({
    title: { zh: '更新', en: 'Change an order' },
    access: 'edit',
    input: z.object({
      id: id(),
      status: z.int().optional(),
      orderName: taskName.min(1).optional(),
      ...settings,
      reason: z.string().trim().max(REASON_MAX).optional(),
      /** Another declaration of source, for an order whose own is no longer valid. */
      consentId: id().nullish(),
    }),
    data: z.undefined(),
  }),
  summary: get({ title: { zh: '发送前核对', en: 'Check of a draft' }, access: 'view', input: oneTask, data: summary }),
  /** Holds the money and sends, or hands the order to review. A higher sum than `expectedTotal` is refused as PRICE_CHANGED. */
  confirm: post({
    title: { zh: '确认发送', en: 'Confirm' },
    access: 'create',
    input: oneTask.extend({ expectedTotal: amount().optional() }),
    data: z.object({ status: z.int() }),
  }),
  approve: post({
    title: { zh: '通过', en: 'Approve' },
    access: 'review',
    input: z.object({ ids: ids(VERDICT_MAX) }),
    data: z.undefined(),
  }),
  reject: post({
    title: { zh: '驳回', en: 'Reject' },
    access: 'review',
    input: z.object({ ids: ids(VERDICT_MAX), reason }),
    data: z.undefined(),
  }),
  'add-number': post({
    title: { zh: '追加号码', en: 'Add numbers' },
    access: 'create',
    input: oneTask.extend(recipients),
    data: z.object({ added: z.int(), invalid: z.int(), duplicate: z.int(), suppressed: z.int(), held: amount() }),
  }),
  /** Takes the numbers of countries out of a draft, free of charge. */
  'leave-out': post({
    title: { zh: '排除国家', en: 'Leave countries out' },
    access: 'create',
    input: oneTask.extend({
      countryCodes: z.array(countryCode).min(1).max(COUNTRIES_MAX),
    }),
    data: z.object({ left: z.int() }),
  }),
  /** Sends failed or expired messages again that may be: shows how many with `preview`. */
  'schedule-reset': post({
    title: { zh: '重发', en: 'Send again' },
    access: 'create',
    input: oneTask.extend({
      resetTime: time().optional(),
      scope: z.enum(['FAILED', 'EXPIRED', 'BOTH']).default('BOTH'),
      preview: z.boolean().optional(),
    }),
    data: z.object({ lines: z.int(), excluded: z.int(), held: amount() }),
  }),
  complete: post({
    title: { zh: '完成', en: 'Complete' },
    access: 'edit',
    input: z.object({ ids: ids(VERDICT_MAX) }),
    data: z.undefined(),
  }),
  senders: get({
    title: { zh: '发送方', en: 'Senders' },
    access: 'view',
    input: z.object({ agentId: id().optional() }),
    data: z.object({
      senders: z.array(sender),
      /** Codes of countries that the channel does not serve at all, and those without marketing. */
      unserved: z.array(z.string()),
      withoutMarketing: z.array(z.string()),
    }),
  }),
  quota: get({
    title: { zh: '额度', en: 'Limits' },
    access: 'view',
    input: z.object({
      id: id().optional(),
      senderId: id().optional(),
      senderItemId: id().optional(),
      agentId: id().optional(),
    }),
    data: quota,
  }),
  lanes: get({
    title: { zh: '费用明细', en: 'Money' },
    access: 'view',
    input: oneTask,
    data: z.object({
      lanes: z.array(
        z.object({
          countryCode: z.string(),
          units: z.int(),
          unitPrice: amount().nullable(),
          charged: z.int(),
          returned: z.int(),
          refunded: z.int(),
        }),
      ),
      money,
    }),
  }),
  events: eventsCall,
  /** Messages of an order, of a line of it, or with a number; newest first. `before`: the id of the oldest known one. */
  'message-history/list': get({
    title: { zh: '消息记录', en: 'Messages' },
    access: 'view',
    input: z.object({
      orderId: id().optional(),
      orderPhoneId: id().optional(),
      e164: z.string().trim().max(24).optional(),
      before: id().optional(),
      current: z.coerce.number().int().min(1).max(10_000_000).default(1),
      size: z.coerce.number().int().min(1).max(200).default(50),
    }),
    data: pageOf(rowSchema(messageFields)),
  }),
  /** The content of masked messages; recorded in the audit trail. */
  'message-history/reveal': post({
    title: { zh: '查看消息内容', en: 'Read messages' },
    access: 'message-plain',
    stepUp: true,
    keyless: 'reads',
    input: z.object({ ids: ids(VERDICT_MAX), reason }),
    data: z.object({ contents: z.array(z.object({ id: id(), content: z.string() })) }),
  }),
});

const verdict = {
  ids: ids(VERDICT_MAX),
  reason,
  /** Links of stored files. */
  evidence: z.array(z.string().max(300)).max(6).nullish(),
};

/** Consequences of a verdict: `before` and `after` count messages by `line_status`. */
const effect = z.object({
  lines: z.int(),
  /** Messages that the verdict does not apply to. */
  excluded: z.int(),
  before: z.array(z.object({ status: z.int(), lines: z.int() })),
  charged: amount(),
  released: amount(),
  refunded: amount(),
  held: amount(),
  currency: z.string().nullable(),
});

/** The calls of messages to single recipients. */
export const orderPhoneCalls = {
  /** Shows what a verdict would change, before it is confirmed. */
  effect: get({
    title: { zh: '裁定影响', en: 'Effect of a verdict' },
    access: 'decide',
    input: z.object({
      ids: ids(VERDICT_MAX),
      verdict: z.enum(['OVERRULE', 'RESET', 'PASS']),
      status: z.coerce.number().int().optional(),
    }),
    data: effect,
  }),
  /** Overturns submitted, delivered or read messages: a charge is refunded, commissions are reversed. */
  overrule: post({
    title: { zh: '驳回', en: 'Overrule' },
    access: 'decide',
    stepUp: true,
    input: z.object(verdict),
    data: effect,
  }),
  /** Sends failed, expired or overruled messages again, with a new hold. */
  reset: post({
    title: { zh: '重发', en: 'Send again' },
    access: 'decide',
    input: z.object({ ids: ids(VERDICT_MAX), reason: reason.optional() }),
    data: effect,
  }),
  /** Decides messages without a receipt or with a disputed one: 2 delivered charges them, 4 failed releases their money. */
  pass: post({
    title: { zh: '认定', en: 'Decide' },
    access: 'decide',
    stepUp: true,
    input: z.object({ ...verdict, reason: reason.optional(), status: z.coerce.number().int() }),
    data: effect,
  }),
};

/** Calls that change single recipients of an order. */
export const singleLineCalls = {
  /** Adds a recipient to an order that is not finished. */
  save: post({
    title: { zh: '新增号码', en: 'Add a recipient' },
    access: 'create',
    input: z.object({
      orderId: id(),
      number: z.string().trim().min(1).max(64),
      params: z.record(z.string().max(80), z.string().max(1024)).optional(),
    }),
    data: z.object({ id: id() }),
  }),
  /** Changes the values of a message that was not sent. */
  update: post({
    title: { zh: '修改参数', en: 'Change values' },
    access: 'create',
    input: z.object({ id: id(), params: z.record(z.string().max(80), z.string().max(1024)) }),
    data: z.undefined(),
  }),
  /** Cancels messages that were not sent; their money returns. */
  remove: post({
    title: { zh: '移除号码', en: 'Remove recipients' },
    access: 'create',
    input: z.object({ ids: ids(VERDICT_MAX) }),
    data: z.undefined(),
  }),
};
