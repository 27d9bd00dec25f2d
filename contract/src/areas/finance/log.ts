import { z } from 'zod';
import { userType } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import { exportCall } from '../../kit/export.ts';
import { dict, identifier, money, readOnly, ref, text, time } from '../../kit/field.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { amount, id, ids } from '../../kit/schema.ts';
import { timeBefore, time as timeSchema } from '../../kit/time.ts';
import { financeDirection, financeType, walletKind } from './dictionaries.ts';
import { transferFields } from './transfer-fields.ts';

const fields = {
  ...readOnly({
    logNo: identifier({ label: { zh: '流水号', en: 'Log no.' }, max: 32, required: true, list: true, search: 'equal' }),
    journalNo: identifier({
      label: { zh: '凭证号', en: 'Entry no.' },
      max: 32,
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    userId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '用户', en: 'User' }, required: true, search: 'equal' },
    ),
    userName: text({
      label: { zh: '用户', en: 'User' },
      max: 64,
      required: true,
      list: true,
      search: 'like',
      width: 140,
    }),
    userType: dict(userType, {
      label: { zh: '用户类型', en: 'User type' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    walletKind: dict(walletKind, { label: { zh: '账户', en: 'Wallet' }, required: true, list: true, search: 'equal' }),
    financeType: dict(financeType, { label: { zh: '业务类型', en: 'Type' }, required: true, list: true, search: 'in' }),
    direction: dict(financeDirection, {
      label: { zh: '收支', en: 'Direction' },
      required: true,
      list: true,
      search: 'equal',
    }),
    // Sorted without an index, which every movement would have to write: 0.3 s over a million of them.
    amount: money({ label: { zh: '金额', en: 'Amount' }, required: true, list: true, sort: true, search: 'range' }),
    beforeAmount: money({ label: { zh: '变动前', en: 'Before' }, required: true, list: true }),
    afterAmount: money({ label: { zh: '变动后', en: 'After' }, required: true, list: true }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: true, width: 80 }),
    bizType: text({
      label: { zh: '业务', en: 'Business' },
      max: 64,
      required: true,
      list: 'hidden',
      search: 'equal',
      width: 130,
    }),
    bizId: ref(null, { label: { zh: '业务单ID', en: 'Document id' } }),
    bizNo: identifier({ label: { zh: '业务单号', en: 'Document no.' }, max: 32, list: true, search: 'ending' }),
    operatorName: text({
      label: { zh: '操作人', en: 'Operator' },
      max: 64,
      required: true,
      list: 'hidden',
      width: 120,
    }),
    /** The second person of a movement that needed one; null for others. */
    approverName: text({ label: { zh: '复核人', en: 'Approved by' }, max: 64 }),
    remark: text({ label: { zh: '备注', en: 'Remark' }, max: 255, list: true, width: 180 }),
    createTime: time({ label: { zh: '时间', en: 'Time' }, required: true, list: true, search: 'range', sort: true }),
  }),
};

/** Most movements of a statement made at once; a larger one is made by a task. */
export const STATEMENT_AT_ONCE = 5_000;
/** The most movements of one statement. */
export const STATEMENT_MAX = 100_000;
export const STATEMENT_FORMATS = ['pdf', 'xlsx'] as const;

const statementInput = z.object({
  /** By default the caller; staff name a user. */
  userId: id().optional(),
  /** Without it all of a user's wallets. */
  walletKind: fields.walletKind.schema.optional(),
  /** From inclusive, to exclusive. */
  from: timeSchema(),
  to: timeSchema(),
  format: z.enum(STATEMENT_FORMATS).default('pdf'),
});

const transferList = get({
  title: { zh: '划转记录', en: 'Transfers' },
  access: 'view',
  input: listQuery(transferFields),
  data: pageOf(rowSchema(transferFields)),
});
const transferExport = exportCall(transferFields);

/** Every movement of every user's wallet, as the ledger wrote it. Only the remark of a movement may be written. */
export const financeLog = resource('finance/log', {
  title: { zh: '资金流水', en: 'Finance log' },
  help: { zh: '每一笔资金变动，只读', en: 'All movements of money, read-only' },
  empty: { zh: '充值、消费等资金变动会记录在这里', en: 'Recharges, purchases and other movements appear here' },
  defaultSort: '-createTime',
  stateField: 'direction',
  fields,
  head: ['userName', 'financeType', 'amount'],
  found: [
    {
      ...{ call: 'list', by: ['bizNo'], shows: ['userName', 'createTime'] },
      of: { fields, nameField: 'logNo', title: { zh: '资金流水', en: 'Finance log' }, screen: 'finance/log' },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'page', 'counts', 'detail', 'export']),
    /** Replaces the remark; null or empty removes it. A movement's other fields never change. */
    submit: post({
      title: { zh: '修改备注', en: 'Edit remark' },
      access: 'edit',
      input: z.object({ id: id(), remark: fields.remark.schema.nullable() }),
      data: z.object({ id: id() }),
    }),
    /** Always refused: LEDGER_READONLY. A mistake is put right by another movement. */
    remove: post({
      title: { zh: '删除', en: 'Delete' },
      access: 'edit',
      untrailed: 'never does anything',
      keyless: 'reads',
      input: z.object({ ids: ids() }),
    }),
    'transfer-list': transferList,
    'transfer-export': transferExport,
    /** The movements of one user between two moments with opening, sums by type and closing, as a file. */
    statement: post({
      title: { zh: '对账单', en: 'Statement' },
      access: 'export',
      answer: 'file',
      perMinute: 20,
      input: statementInput,
    }),
    /** The same as a task, for statements too long to wait for; its result is the file. */
    'statement-task': post({
      title: { zh: '生成对账单', en: 'Generate statement' },
      access: 'export',
      perMinute: 6,
      input: statementInput,
      data: z.object({ taskNo: z.string() }),
    }),
    statistics: get({
      title: { zh: '资金统计', en: 'Statistics' },
      access: 'view',
      /** Without `userId`: the reader's own, for staff the whole tenant. Without times: this month so far. */
      input: z.object({
        userId: id().optional(),
        walletKind: fields.walletKind.schema.optional(),
        createTime_dategt: timeSchema().optional(),
        createTime_datelt: timeBefore().optional(),
      }),
      /** opening + recharge − consume + refund + rebate − withdraw + transferIn − transferOut + adjust + other = closing. */
      data: z.object({
        userId: id().nullable(),
        currency: z.string(),
        from: timeSchema(),
        to: timeSchema(),
        opening: amount(),
        recharge: amount(),
        consume: amount(),
        refund: amount(),
        rebate: amount(),
        withdraw: amount(),
        transferIn: amount(),
        transferOut: amount(),
        adjust: amount(),
        other: amount(),
        closing: amount(),
        checkOk: z.boolean(),
        byType: z.array(
          z.object({ financeType: z.int(), name: z.string(), in: amount(), out: amount(), count: z.int() }),
        ),
        byDay: z.array(z.object({ date: z.string(), in: amount(), out: amount() })),
      }),
    }),
  },
});

/** The transfers at the same address as a separate list for screens; not mounted. */
export const transfers = resource('finance/log', {
  title: { zh: '划转记录', en: 'Transfers' },
  help: {
    zh: '佣金转余额，以及上下级之间的拨款与收回',
    en: 'Commission moved to balance, and money between parents and sub-accounts',
  },
  empty: { zh: '佣金转余额或拨款后，记录会出现在这里', en: 'Transfers and allocations appear here' },
  nameField: 'transferNo',
  defaultSort: '-createTime',
  fields: transferFields,
  calls: { 'transfer-list': transferList, 'transfer-export': transferExport },
});
