const of = (...names) => names.map((name) => `server/src/engines/money/ledger/${name}.test.ts`);
const POSTING = 'server/src/engines/money/ledger/posting.ts';
const CHARGES = 'server/src/engines/money/ledger/charges.ts';
const HOLDS = 'server/src/engines/money/ledger/holds.ts';
const STATISTICS = 'server/src/engines/money/ledger/statistics.ts';
const WALLETS = 'server/src/engines/money/ledger/wallets.ts';
const SQL = 'server/database/functions/ledger/fin_post_all.sql';
const GUARDS = 'server/database/functions/ledger/fin_check_entries.sql';

export default [
  {
    file: SQL,
    what: 'a key is not looked up before money is found short',
    from: "why := coalesce(fin_replay(v_tenant, v_request ->> 'key', v_request ->> 'fingerprint'),",
    to: 'why := coalesce(null,',
    tests: of('posting'),
  },
  {
    file: SQL,
    what: 'a wallet may not be emptied to the last micro-unit',
    from: 'if w_balance[v_wallet] + v_delta < 0 then',
    to: 'if w_balance[v_wallet] + v_delta <= 0 then',
    tests: of('posting', 'charges'),
  },
  {
    file: SQL,
    what: 'wallets are read without a lock',
    from: '    order by w.user_id, w.kind\n    for no key update\n',
    to: '    order by w.user_id, w.kind\n',
    tests: of('posting'),
  },
  {
    file: SQL,
    what: 'wallets of other tenants may be posted to',
    from: 'and w.currency = v_currency and w.tenant_id = v_tenant',
    to: 'and w.currency = v_currency',
    tests: of('posting'),
  },
  {
    file: SQL,
    what: 'time runs backwards along a wallet',
    from: 'greatest(j_time[at], w_time[v_wallet], j_time[nullif(w_moved[v_wallet], 0)])',
    to: 'greatest(j_time[at], j_time[nullif(w_moved[v_wallet], 0)])',
    tests: of('movements'),
  },
  {
    file: SQL,
    what: 'refunds do not take consumption down',
    from: 'when v_type in (2, 5, 18) then',
    to: 'when v_type in (2, 18) then',
    tests: of('movements'),
  },
  {
    file: SQL,
    what: 'a hold that expired ends as released',
    from: '        when c.expired then 3\n',
    to: '',
    tests: of('holds'),
  },
  {
    file: GUARDS,
    what: 'a set of entries is whole without its credits',
    from: '\n    or sum(e.amount) filter (where e.direction = 2) is distinct from max(j.total_amount)',
    to: '',
    tests: of('guards'),
  },
  {
    file: POSTING,
    what: 'the document is no part of the content of a key',
    from: '    instruction.bizType,\n    instruction.bizId ?? null,\n    instruction.currency',
    to: '    instruction.currency',
    tests: of('posting'),
  },
  {
    file: POSTING,
    what: 'held brokerage may be posted to directly',
    from: 'kind !== WALLET_KIND.hold && kind !== WALLET_KIND.brokerage_hold,',
    to: 'kind !== WALLET_KIND.hold,',
    tests: of('posting'),
  },
  {
    file: CHARGES,
    what: 'a refund may exceed the rest of its charge',
    from: 'if (amount > left || left === 0n) {',
    to: 'if (left === 0n) {',
    tests: of('charges'),
  },
  {
    file: CHARGES,
    what: 'a refund goes to the balance, including the bonus part',
    from: 'const toBalance = minAmount(amount, leftToBalance);',
    to: 'const toBalance = amount;',
    tests: of('charges'),
  },
  {
    file: CHARGES,
    what: 'refunds of one charge do not wait for each other',
    from: 'and tenant_id = ${actor.tenantId} for no key update`',
    to: 'and tenant_id = ${actor.tenantId}`',
    tests: of('charges'),
  },
  {
    file: CHARGES,
    what: "another tenant's journal may be refunded",
    from: ' and tenant_id = ${actor.tenantId} for no key update`',
    to: ' for no key update`',
    tests: of('charges'),
  },
  {
    file: CHARGES,
    what: 'a refund may be reversed',
    from: ' || original.isReversal || ',
    to: ' || ',
    tests: of('charges'),
  },
  {
    file: HOLDS,
    what: 'a withdrawal takes the bonus along',
    from: "kind === 1 && event === 'HOLD' && (input.bonusFirst ?? true)",
    to: 'kind === 1 && (input.bonusFirst ?? true)',
    tests: of('holds'),
  },
  {
    file: HOLDS,
    what: "another tenant's hold may be settled",
    from: 'where id = ${holdId}::bigint and tenant_id = ${actor.tenantId}',
    to: 'where id = ${holdId}::bigint',
    tests: of('holds'),
  },
  {
    file: HOLDS,
    what: 'a hold expires a moment after its time',
    from: 'expire_time <= ${now}::timestamptz',
    to: 'expire_time < ${now}::timestamptz',
    tests: of('holds'),
  },
  {
    file: STATISTICS,
    what: 'days of statistics end at midnight in UTC',
    from: '(create_time at time zone ${input.timeZone})::date',
    to: "(create_time at time zone 'UTC')::date",
    tests: of('statistics'),
  },
  {
    file: STATISTICS,
    what: 'the end of a range belongs to it',
    from: 'l.create_time < ${input.to.toISOString()}',
    to: 'l.create_time <= ${input.to.toISOString()}',
    tests: of('statistics'),
  },
  {
    file: WALLETS,
    what: 'the balance at an instant leaves that instant out',
    from: 'create_time <= ${input.at.toISOString()}',
    to: 'create_time < ${input.at.toISOString()}',
    tests: of('movements'),
  },
  {
    file: WALLETS,
    what: "balances of another tenant's users are shown",
    from: ' and currency = ${currency}\n      and tenant_id = ${actor.tenantId}',
    to: ' and currency = ${currency}',
    tests: of('movements'),
  },
];
