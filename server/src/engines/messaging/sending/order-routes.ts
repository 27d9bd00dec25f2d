import type { whatsappOrder } from '@trade-assistant/contract/areas/whatsapp/order.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { ORDER_LINES_MAX, ORDER_LIST_BYTES } from '@trade-assistant/contract/tasks/order-calls.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import type { AreaModule } from '../../../kernel/http/serve.ts';
import { isStaff, listOf, type orderList, ownerOf, pauserOf, type Tasks, taskRoutes, WORK } from '../work/index.ts';
import { addNumbers, readAdded } from './add-numbers.ts';
import { detailsOf, type MessageChannel, type OrderDetails, sms } from './channels.ts';
import { approveOrder, changeOrder, completeOrder, confirmOrder, rejectOrder } from './confirm.ts';
import { unservedIn } from './country-rules.ts';
import { createOrder } from './create.ts';
import { refusedAt } from './errors.ts';
import { historyCalls, isWholeFor } from './history-calls.ts';
import { orderKinds, type RecipientList } from './kind.ts';
import { leaveOut } from './leave-out.ts';
import { scheduleReset } from './reset.ts';
import { buyerOf, shownSenders } from './senders.ts';
import { NO_QUOTA, phoneQuotaOf, quotaOf, summaryOf } from './summary.ts';

type OrderTable = ReturnType<typeof orderList>;
type Save = CallInput<typeof whatsappOrder, 'save', 'out'>;

/** Settings of a channel's form, and the kind of its messages. */
interface OrderForm {
  readonly templateId: bigint | null;
  readonly category: number | null;
  readonly details: OrderDetails;
}

const NAME_MAX = 64;

/** The calls of message orders of a channel. `formOf` reads what its form has beside the common fields. */
export const messageOrderRoutes = (
  given: unknown,
  table: OrderTable,
  channel: MessageChannel,
  formOf: (input: Record<string, unknown>, c: Context) => OrderForm | Promise<OrderForm>,
  ownCalls: (orders: Tasks) => Record<string, unknown> = () => ({}),
): AreaModule => {
  const resource = given as typeof whatsappOrder;
  return taskRoutes<typeof whatsappOrder>({
    ...{ resource, table, kind: orderKinds[channel.key] },
    // Messages that check deliveries to own numbers are orders of the program.
    isListed: sql`not ${table.details} ? 'seedOf'`,
    computed: {
      deliveryRate: ({ deliveredCount, readCount, submittedCount, failedCount, expiredCount }) => {
        const reached = deliveredCount + readCount;
        return share(reached, reached + submittedCount + failedCount + expiredCount);
      },
      readRate: ({ deliveredCount, readCount }) => share(readCount, deliveredCount + readCount),
      isRead: ({ status }) => (status === WORK.reading ? 0 : 1),
    },
    actions: (tasks) => {
      const { reachable, change } = tasks;
      return {
        ...ownCalls(tasks),
        ...historyCalls(resource, table, channel, reachable),
        save: async (c, input) => {
          const ownerId = ownerOf(c, input.agentId);
          const { name, fileName, ...list } = await recipientsOf(c, input, ownerId);
          const { templateId, category, details } = await formOf(input as Record<string, unknown>, c);
          if (list.checkId && channel !== sms && details.text !== undefined)
            throw refusedAt('checkId', 'CHATS_FROM_CHECK');
          const order = await change(c, [], (tx) =>
            createOrder(c.app, tx, c.actor, channel, {
              orderName: (input.orderName || name || channel.title[c.locale]).slice(0, NAME_MAX),
              ...{ ownerId, senderId: input.senderId, templateId, category, fileName },
              consentId: input.consentId ?? null,
              list: {
                ...list,
                maxBytes: ORDER_LIST_BYTES,
                maxLines: Math.min(input.quota ?? ORDER_LINES_MAX, ORDER_LINES_MAX),
              },
              quota: input.quota ?? null,
              scheduleTime: input.scheduleTime ?? null,
              speedPerMinute: input.speedPerMinute ?? null,
              remark: input.remark ?? null,
              details: { values: valuesOf(input), ...details, isSubmitted: input.submit === 1 },
            }),
          );
          return { id: order.id, orderNo: order.taskNo, jobTaskNo: order.jobTaskNo, status: 0 };
        },
        update: async (c, input) => {
          await change(c, [input.id], (tx) => changeOrder(c.app, tx, c.actor, channel, input, pauserOf(c)));
        },
        summary: async (c, { id }) => {
          const task = await reachable(c, id);
          return summaryOf(c.app, task, c.locale, isWholeFor(c, resource, task));
        },
        confirm: (c, { id, expectedTotal = null }) =>
          change(c, [id], async (tx) => {
            const { orderStatus } = await confirmOrder(c.app, tx, c.actor, channel, { id, expectedTotal });
            return { status: orderStatus };
          }),
        approve: async (c, { ids }) => {
          if (!isStaff(c)) throw commonErrors.NO_PERMISSION();
          await change(c, ids, async (tx) => {
            for (const id of ids) await approveOrder(c.app, tx, c.actor, channel, id);
          });
        },
        reject: async (c, { ids, reason }) => {
          if (!isStaff(c)) throw commonErrors.NO_PERMISSION();
          await change(c, ids, async (tx) => {
            for (const id of ids) await rejectOrder(tx, c.actor, id, reason);
          });
        },
        'add-number': async (c, { id, ...given }) => {
          const task = await reachable(c, id);
          const details = given.values ? { ...task.details, values: valuesOf(given) } : task.details;
          const list = await recipientsOf(c, given, task.ownerId);
          const read = await readAdded(c.app, channel, { ...task, details }, list);
          return change(c, [id], (tx) => addNumbers(c.app, tx, c.actor, channel, id, read));
        },
        'leave-out': (c, input) => change(c, [input.id], (tx) => leaveOut(tx, c.actor, input)),
        'schedule-reset': async (c, { id, resetTime = null, scope, preview }) => {
          const isPreview = preview === true;
          const reset = (tx: Tx) => scheduleReset(c.app, tx, c.actor, channel, { id, resetTime, scope, isPreview });
          if (!isPreview) return change(c, [id], reset);
          await reachable(c, id);
          return c.tx(reset);
        },
        complete: async (c, { ids }) => {
          await change(c, ids, async (tx) => {
            for (const id of ids) await completeOrder(tx, c.actor, id);
          });
        },
        senders: async (c, { agentId }) => {
          const ownerId = isStaff(c) ? agentId : c.actor.userId;
          const { tenantId } = c.actor;
          const buyer = ownerId === undefined ? null : await buyerOf(c.app, tenantId, ownerId);
          return {
            senders: await shownSenders(c.app, channel, tenantId, buyer),
            ...unservedIn(c.app, channel.businessType, tenantId),
          };
        },
        quota: async (c, { id, senderId, senderItemId }) => {
          const task = id === undefined ? null : await reachable(c, id);
          const sender = task ? task.senderId : (senderId ?? senderItemId);
          if (sender === null) throw commonErrors.NOT_FOUND();
          if (sender === undefined) return NO_QUOTA;
          const { tenantId, userId } = c.actor;
          // The sender of an order that is reached may be shown.
          const buyer = task || isStaff(c) ? null : await buyerOf(c.app, tenantId, userId);
          const asked = { task, tenantId, buyer };
          if (channel.key !== 'sms') return quotaOf(c.app, { ...asked, senderId: sender });
          return phoneQuotaOf(c.app, { ...asked, phoneId: BigInt(task ? (detailsOf(task).phoneId ?? 0) : sender) });
        },
      };
    },
  });
};

/** Returns a share in percent; null of nothing. */
const share = (part: number, whole: number): string | null => (whole > 0 ? ((part / whole) * 100).toFixed(1) : null);

/** Sources of the values of parameters, without empty ones. */
const valuesOf = ({ values = [] }: Pick<Save, 'values'>): NonNullable<OrderDetails['values']> =>
  values.map(({ key, column, value }) => ({
    key,
    ...(column === undefined ? {} : { column }),
    ...(value === undefined ? {} : { value }),
  }));

type GivenList = Pick<Save, 'fileId' | 'numbers' | 'checkId' | 'results' | 'column' | 'countryCode'>;

/** Returns where the recipients are that a call names. @throws NOT_FOUND, LIST_GONE */
const recipientsOf = async (
  c: Context,
  given: GivenList,
  ownerId: bigint,
): Promise<RecipientList & Record<'name' | 'fileName', string | null>> => ({
  ...(await listOf(c, given, ownerId)),
  countryCode: given.countryCode ?? null,
});
