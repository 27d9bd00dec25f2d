import { openKeyStatus } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { openKey } from '@trade-assistant/contract/areas/open/key.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { assertNetworks, createKey, openKeys, spentBy } from '../../engines/reporting/partner-api/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

/** Staff see the keys of all agents in their scope, others their own. */
const ownRows = ({ actor }: Context) =>
  actor.userType === userType.is.staff ? undefined : eq(openKeys.ownerId, actor.userId);

export default resourceRoutes(openKey, openKeys, {
  scope: 'owner',
  rows: ownRows,
  computed: {
    fields: ['spentDay', 'spentMonth'],
    fill: async (c, rows) => {
      const spent = await spentBy(
        c.app.db.drizzle,
        c.actor.tenantId,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => ({ spentDay: spent.get(id)?.day ?? ZERO, spentMonth: spent.get(id)?.month ?? ZERO }));
    },
  },
  beforeSave: async ({ actor }, _tx, input, existing) => {
    // Staff revoke keys; its owner chooses the rights of a key.
    if (existing?.ownerId !== actor.userId) throw commonErrors.NO_PERMISSION();
    if (existing.status !== openKeyStatus.is.active) throw commonErrors.STATE_CONFLICT();
    assertNetworks(input.addresses ?? []);
    return input;
  },
  actions: {
    create: (c, input) =>
      c.tx(async (tx) => {
        const { row, secretKey } = await createKey(tx, c.actor, {
          ...input,
          addresses: input.addresses ?? [],
          spendDay: input.spendDay ?? null,
          spendMonth: input.spendMonth ?? null,
          expireTime: input.expireTime ?? null,
        });
        announceChange(tx, c.actor.tenantId, openKey);
        return { id: row.id, keyId: row.keyId, secretKey };
      }),
    revoke: (c, { ids }) =>
      c.tx(async (tx) => {
        const rows = await tx
          .update(openKeys)
          .set({
            ...{ status: openKeyStatus.is.revoked, revokeTime: sql`now()`, updateUser: c.actor.userId },
            ...{ updateTime: sql`now()`, version: sql`${openKeys.version} + 1` },
          })
          .where(and(visible(c.actor, openKeys, 'owner'), ownRows(c), inArray(openKeys.id, ids)))
          .returning({ id: openKeys.id });
        if (rows.length < ids.length) throw commonErrors.NOT_FOUND();
        announceChange(tx, c.actor.tenantId, openKey);
        return undefined;
      }),
  },
});
