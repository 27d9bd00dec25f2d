const area = (name) => `server/src/areas/${name}.test.ts`;
const EXPORTS = 'server/src/areas/whatsapp/outbound/exports.ts';
const FINANCE_LOG = 'server/src/areas/finance/log.ts';
const OUTBOUND = 'server/src/areas/whatsapp/outbound.ts';
const PRODUCT = 'server/src/areas/agent/product/offers.ts';
const USER = 'server/src/areas/system/user/access.ts';
const WAREHOUSE = 'server/src/areas/whatsapp/warehouse.ts';

export default [
  {
    file: OUTBOUND,
    what: 'who may not deliver does so by a note that is delivered at once',
    from: '  if (status === OUTBOUND.delivered) assertCanDeliver(c);\n',
    to: '',
    tests: [area('whatsapp/outbound')],
  },
  {
    file: OUTBOUND,
    what: 'who may not deliver hands a held note over',
    from: '  assertCanDeliver(c);\n  if (note.status === OUTBOUND.draft)',
    to: '  if (note.status === OUTBOUND.draft)',
    tests: [area('whatsapp/outbound')],
  },
  {
    file: EXPORTS,
    what: 'more than ten thousand numbers are taken without a reason',
    from: "  if (count > c.app.parameters.get(c.actor.tenantId, 'export.reasonAbove') && !reason)\n    throw commonErrors.REASON_REQUIRED();\n",
    to: '',
    tests: [area('whatsapp/outbound/exports')],
  },
  {
    file: EXPORTS,
    what: 'a reason is asked for at exactly ten thousand numbers',
    from: 'count > c.app',
    to: 'count >= c.app',
    tests: [area('whatsapp/outbound/exports')],
  },
  {
    file: WAREHOUSE,
    what: 'whose numbers somebody saw in full is not written down',
    from: '  if (plain) await recordPlainView(c, warehouse.name, rows);\n',
    to: '',
    tests: [area('whatsapp/warehouse')],
  },
  {
    file: WAREHOUSE,
    what: 'everybody sees numbers in full',
    from: 'number: plain ? plainNumber(row.e164) : maskNumber(row.e164),',
    to: 'number: plainNumber(row.e164),',
    tests: [area('whatsapp/warehouse')],
  },
  {
    file: 'server/src/areas/whatsapp/inventory/stock-take.ts',
    what: 'a stock-take in full needs no reason',
    from: '  if (!isMasked && !reason) throw commonErrors.REASON_REQUIRED();\n',
    to: '',
    tests: [area('whatsapp/inventory')],
  },
  {
    file: 'server/src/areas/whatsapp/price-configure.ts',
    what: 'who may not see costs sets them in bulk',
    from: "    if (settings.field === 'costPrice' && !c.can('whatsapp/price-configure:cost')) throw commonErrors.NO_PERMISSION();\n",
    to: '',
    tests: [area('whatsapp/price-configure')],
  },
  {
    file: 'server/src/engines/approvals/requests.ts',
    what: 'somebody approves what they asked for',
    from: '    if (row.createUser === actor.userId) throw approvalErrors.SELF_APPROVAL();\n',
    to: '',
    tests: [area('desk/approval')],
  },
  {
    file: 'server/src/engines/adjustments/index.ts',
    what: 'somebody adjusts their own balance',
    from: '  if (ids.includes(actor.userId)) throw adjustmentErrors.OWN_BALANCE();\n',
    to: '',
    tests: [area('agent/user')],
  },
  {
    file: 'server/src/engines/ledger/allowances.ts',
    what: 'one person moves more than one may, spread over many users',
    from: 'amounts(sum.rows).every((total) => total <= perDay) && ',
    to: '',
    tests: [area('agent/user')],
  },
  {
    file: PRODUCT,
    what: 'buyers learn the exact stock',
    from: 'return actor.userType === userType.is.staff ? pieces : blurred(pieces);',
    to: 'return pieces;',
    tests: [area('agent/product')],
  },
  {
    file: PRODUCT,
    what: 'buyers see products whose time is over',
    from: '    or(isNull(products.offTime), sql`${products.offTime} > now()`),\n',
    to: '',
    tests: [area('agent/product')],
  },
  {
    file: FINANCE_LOG,
    what: 'agents read the statistics of whomever they name',
    from: '      if (userId !== undefined && !(await isInScope(tx, c.actor, userId))) throw commonErrors.NOT_FOUND();\n',
    to: '',
    tests: [area('finance/log')],
  },
  {
    file: FINANCE_LOG,
    what: 'the present month begins in the zone of the business',
    from: 'createTime_dategt: from = monthOf(c.zone)',
    to: "createTime_dategt: from = monthOf('Asia/Shanghai')",
    tests: [area('finance/log')],
  },
  {
    file: USER,
    what: 'who may only approve gives roles as well',
    from: '    if (!c.can(`${user.name}:grant`)) throw commonErrors.NO_PERMISSION();\n',
    to: '',
    tests: [area('system/user-approval')],
  },
  {
    file: USER,
    what: 'staff are let in without a role',
    from: '  if (isLetIn && type === userType.is.staff && (await roleKeysOf(tx, userId)).length === 0)\n    throw statusErrors.ROLE_NEEDED();\n',
    to: '',
    tests: [area('system/user-approval')],
  },
  {
    file: 'server/src/areas/desk/notice.ts',
    what: 'everybody reads notices before their time',
    from: 'manages(c) ? undefined : released',
    to: 'undefined',
    tests: [area('desk/notice')],
  },
  {
    file: 'server/src/areas/desk/dashboard/reader.ts',
    what: 'staff are shown figures of days of another zone',
    from: '[name, c.actor.tenantId, c.zone, c.locale, input]',
    to: '[name, c.actor.tenantId, c.locale, input]',
    tests: [area('desk/dashboard')],
  },
  {
    file: 'server/src/areas/whatsapp/pre-warehouse.ts',
    what: 'a number of an import nobody confirmed has a page',
    from: "visible(c.actor, staged, 'tenant'), inCommittedBatch, eq(staged.id, id)",
    to: "visible(c.actor, staged, 'tenant'), eq(staged.id, id)",
    tests: [area('whatsapp/pre-warehouse-import')],
  },
  {
    file: 'contract/src/areas/agent/user.ts',
    what: 'everybody signed in may adjust balances',
    from: "access: 'adjust',",
    to: "access: 'signed-in',",
    tests: ['server/src/generated/matrix.test.ts'],
  },
  {
    file: 'server/src/areas/whatsapp/outbound.ts',
    what: 'agents see the outbound notes of others',
    from: "table: outbounds, scope: 'owner' }, query)",
    to: "table: outbounds, scope: 'tenant' }, query)",
    tests: ['server/src/generated/isolation.test.ts'],
  },
];
