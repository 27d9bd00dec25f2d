const receipts = ['server/src/engines/messaging/sending/receipts.test.ts'];

export default [
  {
    file: 'server/src/engines/messaging/work/money.ts',
    what: 'the second overruling in a lane is taken for a repetition of the first',
    from: 'const idemKey = `r:${lane.stage}:${lane.laneNo}:${lane.reversed}`;',
    to: 'const idemKey = `r:${lane.stage}:${lane.laneNo}`;',
    tests: receipts,
  },
  {
    file: 'server/src/engines/messaging/work/task-lines.ts',
    what: 'the last day of the period of a check is left out',
    from: 'sql`active_days <= ${activePeriod}`',
    to: 'sql`active_days < ${activePeriod}`',
    tests: ['server/src/areas/filter/choices.test.ts'],
  },
];
