const of = (...names) => names.map((name) => `server/src/engines/orders/${name}.test.ts`);
const AFTER_SALE = 'server/src/engines/orders/after-sale.ts';
const CHARGES = 'server/src/engines/quotas/charges.ts';
const LOTS = 'server/src/engines/quotas/lots.ts';
const QUOTAS = ['quotas', 'random-histories'].map((name) => `server/src/engines/quotas/${name}.test.ts`);
const BUY = 'server/src/engines/orders/buy.ts';
const BUYER = 'server/src/engines/orders/buyer.ts';
const BATCHER = 'server/src/engines/orders/purchase-batcher.ts';

export default [
  {
    file: LOTS,
    what: 'units that expired are no revenue',
    from: 'const booked = bookedOf(lot.amount, used + expired, lot.total);',
    to: 'const booked = bookedOf(lot.amount, used, lot.total);',
    tests: QUOTAS,
  },
  {
    file: CHARGES,
    what: 'units are released before the money that came after them',
    from: 'const byMoney = Math.min(step.units, moneyLeft);',
    to: 'const byMoney = Math.max(0, step.units - (charge.quotaUnits - charge.quotaUsed - charge.quotaReleased));',
    tests: QUOTAS,
  },
  {
    file: CHARGES,
    what: 'a package whose time is over is used',
    from: 'gt(quotas.expireTime, sql`now()`),',
    to: 'sql`true`,',
    tests: QUOTAS,
  },
  {
    file: BATCHER,
    what: 'a purchase is made again when the database ended its connection',
    from: '(sqlState(error) !== undefined && !isOutcomeUnknown(error))',
    to: 'sqlState(error) !== undefined',
    tests: ['server/src/engines/orders/purchase-batcher.test.ts'],
  },
  {
    file: BUY,
    what: 'refunded pieces count towards the daily limit',
    from: 'sum(quantity - refunded_qty)',
    to: 'sum(quantity)',
    tests: of('buyer'),
  },
  {
    file: BUY,
    what: 'cancelled orders count towards the daily limit',
    from: 'and agent_id = ${buyer.agentId} and status <> ${ORDER.cancelled} and create_time',
    to: 'and agent_id = ${buyer.agentId} and create_time',
    tests: of('buyer'),
  },
  {
    file: BUY,
    what: 'parallel purchases each see the whole daily limit',
    from: '  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`limit:${product.id}:${buyer.agentId}`}, 0))`);\n',
    to: '',
    tests: of('buy'),
  },
  {
    file: BUY,
    what: 'the most one may buy is refused',
    from: 'if (quantity > product.maxBuy)',
    to: 'if (quantity >= product.maxBuy)',
    tests: of('buyer'),
  },
  {
    file: BUY,
    what: 'a price that changed is paid all the same',
    from: 'if (amount !== purchase.expectedAmount) return pricingErrors.PRICE_CHANGED({}, { amount: formatMoney(amount) });',
    to: '',
    tests: of('buy'),
  },
  {
    file: BUY,
    what: 'who is not verified buys what needs it',
    from: '  if (product.needKyc === 1 && !buyer.verified) return orderErrors.KYC_REQUIRED();\n',
    to: '',
    tests: of('buyer'),
  },
  {
    file: BUYER,
    what: 'days of limits begin at midnight in UTC',
    from: "const BUSINESS_ZONE = 'Asia/Shanghai';",
    to: "const BUSINESS_ZONE = 'UTC';",
    tests: of('buyer'),
  },
  {
    file: BUYER,
    what: 'who stands below a locked agent buys',
    from: ' or (up.status = ${LOCKED} and up.locked_until > now())',
    to: '',
    tests: of('buyer'),
  },
  {
    file: BUYER,
    what: 'the last of a spending limit may not be spent',
    from: 'if (limit === null || used + amount <= limit) continue;',
    to: 'if (limit === null || used + amount < limit) continue;',
    tests: of('buy'),
  },
  {
    file: BUYER,
    what: 'parallel purchases each see the whole spending limit',
    from: '  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`spend:${actor.userId}`}, 0))`);\n',
    to: '',
    tests: of('buy'),
  },
  {
    file: BUYER,
    what: 'a product is sold after its time',
    from: ' and (p.off_time is null or p.off_time > now()) as offered',
    to: ' as offered',
    tests: of('buyer'),
  },
  {
    file: AFTER_SALE,
    what: 'staff may cancel no longer than buyers',
    from: '  if (actor.userType !== userType.is.staff) {\n    const minutes',
    to: '  {\n    const minutes',
    tests: of('after-sale'),
  },
  {
    file: AFTER_SALE,
    what: 'numbers are taken back after the warranty',
    from: 'if (order.warrantyUntil === null || order.warrantyUntil < new Date())',
    to: 'if (order.warrantyUntil === null)',
    tests: of('after-sale'),
  },
  {
    file: AFTER_SALE,
    what: 'the second refund of an order is taken for the first',
    from: 'idemKey: `refund:${order.orderNo}:${note.returnedQty}`',
    to: 'idemKey: `refund:${order.orderNo}`',
    tests: of('after-sale'),
  },
  {
    file: AFTER_SALE,
    what: 'what was cancelled still counts as sold',
    from: '  await unsell(tx, order.productId, order.quantity);\n',
    to: '',
    tests: of('after-sale'),
  },
  {
    file: AFTER_SALE,
    what: "agents reach other agents' orders",
    from: "visible(actor, productOrders, 'owner')",
    to: "visible(actor, productOrders, 'tenant')",
    tests: of('after-sale'),
  },
  {
    file: AFTER_SALE,
    what: 'who moved an order is not written down',
    from: "  await logState(tx, actor, { type: 'product_order', id: order.id, from: order.status, to, event, reason });\n",
    to: '',
    tests: of('after-sale'),
  },
  {
    file: BATCHER,
    what: 'purchases with limits are made in company, uncounted',
    from: 'what instanceof AppError || what.limited)',
    to: 'what instanceof AppError)',
    tests: of('purchase-batcher'),
  },
  {
    file: BATCHER,
    what: 'a purchase whose connection broke is made again',
    from: 'const isTakenBack = isKeyed ? !isOutcomeUnknown(error) : isRefused(error);',
    to: 'const isTakenBack = true;',
    tests: of('purchase-batcher'),
  },
  {
    file: BATCHER,
    what: 'two requests under one key share a transaction',
    from: '(key === null || !keys.has(key)) &&',
    to: '',
    tests: of('purchase-batcher'),
  },
];
