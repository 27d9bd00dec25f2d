import type { whatsappOrder } from '@trade-assistant/contract/areas/whatsapp/order.ts';
import { toPage } from '@trade-assistant/contract/kit/page.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { record } from '../../../kernel/audit/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { maskNumber, plainNumber, readNumberSearch } from '../../../kernel/phone/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { isStaff, type orderList, type Tasks, type WorkTask } from '../work/index.ts';
import type { MessageChannel } from './channels.ts';
import { messagesAt, messagesWhere, type ShownMessage } from './history.ts';
import { lineOfId, messages } from './tables.ts';

type Orders = typeof whatsappOrder;

const HISTORY_MAX = 10_000;

/** Whether the caller may see whole numbers of an order. */
export const isWholeFor = (c: Context, { name }: Pick<Orders, 'name'>, { ownerId }: Pick<WorkTask, 'ownerId'>) =>
  ownerId === c.actor.userId || c.can(`${name}:numbers`);

/** The calls about the messages of a channel's orders. */
export const historyCalls = (
  resource: Orders,
  table: ReturnType<typeof orderList>,
  channel: MessageChannel,
  reachable: Tasks['reachable'],
) => {
  const list = async (c: Context, input: CallInput<Orders, 'message-history/list', 'out'>) => {
    const { orderId, orderPhoneId, e164, before, current, size } = input;
    const line = orderPhoneId === undefined ? null : lineOfId(orderPhoneId);
    const order = line?.taskId ?? orderId;
    if (order !== undefined) await reachable(c, order);
    const condition = and(
      visibleMessages(c),
      order === undefined ? undefined : eq(messages.taskId, order),
      line === null ? undefined : eq(messages.lineNo, line.lineNo),
      e164 ? inArray(messages.e164, [...readNumberSearch(e164, false).exact]) : undefined,
    );
    const skipped = before === undefined ? (current - 1) * size : 0;
    const most = Math.min(skipped + size + 1, HISTORY_MAX);
    const shown = (await messagesWhere(c.app, condition ?? sql`true`, before ?? null, most)).slice(skipped);
    const page = shown.slice(0, size);
    const hasMore = shown.length > size;
    return toPage(
      page.map((one) => shownMessage(c, one)),
      skipped + page.length + (hasMore ? 1 : 0),
      { current, size },
      hasMore,
    );
  };
  const reveal = async (c: Context, { ids, reason }: CallInput<Orders, 'message-history/reveal', 'out'>) => {
    const shown = await messagesAt(c.app, visibleMessages(c), ids);
    await c.tx((tx) =>
      record(tx, c.actor, {
        action: 'plain-view',
        objectType: resource.name,
        objectId: ids[0] !== undefined && ids.length === 1 ? ids[0] : 'list',
        after: { ids: ids.map(String) },
        reason,
      }),
    );
    return { contents: shown.flatMap(({ row, content }) => (content === null ? [] : [{ id: row.seq, content }])) };
  };
  return { 'message-history/list': list, 'message-history/reveal': reveal };

  /**
   * Messages are reached through the orders that the caller may reach. Staff whom no rule limits also reach those of conversations, with the
   * permission for these, and those of nobody's order.
   */
  function visibleMessages(c: Context): SQL {
    const own = sql`${messages.tenantId} = ${c.actor.tenantId} and ${messages.channel} = ${channel.businessType}`;
    const ofOrders = sql`exists (select from ${table} where ${table.id} = ${messages.taskId} and ${visible(c.actor, table, 'owner')})`;
    const isLimited = (code: string) => c.ruleOf?.(code)?.rows !== undefined;
    if (!isStaff(c) || isLimited(resource.name)) return sql`${own} and ${ofOrders}`;
    const isReadable = c.can('sms/session:view') && !isLimited('sms/session');
    return isReadable ? own : sql`${own} and ${messages.sessionId} is null`;
  }

  function shownMessage(c: Context, { row, content, orderNo }: ShownMessage) {
    const isOwn = row.ownerId === c.actor.userId;
    const isWhole = isOwn || c.can(`${resource.name}:numbers`);
    const recipient = row.e164 === null ? row.userRef : isWhole ? plainNumber(row.e164) : maskNumber(row.e164);
    const isSent = row.direction === 1;
    return {
      id: row.seq,
      direction: row.direction,
      channel: row.channel,
      fromNo: isSent ? null : recipient,
      toNo: isSent ? recipient : null,
      msgType: row.msgType,
      content: isOwn ? content : null,
      templateCode: row.templateCode,
      status: isSent ? row.status : null,
      providerMsgId: row.vendorId,
      errorCode: row.errorCode,
      errorText: row.errorText,
      orderNo,
      sentTime: row.sentTime ?? row.createTime,
      deliveredTime: row.deliveredTime,
      readTime: row.readTime,
      cost: isStaff(c) && c.can('provider/provider:cost') ? row.cost : null,
    };
  }
};
