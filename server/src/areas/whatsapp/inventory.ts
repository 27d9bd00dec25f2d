import { extractTarget } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { inventory } from '@trade-assistant/contract/areas/whatsapp/inventory.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import {
  createOutbound,
  customerOf,
  inventoryErrors,
  noteErrors,
  OUTBOUND_TYPE,
} from '../../engines/stock/inventory/index.ts';
import { deliverToPreOrder } from '../../engines/stock/preorders/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { invariant } from '../../kernel/invariant.ts';
import { stockPage } from './inventory/page.ts';
import { exportStock } from './inventory/stock-take.ts';
import { withStockAnnouncement } from './stock-announcement.ts';

export default serve(inventory, {
  page: stockPage,

  'extract-number': (c, input) =>
    withStockAnnouncement(c, async (tx) => {
      if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
      if (input.targetType === extractTarget.is.preOrder) return preOrdered(tx, c, input);
      const isForAgent = input.targetType === extractTarget.is.agent;
      if (isForAgent && input.targetId === undefined) throw noteErrors.CUSTOMER_REQUIRED();
      const agent = isForAgent && input.targetId !== undefined ? await customerOf(tx, c.actor, input.targetId) : null;
      const note = await createOutbound(tx, c.actor, requestOf(input, agent), 'reserve');
      const { id, outboundNo, quantity, reserveExpireTime } = note;
      return { outboundId: id, outboundNo, quantity, expireTime: reserveExpireTime };
    }),

  'export-txt': (c, input) => exportStock(c, input, 'txt'),
  'export-zip': (c, input) => exportStock(c, input, 'zip'),
});

type Extraction = CallInput<typeof inventory, 'extract-number', 'out'>;
/** Delivers chosen numbers to a pre-order at once. */
async function preOrdered(tx: Tx, c: Context, input: Extraction) {
  if (input.targetId === undefined) throw inventoryErrors.PREORDER_REQUIRED();
  const { criteria, quantity, strategy, allowPartial } = requestOf(input, null);
  const { order } = await deliverToPreOrder(tx, c.actor, {
    id: input.targetId,
    criteria,
    quantity,
    strategy,
    allowPartial,
  });
  const { outboundId, outboundNo, numbers } = order;
  invariant(outboundId !== null && outboundNo !== null, 'preorder-without-note', order.orderNo);
  return { outboundId, outboundNo, quantity: numbers, expireTime: null };
}

type Customer = Awaited<ReturnType<typeof customerOf>>;

const requestOf = (input: Extraction, agent: Customer | null) => ({
  outboundType: agent ? OUTBOUND_TYPE.sale : OUTBOUND_TYPE.internal,
  agent,
  criteria: {
    businessType: input.businessType,
    countryCode: input.countryCode,
    numberType: input.numberType,
    capability: input.capability ?? null,
    warehouseCode: input.warehouseCode || null,
    aliveWithinHours: input.aliveWithinHours ?? null,
  },
  quantity: input.quantity,
  currency: BOOK_CURRENCY,
  strategy: input.strategy,
  allowPartial: input.allowPartial === 1,
  reason: input.reason,
  remark: input.reason,
});
