import { openDeliveryState, openEventType } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { LIMIT_MAX, nameOf } from '@trade-assistant/contract/areas/open/v1/values.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, desc, eq, lt } from 'drizzle-orm';
import { deliveries, endpoints, events, resend, webhookId } from '../../../engines/reporting/partner-api/index.ts';
import type { HandlerOf } from './money.ts';

/** Events are the owner's; those of accounts below are seen in the deliveries. */
const listEvents: HandlerOf<'listEvents'> = async ({ c, key }, { cursor, limit }) => {
  const size = Math.min(limit, LIMIT_MAX);
  const rows = await c.app.db.drizzle
    .select()
    .from(events)
    .where(and(eq(events.ownerId, key.row.ownerId), cursor === undefined ? undefined : lt(events.id, BigInt(cursor))))
    .orderBy(desc(events.id))
    .limit(size + 1);
  const page = rows.slice(0, size);
  return {
    items: page.map(({ id, body }) => ({ id: webhookId(id), ...(JSON.parse(body) as object) })),
    next: rows.length > size ? String(page.at(-1)?.id) : null,
  };
};

const listDeliveries: HandlerOf<'listDeliveries'> = async ({ c, key }, { cursor, limit }) => {
  const size = Math.min(limit, LIMIT_MAX);
  const rows = await c.app.db.drizzle
    .select({ delivery: deliveries, url: endpoints.url })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
    .where(
      and(eq(endpoints.ownerId, key.row.ownerId), cursor === undefined ? undefined : lt(deliveries.id, BigInt(cursor))),
    )
    .orderBy(desc(deliveries.id))
    .limit(size + 1);
  const page = rows.slice(0, size);
  return {
    items: page.map(({ url, delivery: one }) => ({
      id: String(one.id),
      eventId: webhookId(one.eventId),
      type: nameOf(openEventType, one.eventType),
      url,
      status: nameOf(openDeliveryState, one.state),
      attempts: one.tries,
      answer: one.httpStatus,
      nextAttemptAt: one.state === openDeliveryState.is.waiting ? one.nextTime.toISOString() : null,
      createdAt: one.createTime.toISOString(),
    })),
    next: rows.length > size ? String(page.at(-1)?.delivery.id) : null,
  };
};

const resendDelivery: HandlerOf<'resendDelivery'> = ({ c, key, id }) =>
  c.tx(async (tx) => {
    const [own] = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
      .where(and(eq(deliveries.id, id), eq(endpoints.ownerId, key.row.ownerId)));
    if (!own) throw commonErrors.NOT_FOUND();
    return { sent: await resend(tx, key.row.tenantId, { ids: [id] }) };
  });

export const eventHandlers = { listEvents, listDeliveries, resendDelivery };
