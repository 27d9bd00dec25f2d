import { openDelivery } from '@trade-assistant/contract/areas/open/delivery.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type DeliveryRow, deliveries, endpoints, events, resend } from '../../engines/reporting/partner-api/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

/** Deliveries of endpoints that the reader sees. */
const reachable = ({ actor }: Context): SQL =>
  sql`exists (select from ${endpoints} where ${and(
    visible(actor, endpoints, 'owner'),
    eq(endpoints.id, deliveries.endpointId),
    actor.userType === userType.is.staff ? undefined : eq(endpoints.ownerId, actor.userId),
  )})`;

export default resourceRoutes(openDelivery, deliveries, {
  scope: 'tenant',
  rows: reachable,
  computed: {
    fields: ['endpointName', 'body'],
    fill: (c, rows) => complete(c, rows),
  },
  actions: {
    resend: (c, { ids }) =>
      c.tx(async (tx) => {
        const rows = await tx
          .select({ id: deliveries.id })
          .from(deliveries)
          .where(and(visible(c.actor, deliveries, 'tenant'), reachable(c), inArray(deliveries.id, ids)));
        if (rows.length < ids.length) throw commonErrors.NOT_FOUND();
        const sent = await resend(tx, c.actor.tenantId, { ids });
        announceChange(tx, c.actor.tenantId, openDelivery);
        return { sent };
      }),
    'resend-failed': (c, { endpointId, since }) =>
      c.tx(async (tx) => {
        const [own] = await tx
          .select({ id: endpoints.id, ownerId: endpoints.ownerId })
          .from(endpoints)
          .where(and(visible(c.actor, endpoints, 'owner'), eq(endpoints.id, endpointId)));
        if (!own || (c.actor.userType !== userType.is.staff && own.ownerId !== c.actor.userId))
          throw commonErrors.NOT_FOUND();
        const sent = await resend(tx, c.actor.tenantId, { endpointId, since });
        announceChange(tx, c.actor.tenantId, openDelivery);
        return { sent };
      }),
  },
});

async function complete(c: Context, rows: readonly DeliveryRow[]) {
  const [named, sent] = await Promise.all([
    c.app.db.drizzle
      .select({ id: endpoints.id, name: endpoints.endpointName })
      .from(endpoints)
      .where(inArray(endpoints.id, [...new Set(rows.map(({ endpointId }) => endpointId))])),
    c.app.db.drizzle
      .select({ id: events.id, body: events.body })
      .from(events)
      .where(inArray(events.id, [...new Set(rows.map(({ eventId }) => eventId))])),
  ]);
  const [names, bodies] = [
    new Map(named.map(({ id, name }) => [id, name])),
    new Map(sent.map(({ id, body }) => [id, body])),
  ];
  return rows.map(({ endpointId, eventId }) => ({
    endpointName: names.get(endpointId) ?? '',
    body: bodies.get(eventId) ?? '',
  }));
}
