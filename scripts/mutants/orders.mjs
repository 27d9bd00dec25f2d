const of = (...names) => names.map((name) => `server/src/engines/stock/orders/${name}.test.ts`);
const AFTER_SALE = 'server/src/engines/stock/orders/after-sale.ts';
const CHARGES = 'server/src/engines/money/quotas/charges.ts';
const LOTS = 'server/src/engines/money/quotas/lots.ts';
const QUOTAS = ['quotas', 'random-histories'].map((name) => `server/src/engines/money/quotas/${name}.test.ts`);
const LEASES = ['leases', 'random-histories'].map((name) => `server/src/engines/stock/leases/${name}.test.ts`);
const RENT = 'server/src/engines/stock/leases/rent.ts';
const BUY = 'server/src/engines/stock/orders/buy.ts';
const BUYER = 'server/src/engines/stock/orders/buyer.ts';
const LIMITS = 'server/src/engines/stock/orders/limits.ts';
const BATCHER = 'server/src/engines/stock/orders/purchase-batcher.ts';

export default [
  {
    file: RENT,
    what: 'leases are renewed without being held',
    from: "const rows = isLocked ? await found.for('update') : await found;",
    to: 'const rows = await found;',
    tests: LEASES,
  },
  {
    file: 'server/src/engines/stock/orders/renew.ts',
    what: 'a renewal costs more than was shown',
    from: 'if (quote.amount !== expectedAmount)',
    to: 'if (quote.amount < expectedAmount)',
    tests: LEASES,
  },
  {
    file: 'server/src/engines/stock/orders/renewal-clock.ts',
    what: 'numbers found dead renew themselves',
    from: 'const alive = due.filter((row) => !dead.includes(row));',
    to: 'const alive = due;',
    tests: LEASES,
  },
  {
    file: LIMITS,
    what: 'renewals do not count for spending limits',
    from: 'select owner_id, amount - refund_amount, create_time from agt_lease_renewal',
    to: 'select owner_id, 0, create_time from agt_lease_renewal',
    tests: LEASES,
  },
  {
    file: 'server/src/engines/stock/leases/refund.ts',
    what: 'a renewal refunded in parts reverses only the last part of the commissions',
    from: 'refunded: renewal.refundAmount + amount',
    to: 'refunded: amount',
    tests: LEASES,
  },
  {
    file: LOTS,
    what: 'units that expired are no revenue',
    from: 'const booked = bookedOf(lot.amount, used + expired, lot.total);',
    to: 'const booked = bookedOf(lot.amount, used, lot.total);',
    tests: QUOTAS,
  },
  {
    file: CHARGES,
    what: 'units are released before the money used after them',
    from: 'const byMoney = Math.min(step.units, moneyLeft);',
    to: 'const byMoney = Math.max(0, step.units - (charge.quotaUnits - charge.quotaUsed - charge.quotaReleased));',
    tests: QUOTAS,
  },
  {
    file: CHARGES,
    what: 'an expired package is used',
    from: 'gt(quotas.expireTime, clockOf(quotas.ownerId)),',
    to: 'sql`true`,',
    tests: QUOTAS,
  },
  {
    file: BATCHER,
    what: 'a purchase is made again when the database ended its connection',
    from: '(sqlState(error) !== undefined && !isOutcomeUnknown(error))',
    to: 'sqlState(error) !== undefined',
    tests: ['server/src/engines/stock/orders/purchase-batcher.test.ts'],
  },
  {
    file: BUY,
    what: 'refunded pieces count towards the daily limit',
    from: 'select quantity - refunded_qty as n',
    to: 'select quantity as n',
    tests: of('buyer'),
  },
  {
    file: BUY,
    what: 'cancelled orders count towards the daily limit',
    from: 'and agent_id = ${buyer.agentId} and status <> ${ORDER.cancelled} and pre_order_id',
    to: 'and agent_id = ${buyer.agentId} and pre_order_id',
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
    from: '(quantity > product.maxBuy ?',
    to: '(quantity >= product.maxBuy ?',
    tests: of('buyer'),
  },
  {
    file: BUY,
    what: 'a price that changed is paid all the same',
    from: 'if (purchase.expectedAmount !== null && amount !== purchase.expectedAmount)',
    to: 'if (false)',
    tests: of('buy'),
  },
  {
    file: BUY,
    what: 'an unverified agent buys a product that needs verification',
    from: '    ...(product.needKyc === 1 && !buyer.verified ? [orderErrors.KYC_REQUIRED()] : []),\n',
    to: '',
    tests: of('buyer'),
  },
  {
    file: 'server/src/kernel/db/business-days.ts',
    what: 'days of limits begin at midnight in UTC',
    from: "date_trunc(${sql.raw(`'${unit}'`)}, now(), ${zoneOf(tenant)})",
    to: "date_trunc(${sql.raw(`'${unit}'`)}, now(), 'UTC')",
    tests: of('buyer'),
  },
  {
    file: BUYER,
    what: 'a buyer below a disabled agent buys',
    from: 'and (up.status in (0, 3) or up.deleted_at is not null))`;',
    to: 'and up.deleted_at is not null)`;',
    tests: of('buyer'),
  },
  {
    file: LIMITS,
    what: 'the last of a spending limit may not be spent',
    from: 'if (limit === null || used + amount <= limit) continue;',
    to: 'if (limit === null || used + amount < limit) continue;',
    tests: of('buy'),
  },
  {
    file: LIMITS,
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
    what: 'numbers are returned after the warranty',
    from: 'if (order.warrantyUntil === null || order.warrantyUntil < new Date())',
    to: 'if (order.warrantyUntil === null)',
    tests: of('after-sale'),
  },
  {
    file: AFTER_SALE,
    what: 'the second refund of an order is taken for the first',
    from: '`refund:${order.orderNo}:${order.refundAmount + amount}`',
    to: '`refund:${order.orderNo}`',
    tests: of('after-sale'),
  },
  {
    file: AFTER_SALE,
    what: 'cancelled orders still count as sold',
    from: '  await unsell(tx, order.productId, order.quantity);\n',
    to: '',
    tests: of('after-sale'),
  },
  {
    file: 'server/src/engines/stock/orders/locks.ts',
    what: "agents reach other agents' orders",
    from: "visible(actor, productOrders, 'owner')",
    to: "visible(actor, productOrders, 'tenant')",
    tests: of('after-sale'),
  },
  {
    file: AFTER_SALE,
    what: 'the author of a state change is not recorded',
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
    what: 'a purchase is repeated after a broken connection',
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
