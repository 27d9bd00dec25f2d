import { consentStatus, listSource } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { LIMIT_MAX, nameOf, valueNamed } from '@trade-assistant/contract/areas/open/v1/values.ts';
import {
  lineStatus,
  messageCategory,
  messageDirection,
  orderStatus,
  smsType,
  telegramOrderType,
} from '@trade-assistant/contract/message-dictionaries.ts';
import { templateParameters } from '@trade-assistant/contract/template.ts';
import { instantOf, type PartnerContext, type Wire, wallOf } from './context.ts';
import { type HandlerOf, is, newestFirst } from './money.ts';
import { commonOf, create, defined, taskOf } from './tasks.ts';

const ORDERS = { whatsapp: 'whatsapp/order', telegram: 'telegram/order' } as const;
const SMS = 'sms/sms-task';
/** Digits of codes that are made, without another wish. */
const CODE_LENGTH = 6;

const shapeOrder = (row: Wire) => ({
  ...commonOf(row),
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

type OrderInput = Parameters<HandlerOf<'createMessageOrder'>>[1] & { readonly codes?: readonly string[] | undefined };

/** Returns the settings that all orders of messages have; the order is confirmed once its list was read. */
const orderForm = (input: Omit<OrderInput, 'senderId' | 'templateId'>) => ({
  ...listOf(input),
  countryCode: input.country,
  consentId: input.consentId,
  orderName: input.name,
  remark: input.remark,
  scheduleTime: wallOf(input.scheduledAt),
  speedPerMinute: input.messagesPerMinute,
  submit: 1,
});

/** Returns the list of an order: its numbers, with a column for own codes and for each value that differs. */
function listOf({ numbers, values = {}, personalValues = [], codes }: Omit<OrderInput, 'senderId' | 'templateId'>) {
  const shared = Object.entries(values).map(([key, value]) => ({ key, value }));
  const keys = [...new Set(personalValues.flatMap((one) => Object.keys(one)))];
  if (keys.length === 0 && !codes)
    return { numbers: numbers.join('\n'), values: shared.length > 0 ? shared : undefined };
  const lines = numbers.map((number, index) => {
    const own = keys.map((key) => ownValue(personalValues[index], key) ?? ownValue(values, key) ?? '');
    return [number, ...(codes ? [codes[index] ?? ''] : []), ...own].map(cellOf).join(',');
  });
  const first = codes ? 2 : 1;
  return {
    numbers: lines.join('\n'),
    column: 0,
    codeColumn: codes && 1,
    values: [
      ...shared.filter(({ key }) => !keys.includes(key)),
      ...keys.map((key, index) => ({ key, column: first + index })),
    ],
  };
}

const ownValue = (values: Readonly<Record<string, string>> | undefined, key: string): string | undefined =>
  values && Object.hasOwn(values, key) ? values[key] : undefined;

/** A cell of a line; a line break would end the line. */
const cellOf = (text: string): string => `"${text.replace(/\s*[\r\n]+\s*/g, ' ').replaceAll('"', '""')}"`;

const createMessageOrder: HandlerOf<'createMessageOrder'> = (context, { senderId, templateId, ...rest }) =>
  create(context, `${ORDERS.whatsapp}/save`, { senderId, templateId, ...orderForm(rest) });

const createTelegramOrder: HandlerOf<'createTelegramOrder'> = (
  context,
  { senderId, type, codeLength, ttl, text, ...rest },
) =>
  create(context, `${ORDERS.telegram}/save`, {
    ...{ senderId, orderType: valueNamed(telegramOrderType, type), ttl, text },
    codeLength: type === 'code' && !rest.codes ? (codeLength ?? CODE_LENGTH) : undefined,
    ...orderForm(rest),
  });

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

const listSenders: HandlerOf<'listSenders'> = async ({ c, calls }, { channel }) => {
  const { senders } = (await calls.make(c, `${ORDERS[channel]}/senders`, {})) as { senders: Wire[] };
  return {
    items: senders.map(({ id, name, number, isTrial, restriction }) => ({
      ...{ id, name, number: number ?? null },
      ...{ trial: isTrial, restriction: restriction ?? null },
    })),
  };
};

const listTemplates: HandlerOf<'listTemplates'> = async ({ c, calls }, { senderId }) => {
  const { templates } = (await calls.make(c, 'whatsapp/template/choices', { senderId })) as { templates: Wire[] };
  return {
    items: templates.map(({ id, templateCode, language, category, components }) => ({
      ...{ id, name: templateCode, language, category: nameOf(messageCategory, category) },
      text: components.find(({ type }: Wire) => String(type).toUpperCase() === 'BODY')?.text ?? '',
      parameters: templateParameters(components).map(({ key, kind, sample }) => ({ key, kind, sample })),
    })),
  };
};

const listSmsSenders: HandlerOf<'listSmsSenders'> = async ({ c, calls }) => {
  const senders = (await calls.make(c, 'sms/sms-phone/options', {})) as Wire[];
  return {
    items: senders.map((row) => ({
      id: row['value'],
      name: c.locale === 'zh' ? row['label'] : row['labelEn'],
      country: row['countryCode'],
      available: !row['disabled'],
      dailyLimit: row['dailyLimit'],
      usedToday: row['usedToday'],
      perSecond: row['ratePerSecond'],
    })),
  };
};

const listDeclarations: HandlerOf<'listDeclarations'> = (context, page) =>
  newestFirst(context, 'compliance/consent/list', page, [is('status', consentStatus.is.valid)], (row) => ({
    id: row['id'],
    no: row['consentNo'],
    source: nameOf(listSource, row['listSource']),
    validUntil: row['validUntil'] ?? null,
    createdAt: instantOf(row['createTime']),
  }));

export const messageHandlers = {
  ...{ listDeclarations, listSenders, listTemplates, listSmsSenders },
  ...{ createMessageOrder, createTelegramOrder, listMessageOrders, getMessageOrder, listMessageRecipients },
  ...{ createSmsTask, listSmsTasks, getSmsTask, listSmsRecipients, listSmsMessages },
};
