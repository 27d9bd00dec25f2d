const POST = 'server/src/engines/money/rebates/post.ts';
const VOID = 'server/src/engines/money/rebates/void.ts';
const MARGIN_TESTS = ['server/src/areas/agent/user/rebate-margin.test.ts'];
const VOID_TESTS = ['server/src/areas/agent/user/rebate-void.test.ts'];
const TESTS = ['server/src/engines/stock/orders/rebates.test.ts'];

export default [
  {
    file: POST,
    what: 'a settled rebate is reversed from the pending wallet',
    from: "row.settledAmount > 0n ? 'clawBack' : 'reverse'",
    to: "'reverse'",
    tests: TESTS,
  },
  {
    file: POST,
    what: 'rebates are settled before they are due',
    from: '        lte(rebates.settleTime, dueBy ?? sql`now()`),\n',
    to: '',
    tests: TESTS,
  },
  {
    file: POST,
    what: 'reversed rebates are settled',
    from: '        sql`${rebates.postedAmount} = ${rebates.rebateAmount} - ${rebates.reversedAmount}`,\n',
    to: '',
    tests: TESTS,
  },
  {
    file: POST,
    what: 'a rebate is settled in full despite reversals',
    from: '        amount: row.postedAmount,\n        idemKey',
    to: '        amount: row.rebateAmount,\n        idemKey',
    tests: TESTS,
  },
  {
    file: 'server/src/engines/money/rebates/earn.ts',
    what: 'a refund gives a part of a voided rebate back',
    from: ' and status <> ${rebateStatus.is.voided} order by',
    to: ' order by',
    tests: VOID_TESTS,
  },
  {
    file: POST,
    what: 'a voided rebate is called reversed',
    from: 'when r.status <> ${voided} and r.rebate_amount',
    to: 'when r.rebate_amount',
    tests: VOID_TESTS,
  },
  {
    file: 'server/src/areas/agent/user/rebates.ts',
    what: 'staff who may not see costs see the base of a rebate on the margin',
    from: "isStaff && c.can('whatsapp/price-configure:cost')",
    to: 'isStaff',
    tests: MARGIN_TESTS,
  },
  {
    file: 'server/src/engines/money/rebates/figures.ts',
    what: 'agents are shown the rate of rebates on the margin',
    from: 'sums?.hides_rates ?? true',
    to: 'false',
    tests: MARGIN_TESTS,
  },
  {
    file: 'server/database/functions/rebates/reb_earn.sql',
    what: 'rebates are a share of the whole charge despite the parameter',
    from: 'greatest(c.amount - coalesce(known.cost, 0), 0)',
    to: 'c.amount',
    tests: MARGIN_TESTS,
  },
  {
    file: VOID,
    what: 'a request is carried out that is not the one of the rebate',
    from: '    if (row.approvalId !== id) throw commonErrors.STATE_CONFLICT();\n',
    to: '',
    tests: VOID_TESTS,
  },
  {
    file: VOID,
    what: 'a refused request keeps the rebate from being voided again',
    from: '      .set({ approvalId: null })\n',
    to: '      .set({ approvalId: id })\n',
    tests: VOID_TESTS,
  },
  {
    file: VOID,
    what: 'a rebate of which nothing is left is voided',
    from: ' || reversedAmount === rebateAmount)',
    to: ')',
    tests: VOID_TESTS,
  },
  {
    file: VOID,
    what: 'only the part that a refund left is named as reversed',
    from: 'reversedAmount: row.rebateAmount,',
    to: 'reversedAmount: left,',
    tests: VOID_TESTS,
  },
  {
    file: 'server/src/engines/money/rebates/earn.ts',
    what: 'a full refund takes back a share that is rounded down',
    from: 'when charge_amount <= ${refunded} then rebate_amount else',
    to: 'when charge_amount < ${refunded} then rebate_amount else',
    tests: TESTS,
  },
];
