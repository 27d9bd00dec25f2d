const engine = (name) => `server/src/engines/money/payments/${name}`;
const WATCHING = [engine('watching.test.ts')];
const PAYOUTS = [engine('payouts.test.ts')];
const RECHARGE = ['server/src/areas/agent/recharge.test.ts'];
const INCOMING = engine('incoming.ts');
const MATCHING = engine('matching.ts');

export default [
  {
    file: INCOMING,
    what: 'a payment is credited before it has its confirmations',
    from: 'row.confirmations < (method?.confirmations ?? 0)',
    to: 'row.confirmations < 0',
    tests: WATCHING,
  },
  {
    file: INCOMING,
    what: 'a payment is credited automatically although its method does not allow it',
    from: '  if ((await methodOf(tx, recharge))?.autoPass !== 1) return false;\n',
    to: '',
    tests: WATCHING,
  },
  {
    file: INCOMING,
    what: 'a late payment is credited automatically',
    from: 'recharge.isLate === 1 || recharge.creditedAmount',
    to: 'recharge.creditedAmount',
    tests: WATCHING,
  },
  {
    file: INCOMING,
    what: 'any amount is credited automatically',
    from: "  return recharge.payAmount <= (await readParameter(tx, row.tenantId, 'recharge.autoPassMost'));",
    to: '  return true;',
    tests: WATCHING,
  },
  {
    file: INCOMING,
    what: 'fewer confirmations than reported before count',
    from: 'sql`greatest(${incoming.confirmations}, ${seen.confirmations})`',
    to: 'sql`${seen.confirmations}`',
    tests: WATCHING,
  },
  {
    file: INCOMING,
    what: 'payments to others are kept',
    from: '  if (!(await isOurs(tx, watcher, seen))) return;\n',
    to: '',
    tests: WATCHING,
  },
  {
    file: engine('crediting.ts'),
    what: 'attaching a payment credits the ordered amount instead of the arrived one',
    from: '    creditedAmount: creditedOf(payment, row),',
    to: '    creditedAmount: row.payAmount,',
    tests: WATCHING,
  },
  {
    file: MATCHING,
    what: 'a payment made before the order is for it',
    from: 'isExact(row, recharge) && isAfterOrder(row, recharge, SLACK_MILLIS)',
    to: 'isExact(row, recharge)',
    tests: WATCHING,
  },
  {
    file: MATCHING,
    what: 'a payment of another amount is taken for the recharge that names it',
    from: '  return { recharge: first, problem: isExact(row, first) ? earlier : otherAmount };',
    to: '  return { recharge: first, problem: null };',
    tests: WATCHING,
  },
  {
    file: engine('recharges.ts'),
    what: 'finance credits unconfirmed payments',
    from: '    await assertConfirmed(tx, row);\n',
    to: '',
    tests: WATCHING,
  },
  {
    file: engine('recharges.ts'),
    what: 'the payment of a rejected recharge stays attached to it',
    from: '    await freePayment(tx, row);\n',
    to: '',
    tests: WATCHING,
  },
  {
    file: engine('recharges.ts'),
    what: 'a recharge credits the ordered amount without its tail',
    from: 'const amount = row.creditedAmount ?? row.payAmount;',
    to: 'const amount = row.creditedAmount ?? row.amount;',
    tests: RECHARGE,
  },
  {
    file: engine('transactions.ts'),
    what: 'a transaction pays two recharges',
    from: '  if (rowCount) return;\n',
    to: '  if (rowCount !== null) return;\n',
    tests: RECHARGE,
  },
  {
    file: engine('payout-reports.ts'),
    what: 'news of an earlier attempt moves money',
    from: "  if (report.attempt < attempt) return reported === 'failed' ? [] : 'conflict';\n",
    to: '',
    tests: PAYOUTS,
  },
  {
    file: engine('payout-reports.ts'),
    what: 'returned money includes the fee',
    from: 'amount: row.netAmount,',
    to: 'amount: row.amount,',
    tests: PAYOUTS,
  },
  {
    file: engine('payouts.ts'),
    what: 'a payout unknown to its channel fails at once',
    from: "const isLost = state === 'absent' && ageOf(asked) > HOUR;",
    to: "const isLost = state === 'absent';",
    tests: PAYOUTS,
  },
  {
    file: engine('channels/http.ts'),
    what: 'a page of a proxy is a refusal',
    from: 'if (isQuery && status === NOT_FOUND && isOurs(body))',
    to: 'if (isQuery)',
    tests: PAYOUTS,
  },
];
