import { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import {
  askedLimitsOf,
  askLimits,
  limitsApproval,
  limitsHeld,
  lockLimitRequests,
  methods,
  methodsFor,
  paymentErrors,
  proposeReceiving,
  receivingApproval,
} from '../../engines/money/payments/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export const approvals = [receivingApproval, limitsApproval];

export default resourceRoutes(paymentMethod, methods, {
  scope: 'tenant',
  computed: {
    fields: ['askedLimits', 'approvalId'],
    fill: async (c, rows) => {
      const ids = rows.map(({ id }) => id);
      const asked = await askedLimitsOf(c.app.db.drizzle, c.actor, ids, c.locale);
      return ids.map((id) => asked.get(id) ?? { askedLimits: null, approvalId: null });
    },
  },
  lockBefore: (c, tx, ids) => lockLimitRequests(tx, c.actor, ids),
  beforeSave: async (c, tx, input, existing) => {
    const { minAmount, maxAmount } = { ...existing, ...input };
    if (minAmount != null && maxAmount != null && maxAmount < minAmount) throw limits();
    return existing ? { ...input, ...(await limitsHeld(tx, c.actor, input, existing)) } : input;
  },
  afterSave: async (c, tx, row, input) => ({ approvalId: await askLimits(tx, c.actor, row, input) }),
  actions: {
    choices: async (c, { direction }) =>
      (await methodsFor(c.app.db.drizzle, c.actor, direction)).map((row) => ({
        ...row,
        quickAmounts: row.quickAmounts ?? [],
      })),
    'update-receiving': (c, input) => c.tx((tx) => proposeReceiving(tx, c.actor, input)),
  },
});

function limits() {
  const { zh, en } = paymentErrors.declarations.METHOD_LIMITS;
  return paymentErrors.METHOD_LIMITS({}, { fields: [{ field: 'maxAmount', message: { zh, en } }] });
}
