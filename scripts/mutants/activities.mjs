const GRANTS = 'server/src/engines/customers/activities/grants.ts';
const HISTORIES = 'server/src/engines/customers/activities/random-histories.test.ts';

export default [
  {
    file: GRANTS,
    what: 'a reversed recharge still counts for the minimum of a coupon',
    from: 'select max(n) % 2 from turns) = 0)`',
    to: 'select max(n) % 2 from turns) >= 0)`',
    tests: [HISTORIES],
  },
  {
    file: GRANTS,
    what: 'a recharge whose reversal was reversed does not count for the minimum of a coupon',
    from: 'select max(n) % 2 from turns) = 0)`',
    to: 'select max(n) from turns) = 0)`',
    tests: [HISTORIES],
  },
  {
    file: GRANTS,
    what: 'the bonus stays granted when the reversal of a reversal is reversed',
    from: 't.n % 2 = 1 as again',
    to: 't.n > 0 as again',
    tests: [HISTORIES],
  },
  {
    file: 'server/src/engines/customers/content/audience.ts',
    what: 'an app user belongs to the country of its agent',
    from: 'const country = type === userType.is.appUser ? await countryOfAppUser(tx, userId) : undefined;',
    to: 'const country = undefined;',
    tests: ['server/src/engines/customers/content/audience.test.ts'],
  },
];
