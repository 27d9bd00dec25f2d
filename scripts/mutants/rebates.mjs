const POST = 'server/src/engines/rebates/post.ts';
const TESTS = ['server/src/engines/orders/rebates.test.ts'];

export default [
  {
    file: POST,
    what: 'a settled rebate is taken back from what is pending',
    from: "row.status === settled ? 'clawBack' : 'reverse'",
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
    what: 'rebates are settled that a refund has taken back',
    from: '        sql`${rebates.postedAmount} = ${rebates.rebateAmount} - ${rebates.reversedAmount}`,\n',
    to: '',
    tests: TESTS,
  },
  {
    file: POST,
    what: 'a rebate is settled for all that was earned, whatever was taken back',
    from: '      amount: row.postedAmount,\n      idemKey',
    to: '      amount: row.rebateAmount,\n      idemKey',
    tests: TESTS,
  },
  {
    file: 'server/src/engines/rebates/earn.ts',
    what: 'a full refund takes back a share that is rounded down',
    from: 'when base_amount <= ${refunded} then rebate_amount else',
    to: 'when base_amount < ${refunded} then rebate_amount else',
    tests: TESTS,
  },
];
