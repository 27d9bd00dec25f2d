import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, flag, id, ids } from '../../kit/schema.ts';
import { REASON_MAX, statedReason } from '../../kit/transitions.ts';
import { preOrderStatus } from './dictionaries.ts';
import { preOrderFields } from './pre-order-fields.ts';

export { preOrderFields } from './pre-order-fields.ts';

/** Days from today that the latest delivery of a pre-order may be. */
export const PREORDER_DAYS_MAX = 60;
/** Pieces of one pre-order. */
export const PREORDER_QTY_MAX = 1_000_000;

const reason = statedReason();
const quantity = z.int().min(1).max(PREORDER_QTY_MAX);
const { submitted, approved, partly } = preOrderStatus.is;

/** The agent's request. `quantity` in pieces of the product. */
const request = {
  productId: id(),
  quantity,
  expectDate: preOrderFields.expectDate.schema.optional(),
  latestDate: preOrderFields.latestDate.schema,
  remark: z.string().trim().max(255).optional(),
};

/** The state of a pre-order after a call. */
const state = z.object({ id: id(), preOrderNo: z.string(), status: z.int() });

/** Pre-orders that wait for one kind of number, in the order in which arriving numbers are given to them. */
const waitingKind = z.object({
  businessType: z.int(),
  countryCode: z.string(),
  numberType: z.int().nullable(),
  capability: z.int().nullable(),
  /** Numbers they still wait for, and those that are locked for them. */
  waiting: z.int(),
  locked: z.int(),
  /** Numbers moved to stock a day, of the last 30 days. */
  perDay: z.number(),
  preOrders: z.array(
    z.object({
      id: id(),
      preOrderNo: z.string(),
      agentName: z.string(),
      place: z.int(),
      /** Numbers it still waits for. */
      waiting: z.int(),
      locked: z.int(),
      approveTime: preOrderFields.approveTime.schema.nullable(),
      latestDate: z.string(),
      expectedOn: z.string().nullable(),
      skipReason: z.int().nullable(),
    }),
  ),
});

/** Demand for numbers that are not in stock yet. */
export const preOrder = resource('whatsapp/pre-order', {
  title: { zh: '预定单', en: 'Pre-orders' },
  help: {
    zh: '为缺货号码支付定金排队；号码入库后按批准先后自动交付',
    en: 'Queue for numbers out of stock with a deposit; arriving numbers are delivered in the order of approval',
  },
  empty: { zh: '库存不足时可预定，预定单会出现在这里', en: 'Pre-order where stock is short; pre-orders appear here' },
  nameField: 'preOrderNo',
  defaultSort: '-createTime',
  stateField: 'status',
  fields: preOrderFields,
  head: ['productName', 'agentName', 'status'],
  found: [{ call: 'list', by: ['preOrderNo'], shows: ['productName', 'agentName', 'status'] }],
  numbers: [{ call: 'list', shows: ['status', 'productName', 'agentName'] }],
  waiting: [
    {
      title: { zh: '预定单待审核', en: 'Pre-orders to approve' },
      call: 'list',
      filters: { status: String(submitted) },
      access: 'approve',
      since: 'submitTime',
      brief: { about: ['productName', 'agentName'], amount: 'quantity', settle: 'approve' },
    },
  ],
  events: {
    save: { zh: '保存草稿', en: 'Draft saved' },
    submit: { zh: '提交', en: 'Submitted' },
    approve: { zh: '批准', en: 'Approved' },
    reject: { zh: '驳回', en: 'Rejected' },
    deliver: { zh: '交付', en: 'Delivered' },
    skip: { zh: '跳过', en: 'Skipped' },
    overdue: { zh: '逾期退款', en: 'Refunded as overdue' },
  },
  calls: {
    ...crud(preOrderFields, ['list', 'counts', 'detail', 'timeline']),
    /** Price, deposit and expected date of a pre-order by the caller. */
    quote: get({
      title: { zh: '预定报价', en: 'Pre-order quote' },
      access: 'add',
      input: z.object({ productId: id(), quantity: z.coerce.number().pipe(quantity) }),
      data: z.object({
        quantity: z.int(),
        unitPrice: amount(),
        amount: amount(),
        currency: z.string(),
        depositRate: z.string(),
        depositAmount: amount(),
        balance: amount(),
        /** Place in line if it were approved now. */
        place: z.int(),
        expectedOn: z.string().nullable(),
        /** The last day that may be asked for. */
        latestMax: z.string(),
      }),
    }),
    /** Creates a draft, or changes the caller's own. */
    save: post({
      title: { zh: '保存草稿', en: 'Save draft' },
      access: 'add',
      input: z.object({ id: id().optional(), ...request }),
      data: state,
    }),
    /** Removes the caller's own drafts, and any that were revoked or rejected. */
    remove: post({
      title: { zh: '删除', en: 'Delete' },
      access: 'add',
      input: z.object({ ids: ids() }),
      data: z.undefined(),
    }),
    /** Creates a pre-order, or takes the caller's draft `id`, and submits it; holds its deposit. */
    'submit-order': post({
      title: { zh: '提交预定', en: 'Submit pre-order' },
      access: 'add',
      input: z.object({
        id: id().optional(),
        ...request,
        /** The buyer declares a lawful use; required if the product needs it (`needUseDeclaration`). */
        useDeclaration: z.union([flag(), z.boolean()]).optional(),
        /** The amount shown to the buyer; if it has changed, the call is refused with PRICE_CHANGED. */
        expectedAmount: amount(),
      }),
      data: state.extend({ amount: amount(), depositAmount: amount(), balance: amount() }),
    }),
    /** `pass` 0 rejects. `approvedQty`: at most the quantity; the deposit of the rest is released. */
    approve: post({
      title: { zh: '审核', en: 'Approve' },
      access: 'approve',
      stepUp: 'owned',
      input: z.object({
        id: id(),
        pass: flag().default(1),
        approvedQty: quantity.optional(),
        remark: z.string().trim().max(REASON_MAX).optional(),
      }),
      data: state.extend({ approvedQty: z.int().nullable() }),
    }),
    /** Agents revoke their submitted pre-orders, staff also approved ones without delivery. The whole deposit is released. */
    revoke: post({
      title: { zh: '撤销', en: 'Revoke' },
      access: 'revoke',
      input: z.object({ id: id(), reason }),
      data: state.extend({ refunded: amount() }),
    }),
    /** Releases the deposit of undelivered pieces, without `quantity` of all. */
    refund: post({
      title: { zh: '退款', en: 'Refund' },
      access: 'refund',
      stepUp: 'owned',
      input: z.object({ id: id(), quantity: quantity.optional(), reason }),
      data: state.extend({ refunded: amount(), quantity: z.int() }),
    }),
    /** Pre-orders in line, for staff all, for agents their own. */
    queue: get({
      title: { zh: '排队', en: 'Queue' },
      access: 'view',
      input: z.object({
        productId: id().optional(),
        businessType: z.coerce.number().int().optional(),
        countryCode: z.string().optional(),
      }),
      data: z.array(waitingKind),
    }),
    /** Numbers of a batch in staging that each pre-order would be given if it were moved to stock now. */
    forecast: get({
      title: { zh: '入库预测', en: 'Stock-in forecast' },
      access: 'forecast',
      input: z.object({ batchNo: z.string().max(32) }),
      data: z.object({
        numbers: z.int(),
        /** Numbers that no pre-order takes. */
        left: z.int(),
        preOrders: z.array(
          z.object({
            id: id(),
            preOrderNo: z.string(),
            agentName: z.string(),
            productName: z.string(),
            numbers: z.int(),
            waiting: z.int(),
            isFilled: z.boolean(),
          }),
        ),
      }),
    }),
  },
});

/** Pre-orders that wait for numbers. */
export const OPEN_PREORDERS = [approved, partly] as const;
