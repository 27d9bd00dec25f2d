import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, ne } from 'drizzle-orm';
import { reversedRecharges } from '../../engines/customers/adjustments/index.ts';
import {
  claimsOn,
  correctRecharge,
  passRecharges,
  rechargeOf,
  recharges,
  refuseRecharges,
  reopenRecharges,
} from '../../engines/money/payments/index.ts';
import { lockRequestsOf } from '../../engines/office/approvals/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { ticketed } from '../../kernel/http/pictures.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

/** Staff see recharges of users who are not agents, other users their own. */
const reachable = ({ actor }: Context) =>
  actor.userType === userType.is.staff
    ? ne(recharges.userType, userType.is.agent)
    : and(eq(recharges.userId, actor.userId), ne(recharges.userType, userType.is.agent));

const within = (c: Context) => and(visible(c.actor, recharges, 'tenant'), reachable(c));

/** The rows of `agent/recharge` whose user is not an agent, for staff. */
export default resourceRoutes(rechargeRecord, recharges, {
  scope: 'tenant',
  rows: reachable,
  computed: {
    fields: ['proofs', 'reversalNo'],
    fill: async (c, rows) => {
      const reversals = await reversedRecharges(c.app.db.drizzle, c.actor, rows);
      return rows.map((row) => ({
        proofs: row.proofs && ticketed(c, row.proofs),
        reversalNo: reversals.get(row.id) ?? null,
      }));
    },
  },
  lockBefore: (_c, tx, ids) => lockRequestsOf(tx, recharges, ids),
  onTransition: async (c, tx, rows, { name, reason = '' }) => {
    if (name === 'pass') return passRecharges(tx, c.actor, rows);
    if (name === 'turn-down') return refuseRecharges(tx, c.actor, rows, reason);
    return reopenRecharges(tx, c.actor, rows);
  },
  timelineOf: recharge.name,
  actions: {
    correct: (c, input) => c.tx((tx) => correctRecharge(tx, c.actor, input, within(c))),
    claims: (c, { id }) => c.app.db.tx(async (tx) => claimsOn(tx, await rechargeOf(tx, id, within(c)))),
  },
});
