const DELIVER = 'server/src/engines/reporting/reports/deliver.ts';
const deliver = ['server/src/engines/reporting/reports/deliver.test.ts'];

export default [
  {
    file: DELIVER,
    what: 'a job that runs again mails the report twice',
    from: ', isNull(deliveries.mailId));',
    to: ');',
    tests: deliver,
  },
  {
    file: DELIVER,
    what: 'two runs of a job at once mail the report twice',
    from: 'if (open.length === 0) return false;',
    to: '',
    tests: deliver,
  },
  {
    file: 'server/src/engines/office/mail/outbox.ts',
    what: 'an address that refused mail gets it when it is written with capitals',
    from: 'eq(suppressedAddresses.address, address.toLowerCase())));\n  const [row]',
    to: 'eq(suppressedAddresses.address, address)));\n  const [row]',
    tests: ['server/src/areas/resource/mail.test.ts'],
  },
];
