import { warrantyCase } from '@trade-assistant/contract/areas/agent/warranty-case.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { inArray, sql } from 'drizzle-orm';
import {
  CLAIM_STATUS,
  claims,
  decideCase,
  type WarrantyCase,
  warrantyCases,
} from '../../engines/stock/warranty/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

/** Batches and providers are known to staff only. */
const staffOnly = ({ actor }: Context) => (actor.userType === userType.is.staff ? sql`true` : sql`false`);

export default resourceRoutes(warrantyCase, warrantyCases, {
  scope: 'tenant',
  rows: staffOnly,
  computed: { fields: ['pausedClaims'], fill: pausedClaims },
  onTransition: async (c, tx, rows, { name, reason = '' }) => {
    for (const row of rows) await decideCase(tx, c.actor, row, name === 'resume' ? 'resume' : 'dismiss', reason);
  },
});

async function pausedClaims(c: Context, rows: readonly WarrantyCase[]) {
  const found = await c.app.db.drizzle
    .select({
      caseId: claims.caseId,
      paused: sql<number>`count(*) filter (where ${claims.status} = ${CLAIM_STATUS.paused})::int`,
    })
    .from(claims)
    .where(
      inArray(
        claims.caseId,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(claims.caseId);
  const counts = new Map(found.map(({ caseId, paused }) => [caseId, paused]));
  return rows.map(({ id }) => ({ pausedClaims: counts.get(id) ?? 0 }));
}
