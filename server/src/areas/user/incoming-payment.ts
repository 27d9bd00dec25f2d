import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { attachPayment, incoming, receiveNotice } from '../../engines/money/payments/index.ts';
import { postedOf } from '../../engines/vendors/providers/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

export default resourceRoutes(incomingPayment, incoming, {
  scope: 'tenant',
  actions: {
    attach: (c, input) => c.tx((tx) => attachPayment(tx, c.actor, input, visible(c.actor, incoming, 'tenant'))),
    callback: async (c, { id }) => receiveNotice(c.app, id, postedOf(c)),
  },
});
