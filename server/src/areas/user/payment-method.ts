import { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import {
  methods,
  methodsFor,
  paymentErrors,
  proposeReceiving,
  receivingApproval,
} from '../../engines/payments/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export const approvals = [receivingApproval];

export default resourceRoutes(paymentMethod, methods, {
  scope: 'tenant',
  beforeSave: async (_c, _tx, input, existing) => {
    const { minAmount, maxAmount } = { ...existing, ...input };
    if (minAmount != null && maxAmount != null && maxAmount < minAmount) throw limits();
    return input;
  },
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
