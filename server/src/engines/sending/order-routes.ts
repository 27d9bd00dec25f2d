import type { whatsappOrder } from '@trade-assistant/contract/areas/whatsapp/order.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, errorText } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { toPage } from '@trade-assistant/contract/kit/page.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { ORDER_LINES_MAX, ORDER_LIST_BYTES } from '@trade-assistant/contract/message-order-calls.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { record } from '../../kernel/audit/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { inspectList } from '../../kernel/http/inspect-list.ts';
import type { AreaModule } from '../../kernel/http/serve.ts';
import { maskNumber, plainNumber, readNumberSearch } from '../../kernel/phone/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { ofHouseDepartments } from '../identity/index.ts';
import {
  expireWork,
  IS_CHECK,
  lanesOf,
  type OrderRow,
  type orderList,
  PAUSED,
  resourceOfChecks,
  taskEventsOf,
  WORK,
  type WorkTask,
  workErrors,
} from '../work/index.ts';
import { addNumbers, readAdded } from './add-numbers.ts';
import { detailsOf, type MessageChannel, type OrderDetails, sms } from './channels.ts';
import { approveOrder, changeOrder, completeOrder, confirmOrder, rejectOrder } from './confirm.ts';
import { unservedIn } from './country-rules.ts';
import { createOrder } from './create.ts';
import { refusedAt } from './errors.ts';
import { messagesAt, messagesWhere, type ShownMessage } from './history.ts';
import type { RecipientList } from './kind.ts';
import { leaveOut } from './leave-out.ts';
import { waitingTexts } from './order-waits.ts';
import { payerOf } from './quote.ts';
import { scheduleReset } from './reset.ts';
import { type Buyer, shownSenders } from './senders.ts';
import { NO_QUOTA, phoneQuotaOf, quotaOf, summaryOf } from './summary.ts';
import { lineOfId, messages } from './tables.ts';

type OrderTable = ReturnType<typeof orderList>;
type Save = CallInput<typeof whatsappOrder, 'save', 'out'>;

/** Settings of a channel's form, and the kind of its messages. */
interface OrderForm {
  readonly templateId: bigint | null;
  readonly category: number | null;
  readonly details: OrderDetails;
}

/** Access of a channel's own calls to orders. */
interface OrderAccess {
  /** Returns an order within the caller's reach. @throws NOT_FOUND */
  reachable(c: Context, id: bigint): Promise<WorkTask>;
  /** Whether the caller may see whole numbers of an order. */
  isWhole(c: Context, order: Pick<WorkTask, 'ownerId'>): boolean;
}

const NAME_MAX = 64;
/** States in which an order can be removed from the list. */
const REMOVABLE: readonly number[] = [
  WORK.draft,
  WORK.declined,
  WORK.cancelled,
  WORK.failed,
  WORK.completed,
  WORK.purged,
];

/** The calls of message orders of a channel. `formOf` reads what its form has beside the common fields. */
export const messageOrderRoutes = (
  given: unknown,
  table: OrderTable,
  channel: MessageChannel,
  formOf: (input: Record<string, unknown>, c: Context) => OrderForm | Promise<OrderForm>,
  ownCalls: (orders: OrderAccess) => Record<string, unknown> = () => ({}),
): AreaModule => {
  const resource = given as typeof whatsappOrder;
  // Messages that check deliveries to own numbers are orders of the program.
  const isListed = and(eq(table.kind, channel.resource), sql`not ${table.details} ? 'seedOf'`);
  const isStaff = ({ actor }: Context) => actor.userType === userType.is.staff;

  /** @throws NOT_FOUND for an order out of the caller's reach */
  const reachable = async (c: Context, id: bigint): Promise<OrderRow> => {
    const [row] = await c.app.db.drizzle
      .select()
      .from(table)
      .where(and(visible(c.actor, table, 'owner'), isListed, eq(table.id, id)));
    if (!row) throw commonErrors.NOT_FOUND();
    return row;
  };
  /** Returns the owner of an order with the agent that pays; null: anybody. */
  const buyerOf = async (c: Context, ownerId: bigint | undefined): Promise<Buyer | null> => {
    if (ownerId === undefined) return null;
    const { tenantId } = c.actor;
    const { userId, agentId } = await c.app.db.tx((tx) => payerOf(tx, { tenantId, ownerId }));
    return { tenantId, ownerId: userId, agentId };
  };
  /** The row as the engine knows it: its own state instead of the order's. */
  const taskOf = (row: OrderRow) => ({
    ...row,
    status: row.workStatus,
    filterType: row.messageType,
    taskNo: row.orderNo,
    taskName: row.orderName,
  });
  const ownerOf = (c: Context, agentId: bigint | undefined): bigint => {
    if (!isStaff(c)) return c.actor.userId;
    if (agentId === undefined) throw commonErrors.NO_PERMISSION();
    return agentId;
  };
  const isWhole = (c: Context, row: Pick<OrderRow, 'ownerId'>) =>
    row.ownerId === c.actor.userId || c.can(`${resource.name}:numbers`);

  const save = async (c: Context, input: Save) => {
    const ownerId = ownerOf(c, input.agentId);
    const { name: listName, ...list } = await recipientsOf(c, input, ownerId);
    const { templateId, category, details } = await formOf(input as Record<string, unknown>, c);
    if (list.checkId && channel !== sms && details.text !== undefined) throw refusedAt('checkId', 'CHATS_FROM_CHECK');
    const name = (input.orderName || listName || channel.title[c.locale]).slice(0, NAME_MAX);
    const order = await c.tx(async (tx) => {
      const made = await createOrder(c.app, tx, c.actor, channel, {
        orderName: name,
        ownerId,
        senderId: input.senderId,
        templateId,
        category,
        consentId: input.consentId ?? null,
        list: {
          ...list,
          maxBytes: ORDER_LIST_BYTES,
          maxLines: Math.min(input.quota ?? ORDER_LINES_MAX, ORDER_LINES_MAX),
        },
        fileName: list.fileId === null ? null : listName,
        quota: input.quota ?? null,
        scheduleTime: input.scheduleTime ?? null,
        speedPerMinute: input.speedPerMinute ?? null,
        remark: input.remark ?? null,
        details: { values: valuesOf(input), ...details, isSubmitted: input.submit === 1 },
      });
      announceChange(tx, c.actor.tenantId, resource);
      return made;
    });
    return { id: order.id, orderNo: order.taskNo, jobTaskNo: order.jobTaskNo, status: 0 };
  };

  return resourceRoutes(
    resource,
    table as never,
    {
      scope: 'owner',
      ruled: { scope: 'owner', inDepartments: ofHouseDepartments(table.ownerPath, table.createDept) },
      rows: () => isListed,
      computed: {
        fields: ['deliveryRate', 'readRate', 'isRead', 'waiting', 'failReason'],
        fill: (c: Context, rows: unknown) => complete(c, rows as OrderRow[]),
      },
      beforeRemove: async (_c: Context, tx: never, rows: unknown) => {
        const list = rows as OrderRow[];
        if (list.some(({ workStatus }) => !REMOVABLE.includes(workStatus))) throw commonErrors.STATE_CONFLICT();
        await expireWork(
          tx,
          list.map(({ id }) => id),
        );
      },
      actions: {
        ...ownCalls({ reachable: async (c, id) => taskOf(await reachable(c, id)), isWhole }),
        inspect: inspectList,
        save,
        update: async (c: Context, input: CallInput<typeof whatsappOrder, 'update', 'out'>) => {
          await reachable(c, input.id);
          await c.tx(async (tx) => {
            await changeOrder(c.app, tx, c.actor, channel, input, isStaff(c) ? PAUSED.byStaff : PAUSED.byOwner);
            announceChange(tx, c.actor.tenantId, resource);
          });
        },
        summary: async (c: Context, { id }: { id: bigint }) => {
          const row = await reachable(c, id);
          return summaryOf(c.app, taskOf(row), c.locale, isWhole(c, row));
        },
        confirm: async (c: Context, { id, expectedTotal }: CallInput<typeof whatsappOrder, 'confirm', 'out'>) => {
          await reachable(c, id);
          return c.tx(async (tx) => {
            const { orderStatus } = await confirmOrder(c.app, tx, c.actor, channel, {
              id,
              expectedTotal: expectedTotal ?? null,
            });
            return { status: orderStatus };
          });
        },
        approve: async (c: Context, { ids }: { ids: bigint[] }) => {
          if (!isStaff(c)) throw commonErrors.NO_PERMISSION();
          for (const id of ids) await reachable(c, id);
          await c.tx(async (tx) => {
            for (const id of ids) await approveOrder(c.app, tx, c.actor, channel, id);
          });
        },
        reject: async (c: Context, { ids, reason }: { ids: bigint[]; reason: string }) => {
          if (!isStaff(c)) throw commonErrors.NO_PERMISSION();
          for (const id of ids) await reachable(c, id);
          await c.tx(async (tx) => {
            for (const id of ids) await rejectOrder(tx, c.actor, id, reason);
          });
        },
        'add-number': async (c: Context, { id, ...list }: CallInput<typeof whatsappOrder, 'add-number', 'out'>) => {
          const row = await reachable(c, id);
          const task = taskOf(row);
          const details = list.values ? { ...task.details, values: valuesOf(list) } : task.details;
          const recipients = await recipientsOf(c, list, row.ownerId);
          const read = await readAdded(c.app, channel, { ...task, details } as never, recipients);
          return c.tx(async (tx) => {
            const added = await addNumbers(c.app, tx, c.actor, channel, id, read);
            announceChange(tx, c.actor.tenantId, resource);
            return added;
          });
        },
        'leave-out': async (c: Context, input: CallInput<typeof whatsappOrder, 'leave-out', 'out'>) => {
          await reachable(c, input.id);
          return c.tx(async (tx) => {
            const found = await leaveOut(tx, c.actor, input);
            announceChange(tx, c.actor.tenantId, resource);
            return found;
          });
        },
        'schedule-reset': async (
          c: Context,
          { id, resetTime, scope, preview }: CallInput<typeof whatsappOrder, 'schedule-reset', 'out'>,
        ) => {
          await reachable(c, id);
          return c.tx((tx) =>
            scheduleReset(c.app, tx, c.actor, channel, {
              id,
              resetTime: resetTime ?? null,
              scope,
              isPreview: preview === true,
            }),
          );
        },
        complete: async (c: Context, { ids }: { ids: bigint[] }) => {
          for (const id of ids) await reachable(c, id);
          await c.tx(async (tx) => {
            for (const id of ids) await completeOrder(tx, c.actor, id);
            announceChange(tx, c.actor.tenantId, resource);
          });
        },
        senders: async (c: Context, { agentId }: { agentId?: bigint | undefined }) => {
          const buyer = await buyerOf(c, isStaff(c) ? agentId : c.actor.userId);
          return {
            senders: await shownSenders(c.app, channel, c.actor.tenantId, buyer),
            ...unservedIn(c.app, channel.businessType, c.actor.tenantId),
          };
        },
        quota: async (c: Context, { id, senderId, senderItemId }: CallInput<typeof whatsappOrder, 'quota', 'out'>) => {
          const row = id === undefined ? null : await reachable(c, id);
          const sender = row?.senderId ?? senderId ?? senderItemId;
          if (sender === undefined || sender === null) {
            if (row) throw commonErrors.NOT_FOUND();
            return NO_QUOTA;
          }
          const { tenantId } = c.actor;
          const task = row ? taskOf(row) : null;
          // The sender of an order that is reached may be shown.
          const buyer = row || isStaff(c) ? null : await buyerOf(c, c.actor.userId);
          if (channel.key === 'sms') {
            const phoneId = BigInt((row && detailsOf(row).phoneId) ?? senderId ?? senderItemId ?? 0);
            return phoneQuotaOf(c.app, { task, phoneId, tenantId, buyer });
          }
          return quotaOf(c.app, { task, senderId: sender, tenantId, buyer });
        },
        lanes: async (c: Context, { id }: { id: bigint }) => {
          const row = await reachable(c, id);
          const lanes = await lanesOf(c.app.db.drizzle, taskOf(row));
          return {
            lanes: lanes.map((lane) => ({
              ...{ countryCode: lane.countryCode, units: lane.units, unitPrice: lane.unitPrice },
              ...{ charged: lane.settled - lane.refunded, returned: lane.released, refunded: lane.refunded },
            })),
            money: {
              held: micros(row.holdAmount - row.chargedAmount - row.refundedAmount),
              charged: row.chargedAmount,
              refunded: row.refundedAmount,
            },
          };
        },
        events: async (c: Context, { id }: { id: bigint }) => {
          await reachable(c, id);
          return taskEventsOf(c, id);
        },
        'message-history/list': (c: Context, input: CallInput<typeof whatsappOrder, 'message-history/list', 'out'>) =>
          historyOf(c, input),
        'message-history/reveal': async (c: Context, { ids, reason }: { ids: bigint[]; reason: string }) => {
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
          return {
            contents: shown.flatMap(({ row, content }) => (content === null ? [] : [{ id: row.seq, content }])),
          };
        },
      },
    } as never,
  );

  async function historyOf(c: Context, input: CallInput<typeof whatsappOrder, 'message-history/list', 'out'>) {
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
    const limit = before === undefined ? current * size : size;
    const shown = (
      await messagesWhere(c.app, condition ?? sql`true`, before ?? null, Math.min(limit + 1, HISTORY_MAX))
    ).slice(before === undefined ? (current - 1) * size : 0);
    const page = shown.slice(0, size);
    const seen = (before === undefined ? (current - 1) * size : 0) + page.length;
    return toPage(
      page.map((one) => shownMessage(c, one)),
      seen + (shown.length > size ? 1 : 0),
      { current, size },
      shown.length > size,
    );
  }

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
    const mayRead = isOwn || c.can(`${resource.name}:message-plain`);
    const recipient =
      row.e164 === null
        ? row.userRef
        : isOwn || c.can(`${resource.name}:numbers`)
          ? plainNumber(row.e164)
          : maskNumber(row.e164);
    const isSent = row.direction === 1;
    return {
      id: row.seq,
      direction: row.direction,
      channel: row.channel,
      fromNo: isSent ? null : recipient,
      toNo: isSent ? recipient : null,
      msgType: row.msgType,
      content: mayRead && isOwn ? content : null,
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

const HISTORY_MAX = 10_000;

/** Sources of the values of parameters, without empty ones. */
const valuesOf = ({ values = [] }: Pick<Save, 'values'>): NonNullable<OrderDetails['values']> =>
  values.map(({ key, column, value }) => ({
    key,
    ...(column === undefined ? {} : { column }),
    ...(value === undefined ? {} : { value }),
  }));

async function complete(c: Context, rows: OrderRow[]) {
  const waiting = await waitingTexts(c, rows);
  const share = (part: number, whole: number) => (whole > 0 ? ((part / whole) * 100).toFixed(1) : null);
  return rows.map((row) => {
    const reached = row.deliveredCount + row.readCount;
    return {
      deliveryRate: share(reached, reached + row.submittedCount + row.failedCount + row.expiredCount),
      readRate: share(row.readCount, reached),
      isRead: row.workStatus === WORK.reading ? (0 as const) : (1 as const),
      waiting: waiting.get(row.id) ?? null,
      failReason: row.failReason === null ? null : errorText(row.failReason, row.failParams, c.locale),
    };
  });
}

/** Returns an uploaded file of the caller. @throws FILE_GONE, NOT_FOUND for another person's */
type GivenList = Pick<Save, 'fileId' | 'numbers' | 'checkId' | 'results' | 'column' | 'countryCode'>;

/**
 * Returns where the recipients are that a call names: a file of the caller, a check of the order's owner that the caller may see, or the
 * pasted text; with the name of the file or check.
 * @throws NOT_FOUND, LIST_GONE
 */
async function recipientsOf(
  c: Context,
  { fileId, numbers, checkId, results, column, countryCode }: GivenList,
  ownerId: bigint,
): Promise<RecipientList & { readonly name: string | null }> {
  const file = fileId === undefined ? null : await ownFile(c, fileId);
  const check = file || checkId === undefined ? null : await checkOf(c, checkId, ownerId);
  return {
    name: file?.name ?? check?.name ?? null,
    fileId: file?.id.toString() ?? null,
    text: file || check ? null : (numbers ?? null),
    checkId: check ? String(checkId) : null,
    results: results ? results.split(',').map(Number) : null,
    column: check ? 0 : (column ?? null),
    countryCode: countryCode ?? null,
  };
}

/** Returns the name of a check. @throws NOT_FOUND for one of another owner, or that the caller may not see, LIST_GONE */
async function checkOf(c: Context, id: bigint, ownerId: bigint): Promise<{ readonly name: string }> {
  const { rows } = await c.app.db.drizzle.execute<{
    channel: 'whatsapp' | 'telegram';
    name: string;
    gone: boolean;
  }>(sql`
    select split_part(kind, '/', 2) as channel, task_name as name, purged_time is not null or status = ${WORK.purged} as gone from work_task
    where id = ${id} and tenant_id = ${c.actor.tenantId} and owner_id = ${ownerId} and ${IS_CHECK} and deleted_at is null`);
  const [check] = rows;
  if (!check || !(await c.app.lists.canRead(c.actor, resourceOfChecks(check.channel), id)))
    throw commonErrors.NOT_FOUND();
  if (check.gone) throw workErrors.LIST_GONE();
  return check;
}

async function ownFile(c: Context, fileId: bigint) {
  const file = await c.app.files.find(fileId);
  if (file.ownerId !== c.actor.userId) throw commonErrors.NOT_FOUND();
  return file;
}
