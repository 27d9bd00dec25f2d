const SPENDING = 'server/src/engines/reporting/partner-api/spending.ts';
const spending = ['server/src/engines/reporting/partner-api/spending.test.ts'];
const histories = ['server/src/engines/reporting/partner-api/random-histories.test.ts'];

export default [
  {
    file: SPENDING,
    what: 'the monthly cap of a key is compared with the sum of today',
    from: 'over(key.spendMonth, spent?.month)',
    to: 'over(key.spendMonth, spent?.day)',
    tests: spending,
  },
  {
    file: SPENDING,
    what: 'a key cannot spend its whole cap',
    from: 'cap !== null && sum > BigInt(cap)',
    to: 'cap !== null && sum >= BigInt(cap)',
    tests: spending,
  },
  {
    file: SPENDING,
    what: 'the month before counts for the cap of a month',
    from: "date_trunc('month', ${todayOf(tenantId)})::date group by key_id",
    to: "date_trunc('month', ${todayOf(tenantId)})::date - 1 group by key_id",
    tests: spending,
  },
  {
    file: 'server/src/engines/reporting/partner-api/endpoints.ts',
    what: 'a delivery sent again keeps its tries',
    from: 'state = ${DELIVERY_STATE.waiting}, tries = 0, next_time',
    to: 'state = ${DELIVERY_STATE.waiting}, next_time',
    tests: histories,
  },
  {
    file: 'server/src/engines/reporting/partner-api/conclude.ts',
    what: 'a paused endpoint leaves its other deliveries waiting',
    from: 'where endpoint_id = ${id} and state = ${DELIVERY_STATE.waiting} and worker_id is null',
    to: 'where endpoint_id = ${id} and state = ${DELIVERY_STATE.failed} and worker_id is null',
    tests: histories,
  },
];
