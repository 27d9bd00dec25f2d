import {
  activePeriod,
  checkMode,
  checkStatus,
  filterType,
  telegramFilterType,
} from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { LIMIT_MAX, nameOf, valueNamed } from '@trade-assistant/contract/areas/open/v1/values.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { lineStatus, messageDirection, orderStatus, smsType } from '@trade-assistant/contract/message-dictionaries.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { noteTask } from '../../../engines/open/index.ts';
import { instantOf, type PartnerContext, type Wire, wallOf } from './context.ts';
import { type HandlerOf, is, newestFirst } from './money.ts';

const CHECKS = { whatsapp: 'filter/whatsapp-filter', telegram: 'filter/telegram-filter' } as const;
const ORDERS = { whatsapp: 'whatsapp/order', telegram: 'telegram/order' } as const;
const SMS = 'sms/sms-task';

/** Creates a task by another call, and remembers that its money is the key's spending. */
async function create({ c, calls, key }: PartnerContext, call: string, input: Wire) {
  return c.tx(async (tx) => {
    const { id, taskNo, orderNo } = (await calls.make({ ...c, tx: (work) => work(tx) }, call, defined(input))) as Wire;
    await noteTask(tx, BigInt(id), key.row.id);
    return { id, no: taskNo ?? orderNo };
  });
}

const defined = (input: Wire): Wire =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** Returns a task through the resource that shows it, and the resource. @throws NOT_FOUND */
async function taskOf(context: PartnerContext, resources: readonly string[]): Promise<{ row: Wire; resource: string }> {
  const { c, calls, id } = context;
  for (const resource of resources) {
    const [row] = await calls.list(c, `${resource}/list`, { size: 1, filters: [is('id', id)], sort: [] });
    if (row) return { row, resource };
  }
  throw commonErrors.NOT_FOUND();
}

const common = (row: Wire) => ({
  total: row['totalCount'],
  invalid: row['invalidCount'],
  duplicate: row['duplicateCount'],
  suppressed: row['suppressedCount'],
  held: row['holdAmount'],
  charged: row['chargedAmount'],
  refunded: row['refundedAmount'],
  currency: row['currency'] ?? null,
  failReason: row['failReason'] ?? null,
  createdAt: instantOf(row['createTime']),
  finishedAt: instantOf(row['finishTime']),
});

const shapeCheck = (channel: string) => (row: Wire) => ({
  ...common(row),
  id: row['id'],
  no: row['taskNo'],
  name: row['taskName'],
  channel,
  country: row['countryCode'] ?? null,
  status: nameOf(checkStatus, row['status']),
  done: row['doneCount'],
});
const channelOf = (resource: string): string => (resource.includes('telegram') ? 'telegram' : 'whatsapp');

const createCheck: HandlerOf<'createCheck'> = (
  context,
  { channel, country, type, period, mode, numbers, name, ...rest },
) => {
  const types = channel === 'telegram' ? telegramFilterType : filterType;
  return create(context, `${CHECKS[channel]}/create-order`, {
    ...rest,
    countryCode: country,
    filterType: valueNamed(types, type),
    activePeriod: period === undefined ? undefined : valueNamed(activePeriod, period),
    checkMode: valueNamed(checkMode, mode),
    numbers: numbers.join('\n'),
    taskName: name,
  });
};

const listChecks: HandlerOf<'listChecks'> = (context, { channel, ...page }) =>
  newestFirst(context, `${CHECKS[channel]}/list`, page, [], shapeCheck(channel));

const getCheck: HandlerOf<'getCheck'> = async (context) => {
  const { row, resource } = await taskOf(context, Object.values(CHECKS));
  return shapeCheck(channelOf(resource))(row);
};

const listCheckResults: HandlerOf<'listCheckResults'> = async (context, { cursor, limit }) => {
  const { resource } = await taskOf(context, Object.values(CHECKS));
  const size = Math.min(limit, LIMIT_MAX);
  const asked = { id: String(context.id), after: Number(cursor ?? 0), size: size + 1 };
  const { records } = (await context.calls.make(context.c, `${resource}/lines`, asked)) as { records: Wire[] };
  const items = records.slice(0, size).map((row) => ({
    line: row['lineNo'],
    number: row['number'] ?? null,
    country: row['regionCode'] ?? null,
    result: resultOf(row),
  }));
  return { items, next: records.length > size ? String(items.at(-1)?.line) : null };
};

const resultOf = (row: Wire): string | null => {
  const { result } = row;
  return result === null || result === undefined ? null : nameOf(checkResult, result);
};

const shapeOrder = (row: Wire) => ({
  ...common(row),
  id: row['id'],
  no: row['orderNo'],
  name: row['orderName'],
  status: nameOf(orderStatus, row['status']),
  pending: row['pendingCount'],
  submitted: row['submittedCount'],
  delivered: row['deliveredCount'],
  read: row['readCount'],
  failed: row['failedCount'],
  expired: row['expiredCount'],
  replies: row['replyCount'],
  scheduledAt: instantOf(row['scheduleTime']),
});

interface Recipients {
  readonly numbers: readonly string[];
  readonly country?: string | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly consentId?: string | undefined;
  readonly name?: string | undefined;
  readonly remark?: string | undefined;
  readonly scheduledAt?: string | undefined;
  readonly messagesPerMinute?: number | undefined;
}

/** Returns the settings that all orders of messages have; the order is confirmed once its list was read. */
const orderForm = ({
  numbers,
  country,
  values,
  consentId,
  name,
  remark,
  scheduledAt,
  messagesPerMinute,
}: Recipients) => ({
  numbers: numbers.join('\n'),
  countryCode: country,
  values: values && Object.entries(values).map(([key, value]) => ({ key, value })),
  consentId,
  orderName: name,
  remark,
  scheduleTime: wallOf(scheduledAt),
  speedPerMinute: messagesPerMinute,
  submit: 1,
});

const createMessageOrder: HandlerOf<'createMessageOrder'> = (context, { senderId, templateId, ...rest }) =>
  create(context, `${ORDERS.whatsapp}/save`, { senderId, templateId, ...orderForm(rest) });

const listMessageOrders: HandlerOf<'listMessageOrders'> = (context, { channel, ...page }) =>
  newestFirst(context, `${ORDERS[channel]}/list`, page, [], shapeOrder);

const getMessageOrder: HandlerOf<'getMessageOrder'> = async (context) =>
  shapeOrder((await taskOf(context, Object.values(ORDERS))).row);

const listMessageRecipients: HandlerOf<'listMessageRecipients'> = async (context, page) =>
  recipientsOf(context, (await taskOf(context, Object.values(ORDERS))).resource, page);

async function recipientsOf(
  { c, calls, id }: PartnerContext,
  resource: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const size = Math.min(limit, LIMIT_MAX);
  const rows: readonly Wire[] = await calls.list(c, `${resource.replace(/(order|sms-task)$/, 'order-phone')}/list`, {
    size: size + 1,
    filters: [is('orderId', id), { field: 'lineNo', operator: 'gt', value: Number(cursor ?? 0) }],
    sort: [{ field: 'lineNo', descending: false }],
  });
  const items = rows.slice(0, size).map((row) => ({
    line: row['lineNo'],
    number: row['number'] ?? null,
    country: row['countryCode'] ?? null,
    status: nameOf(lineStatus, row['lineStatus']),
    errorCode: row['errorCode'] ?? null,
    submittedAt: instantOf(row['submitTime']),
    deliveredAt: instantOf(row['deliverTime']),
    readAt: instantOf(row['readTime']),
  }));
  return { items, next: rows.length > size ? String(items.at(-1)?.line) : null };
}

const createSmsTask: HandlerOf<'createSmsTask'> = (context, { senderId, type, text, link, ...rest }) =>
  create(context, `${SMS}/save`, {
    senderId,
    smsType: valueNamed(smsType, type),
    content: text,
    link,
    ...orderForm(rest),
  });

const listSmsTasks: HandlerOf<'listSmsTasks'> = (context, page) =>
  newestFirst(context, `${SMS}/list`, page, [], shapeOrder);

const getSmsTask: HandlerOf<'getSmsTask'> = async (context) => shapeOrder((await taskOf(context, [SMS])).row);

const listSmsRecipients: HandlerOf<'listSmsRecipients'> = async (context, page) => {
  await taskOf(context, [SMS]);
  return recipientsOf(context, SMS, page);
};

const listSmsMessages: HandlerOf<'listSmsMessages'> = async ({ c, calls }, { cursor, limit, taskId }) => {
  const size = Math.min(limit, LIMIT_MAX);
  const asked = defined({ orderId: taskId, before: cursor, size: size + 1 });
  const { records } = (await calls.make(c, `${SMS}/message-history/list`, asked)) as { records: Wire[] };
  const items = records.slice(0, size).map((row) => ({
    id: row['id'],
    direction: nameOf(messageDirection, row['direction']),
    from: row['fromNo'] ?? null,
    to: row['toNo'] ?? null,
    text: row['content'] ?? null,
    status: row['status'] === null || row['status'] === undefined ? null : nameOf(lineStatus, row['status']),
    time: instantOf(row['sentTime']),
  }));
  return { items, next: records.length > size ? (items.at(-1)?.id ?? null) : null };
};

export const taskHandlers = {
  ...{ createCheck, listChecks, getCheck, listCheckResults },
  ...{ createMessageOrder, listMessageOrders, getMessageOrder, listMessageRecipients },
  ...{ createSmsTask, listSmsTasks, getSmsTask, listSmsRecipients, listSmsMessages },
};
