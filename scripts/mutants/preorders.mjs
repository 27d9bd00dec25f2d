const of = (...names) => names.map((name) => `server/src/engines/stock/preorders/${name}.test.ts`);
const CALLS = ['server/src/areas/whatsapp/pre-order.test.ts'];
const PLAN = 'server/database/functions/inventory/inv_plan.sql';
const MOVE = 'server/src/engines/stock/preorders/move.ts';
const DECIDE = 'server/src/engines/stock/preorders/decide.ts';
const DELIVER = 'server/src/engines/stock/preorders/deliver.ts';

export default [
  {
    file: PLAN,
    what: 'the last approved is served first',
    from: 'order by q.since, q.preorder_id',
    to: 'order by q.since desc, q.preorder_id',
    tests: of('random-histories', 'large-arrival'),
  },
  {
    file: PLAN,
    what: 'locked numbers do not count as given',
    from: 'q.wanted - (select count(*) from inv_item i where i.preorder_id = q.preorder_id) as open',
    to: 'q.wanted as open',
    tests: of('random-histories'),
  },
  {
    file: PLAN,
    what: 'a number without the capabilities is given',
    from: ' or k_capability[at] & w.capability <> w.capability;',
    to: ';',
    tests: of('random-histories'),
  },
  {
    file: PLAN,
    what: 'who cannot pay gets further numbers',
    from: 'q.tenant_id = p_tenant and not q.is_paused',
    to: 'q.tenant_id = p_tenant',
    tests: CALLS,
  },
  {
    file: MOVE,
    what: 'a part releases the whole deposit',
    from: '(heldDeposit(row) * BigInt(pieces)) / BigInt(openPieces(row))',
    to: 'heldDeposit(row)',
    tests: CALLS,
  },
  {
    file: DECIDE,
    what: 'people approve their own pre-orders',
    from: 'if (row.createUser === actor.userId || row.ownerId === actor.userId) throw',
    to: 'if (false) throw',
    tests: CALLS,
  },
  {
    file: DECIDE,
    what: 'the deposit of what is not approved stays held',
    from: 'micros(row.depositAmount - depositFor(row, approvedQty))',
    to: 'micros(0n)',
    tests: CALLS,
  },
  {
    file: DECIDE,
    what: 'the second refund of as many pieces is taken for a repetition of the first',
    from: 'key: `refund:${refundedQty}`,',
    to: 'key: `refund:${pieces}`,',
    tests: of('refunds'),
  },
  {
    file: DECIDE,
    what: 'a refunded pre-order keeps its locked numbers',
    from: 'if ((await releaseLocked(tx, actor, row.id, wanted)) > 0)',
    to: 'if (wanted < 0)',
    tests: of('random-histories'),
  },
  {
    file: DELIVER,
    what: 'a delivery uses no deposit',
    from: 'row.holdId === null || share === 0n',
    to: 'share >= 0n',
    tests: of('random-histories'),
  },
  {
    file: DELIVER,
    what: 'two runs deliver the same numbers',
    from: ".for('update', { skipLocked: true });",
    to: ';',
    tests: of('large-arrival', 'random-histories'),
  },
];
