import { openEndpoint } from '@trade-assistant/contract/areas/open/endpoint.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, sql } from 'drizzle-orm';
import {
  checkAddress,
  createEndpoint,
  dropWaiting,
  type EndpointRow,
  endpoints,
  rotateSecret,
  sendTest,
  WORKING,
} from '../../engines/reporting/partner-api/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const ownRows = ({ actor }: Context) =>
  actor.userType === userType.is.staff ? undefined : eq(endpoints.ownerId, actor.userId);

/** Locks an endpoint of the caller: staff see endpoints of agents, and change none. @throws NOT_FOUND, NO_PERMISSION */
async function lockOwn(c: Context, tx: Tx, id: bigint): Promise<EndpointRow> {
  const [row] = await tx
    .select()
    .from(endpoints)
    .where(and(visible(c.actor, endpoints, 'owner'), ownRows(c), eq(endpoints.id, id)))
    .for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  if (row.ownerId !== c.actor.userId) throw commonErrors.NO_PERMISSION();
  return row;
}

export default resourceRoutes(openEndpoint, endpoints, {
  scope: 'owner',
  rows: ownRows,
  beforeSave: async (c, _tx, input, existing) => {
    if (existing?.ownerId !== c.actor.userId) throw commonErrors.NO_PERMISSION();
    if (input.url !== undefined) checkAddress(c.app, input.url);
    return input;
  },
  afterSave: async (_c, tx, row) => {
    if (row.status === 0) await dropWaiting(tx, [row.id]);
  },
  beforeRemove: async (c, tx, rows) => {
    if (rows.some(({ ownerId }) => ownerId !== c.actor.userId)) throw commonErrors.NO_PERMISSION();
    await dropWaiting(
      tx,
      rows.map(({ id }) => id),
    );
  },
  actions: {
    create: (c, input) =>
      c.tx(async (tx) => {
        const { row, secretKey } = await createEndpoint(c.app, tx, c.actor, input);
        announceChange(tx, c.actor.tenantId, openEndpoint);
        return { id: row.id, secretKey };
      }),
    rotate: (c, { id }) =>
      c.tx(async (tx) => ({ id, secretKey: await rotateSecret(c.app, tx, await lockOwn(c, tx, id)) })),
    resume: (c, { id }) =>
      c.tx(async (tx) => {
        const row = await lockOwn(c, tx, id);
        await tx
          .update(endpoints)
          .set({ ...WORKING, version: sql`${endpoints.version} + 1` })
          .where(eq(endpoints.id, row.id));
        announceChange(tx, c.actor.tenantId, openEndpoint);
        return undefined;
      }),
    test: (c, { id }) =>
      c.tx(async (tx) => {
        const row = await lockOwn(c, tx, id);
        if (row.pausedTime !== null || row.status === 0) throw commonErrors.STATE_CONFLICT();
        return { deliveryId: await sendTest(tx, row) };
      }),
  },
});
