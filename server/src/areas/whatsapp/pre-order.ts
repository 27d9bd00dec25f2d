import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { ofHouseDepartments } from '../../engines/people/identity/index.ts';
import { lineOf, lockedFor } from '../../engines/stock/inventory/index.ts';
import {
  approvePreOrder,
  deliveryJob,
  type PreOrder,
  preOrders,
  quotePreOrder,
  refundPreOrder,
  removePreOrders,
  revokePreOrder,
  runDuePreOrders,
  saveDraft,
  submitPreOrder,
} from '../../engines/stock/preorders/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { defineTimer, type Job } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { forecast, queue } from './pre-order/line.ts';

export const jobs: readonly Job[] = [deliveryJob] as readonly Job[];
export const timers = [defineTimer({ name: 'preorders/turn', every: 60_000, run: ({ db }) => runDuePreOrders(db) })];

const stateOf = ({ id, preOrderNo, status }: PreOrder) => ({ id, preOrderNo, status });

export default resourceRoutes(preOrder, preOrders, {
  scope: 'owner',
  ruled: { scope: 'owner', inDepartments: ofHouseDepartments(preOrders.ownerPath, preOrders.createDept) },
  computed: { fields: ['isOwn', 'lockedQty', 'place', 'expectedOn', 'productName'], fill: complete },
  actions: {
    quote: (c, asked) => quotePreOrder(c.app.db, buyerOf(c), asked),
    save: (c, asked) => c.tx(async (tx) => stateOf(await saveDraft(tx, buyerOf(c), asked))),
    remove: async (c, { ids }) => {
      await c.tx((tx) => removePreOrders(tx, buyerOf(c), ids));
      return undefined;
    },
    'submit-order': (c, { useDeclaration, ...asked }) =>
      c.tx(async (tx) => {
        const isDeclared = useDeclaration === 1 || useDeclaration === true;
        const { row, balance } = await submitPreOrder(tx, buyerOf(c), { ...asked, useDeclaration: isDeclared });
        return { ...stateOf(row), amount: row.amount, depositAmount: row.depositAmount, balance };
      }),
    approve: (c, { pass, ...decision }) =>
      c.tx(async (tx) => {
        const row = await approvePreOrder(tx, c.actor, { ...decision, isPassed: pass === 1 });
        return { ...stateOf(row), approvedQty: row.approvedQty };
      }),
    revoke: (c, asked) =>
      c.tx(async (tx) => {
        const { row, refunded } = await revokePreOrder(tx, c.actor, asked);
        return { ...stateOf(row), refunded };
      }),
    refund: (c, asked) =>
      c.tx(async (tx) => {
        const { row, refunded, pieces } = await refundPreOrder(tx, c.actor, asked);
        return { ...stateOf(row), refunded, quantity: pieces };
      }),
    queue,
    forecast,
  },
});

/** Staff approve pre-orders and make none. */
function buyerOf({ actor }: Context) {
  if (actor.userType === userType.is.staff) throw commonErrors.NO_PERMISSION();
  return actor;
}

/** Agents see their place in line, never the pre-orders of others before them. */
async function complete(c: Context, rows: readonly PreOrder[]) {
  const ids = rows.map(({ id }) => id);
  const [locked, line] = await Promise.all([
    lockedFor(c.app.db.drizzle, ids),
    rows.some(({ approvedQty }) => approvedQty !== null) ? lineOf(c.app.db, c.actor.tenantId) : [],
  ]);
  const placeOf = new Map(line.map((entry) => [entry.preorderId, entry]));
  return rows.map((row) => ({
    productName: c.locale === 'en' ? row.productNameEn || row.productName : row.productName,
    isOwn: row.ownerId === c.actor.userId ? (1 as const) : (0 as const),
    lockedQty: locked.get(row.id) ?? 0,
    place: placeOf.get(row.id)?.place ?? null,
    expectedOn: placeOf.get(row.id)?.expectedOn ?? null,
  }));
}
