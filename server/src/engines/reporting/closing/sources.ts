import { quotaEvent } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import type { DayLine, DaySide } from '@trade-assistant/contract/areas/finance/day.ts';
import { rechargeStatus, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { type SQL, sql } from 'drizzle-orm';
import { FINANCE_TYPE, WALLET_KIND } from '../../money/ledger/index.ts';
import { isHandedOver, OUTBOUND_TYPE } from '../../stock/inventory/index.ts';
import { isSold } from '../../stock/orders/index.ts';

/** A day of a tenant: from inclusive, until exclusive. */
export interface Span {
  readonly tenantId: string;
  readonly from: Date;
  readonly until: Date;
}

/**
 * Selects rows with `doc` (the key of both sides), `part`, `no`, `name`, `at`, `amount` in micro-units, `screen` and `id` of the document.
 * Rows dated by a document take the time of its journal, so that both sides have the same day.
 */
type Source = (span: Span) => SQL;

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const within = (at: SQL, { from, until }: Span) => sql`${at} >= ${instant(from)} and ${at} < ${instant(until)}`;
/** A day more at both ends includes rows written a little before or after their journal. */
const about = (at: SQL, { from, until }: Span) =>
  sql`${at} >= ${instant(from)} - interval '1 day' and ${at} < ${instant(until)} + interval '1 day'`;
const list = (codes: readonly string[]) =>
  sql.join(
    codes.map((code) => sql`${code}`),
    sql`, `,
  );

const RECHARGES = ['agent/recharge', 'user/recharge-record'];
const WITHDRAWALS = ['agent/withdrawal', 'user/withdrawal-record'];
const SALES = ['CHARGE', 'SETTLE', 'LEASE'];

const doc = sql`case
  when j.biz_id is null then 'journal:' || j.journal_no
  when j.biz_type in (${list(RECHARGES)}) then 'recharge:' || j.biz_id
  when j.biz_type in (${list(WITHDRAWALS)}) then 'withdrawal:' || j.biz_id
  when j.biz_type = 'product_order' then 'order:' || j.biz_id
  when j.biz_type = 'outbound' then 'note:' || j.biz_id
  when j.biz_type = 'lease' then 'renewal:' || j.biz_id
  when j.biz_type = 'sms_lease' then 'sender:' || j.biz_id
  when j.event_code in ('SETTLE', 'REFUND') and j.biz_type like '%/%' then j.biz_type || ':' || j.biz_id
  else 'journal:' || j.journal_no end`;
const screen = sql`case when j.biz_id is null then null when j.biz_type = 'product_order' then 'agent/product-order'
  when j.biz_type = 'outbound' then 'whatsapp/outbound' when j.biz_type in (${list([...RECHARGES, ...WITHDRAWALS])}) then j.biz_type
  when j.event_code in ('SETTLE', 'REFUND') and j.biz_type like '%/%' then j.biz_type end`;

/** Movements of journals on an account of the platform. */
const ledger =
  (events: readonly string[], account: string, grows: 'debit' | 'credit'): Source =>
  (span) =>
    sql`
    select ${doc} as doc, split_part(e.account_code, ':', 3) as part, coalesce(j.biz_no, j.journal_no) as no,
      (select min(l.user_name) from finance_log l where l.journal_no = j.journal_no and l.create_time = j.create_time) as name,
      j.create_time as at, sum(case when e.direction = ${grows === 'credit' ? 2 : 1} then e.amount else -e.amount end)::bigint as amount,
      ${screen} as screen, j.biz_id as id
    from fin_journal j join fin_entry e on e.journal_id = j.id and e.create_time = j.create_time
    where j.tenant_id = ${span.tenantId} and j.currency = ${BOOK_CURRENCY} and ${within(sql`j.create_time`, span)}
      and ${within(sql`e.create_time`, span)} and j.event_code in (${list(events)}) and e.account_code like ${account}
    group by j.id, e.account_code`;

/** The time at which a document's money moved. */
const journalOf = (types: readonly string[], id: SQL, event: string) => sql`
  left join lateral (select min(create_time) as at from fin_journal
    where biz_type in (${list(types)}) and biz_id = ${id} and event_code = ${event}) j on true`;

const recharges: Source = (span) => {
  const at = sql`coalesce(j.at, r.audit_time)`;
  return sql`
    select 'recharge:' || r.id as doc, r.payment_method as part, r.recharge_no as no, r.user_name as name, ${at} as at,
      r.credited_amount as amount, case when r.user_type = 2 then ${RECHARGES[0]} else ${RECHARGES[1]} end as screen, r.id
    from pay_recharge r ${journalOf(RECHARGES, sql`r.id`, 'RECHARGE_PASS')}
    where r.tenant_id = ${span.tenantId} and r.status = ${rechargeStatus.is.passed}
      and ${about(sql`r.audit_time`, span)} and ${within(at, span)}`;
};

const withdrawals =
  (
    amount: SQL,
    part: SQL,
    { event, states, dated }: { event: string; states: readonly number[]; dated: SQL },
  ): Source =>
  (span) => {
    const at = sql`coalesce(j.at, ${dated})`;
    return sql`
      select 'withdrawal:' || w.id as doc, ${part} as part, w.withdraw_no as no, w.user_name as name, ${at} as at, ${amount} as amount,
        case when w.user_type = 2 then ${WITHDRAWALS[0]} else ${WITHDRAWALS[1]} end as screen, w.id
      from pay_withdrawal w ${journalOf(WITHDRAWALS, sql`w.id`, event)}
      where w.tenant_id = ${span.tenantId} and w.status in (${sql.raw(states.join(', '))}) and ${amount} <> 0
        and ${dated} >= ${instant(span.from)} - interval '1 day' and ${within(at, span)}`;
  };
const { passed, paid, returned } = withdrawalStatus.is;
const PAID = { event: 'WD_PAID', states: [passed, paid, returned], dated: sql`w.paid_time` };

const businessOf = (column: SQL) =>
  sql`case ${column} ${sql.join(
    Object.entries(businessType.is).map(([name, value]) => sql`when ${sql.raw(String(value))} then ${name}`),
    sql` `,
  )} else 'other' end`;

/** Paid orders (with or without numbers), directly charged notes, and renewals of leases. */
const orders =
  (isOfNumbers: boolean): Source =>
  (span) => {
    const ofOrder = sql`coalesce(j.create_time, o.deliver_time, o.create_time)`;
    const ofNote = sql`coalesce(j.at, n.deliver_time)`;
    const ofRenewal = sql`coalesce(j.create_time, r.create_time)`;
    return sql`
      select 'order:' || o.id as doc, ${businessOf(sql`o.business_type`)} as part, o.order_no as no, o.buyer_name as name,
        ${ofOrder} as at, o.paid_amount as amount, 'agent/product-order' as screen, o.id
      from agt_product_order o left join fin_journal j on j.id = o.journal_id
      where o.tenant_id = ${span.tenantId} and o.paid_amount > 0 and o.outbound_id is ${isOfNumbers ? sql`not null` : sql`null`}
        and (${about(sql`o.create_time`, span)} or ${about(sql`o.deliver_time`, span)}) and ${within(ofOrder, span)}
      ${
        isOfNumbers
          ? sql`
      union all
      select 'note:' || n.id, ${businessOf(sql`n.business_type`)}, n.outbound_no, n.agent_name, ${ofNote}, n.amount, 'whatsapp/outbound', n.id
      from inv_outbound n ${journalOf(['outbound'], sql`n.id`, 'CHARGE')}
      where n.tenant_id = ${span.tenantId} and n.order_no is null and n.is_gift = 0 and n.amount > 0 and ${isHandedOver(sql`n.status`)}
        and ${about(sql`n.deliver_time`, span)} and ${within(ofNote, span)}
      union all
      select 'renewal:' || r.id, ${businessOf(sql`r.business_type`)}, r.renewal_no, r.owner_name, ${ofRenewal}, r.amount, null, r.id
      from agt_lease_renewal r left join fin_journal j on j.id = r.journal_id
      where r.tenant_id = ${span.tenantId} and r.amount > 0 and ${about(sql`r.create_time`, span)} and ${within(ofRenewal, span)}
      union all ${senderMonths(span)}`
          : sql``
      }`;
  };

/** Units of checks and messages that were paid in money, or whose money returned. */
const services =
  (event: number): Source =>
  (span) => {
    const at = sql`coalesce(j.create_time, e.create_time)`;
    return sql`
      select c.biz_type || ':' || c.biz_id as doc, ${businessOf(sql`c.business_type`)} as part, c.biz_no as no, u.real_name as name, ${at} as at,
        e.amount, c.biz_type as screen, c.biz_id as id
      from agt_quota_entry e join agt_quota_charge c on c.id = e.charge_id left join sys_user u on u.id = c.user_id
        left join fin_journal j on j.id = e.journal_id
      where e.tenant_id = ${span.tenantId} and e.quota_id is null and e.kind = ${event} and e.amount > 0
        and ${about(sql`e.create_time`, span)} and ${within(at, span)}`;
  };
const { used, returned: givenBackUnits } = quotaEvent.is;

/** Rows of both sources. */
const both =
  (one: Source, other: Source): Source =>
  (span) =>
    sql`${one(span)} union all ${other(span)}`;

/** Document that charges a note (its order, or itself) and its price per number; a replacement is delivered without a charge. */
const chargedBy = (note: SQL): SQL => sql`
  select n.id as note_id, n.outbound_no, n.deliver_time, n.business_type, coalesce('order:' || o.id, 'note:' || n.id) as doc,
    coalesce(o.order_no, n.outbound_no) as no, coalesce(o.buyer_name, n.agent_name) as name, coalesce(o.unit_price, n.unit_price) as price,
    case when o.id is null then 'outbound' else 'product_order' end as biz_type, coalesce(o.id, n.id) as biz_id, o.journal_id,
    case when o.id is null then 'whatsapp/outbound' else 'agent/product-order' end as screen, n.tenant_id, n.status
  from inv_outbound n left join agt_product_order o on ${note}`;
const charged = chargedBy(sql`o.outbound_id = n.id`);
/** The same; the price of a returned replacement is that of its order. */
const chargedOrReplaced = chargedBy(
  sql`o.outbound_id = n.id or (n.outbound_type = ${OUTBOUND_TYPE.replacement} and o.tenant_id = n.tenant_id and o.order_no = n.order_no)`,
);

/** Delivered numbers with their cost. */
const delivered: Source = (span) => {
  const at = sql`coalesce(j.create_time, k.at, c.deliver_time)`;
  return sql`
    select c.doc, ${businessOf(sql`c.business_type`)} as part, c.no, c.name, ${at} as at, (l.numbers * c.price)::bigint as amount, c.screen, c.biz_id as id
    from (${charged}) c left join fin_journal j on j.id = c.journal_id
    ${sql`left join lateral (select min(create_time) as at from fin_journal
      where c.journal_id is null and biz_type = c.biz_type and biz_id = c.biz_id and event_code = 'CHARGE') k on true`}
    cross join lateral (select count(*) as numbers from inv_outbound_line where outbound_id = c.note_id) l
    where c.tenant_id = ${span.tenantId} and c.price > 0 and ${isHandedOver(sql`c.status`)}
      and ${about(sql`c.deliver_time`, span)} and ${within(at, span)}
    union all ${rentedMonths(span)}
    union all ${senderMonths(span)}`;
};

/** Paid months of senders of text messages. */
function senderMonths(span: Span): SQL {
  const at = sql`coalesce(j.create_time, m.create_time)`;
  return sql`
    select 'sender:' || m.id, 'sms', m.lease_no, m.owner_name, ${at}, m.amount, 'sms/sms-phone', m.phone_id
    from sms_phone_month m left join fin_journal j on j.id = m.journal_id
    where m.tenant_id = ${span.tenantId} and m.amount > 0 and ${about(sql`m.create_time`, span)} and ${within(at, span)}`;
}

/** Renewed months of leases with the price paid for each. */
function rentedMonths(span: Span): SQL {
  const at = sql`coalesce(j.create_time, r.create_time)`;
  return sql`
    select 'renewal:' || r.id, ${businessOf(sql`r.business_type`)}, r.renewal_no, r.owner_name, ${at}, m.amount, null, r.id
    from agt_lease_renewal r left join fin_journal j on j.id = r.journal_id
    cross join lateral (select sum(amount)::bigint as amount from agt_lease_month where renewal_id = r.id) m
    where r.tenant_id = ${span.tenantId} and r.amount > 0 and ${about(sql`r.create_time`, span)} and ${within(at, span)}`;
}

/** Refunded packages with the price paid for them. */
const refundedPackages: Source = (span) => {
  const at = sql`coalesce(j.at, o.update_time)`;
  return sql`
    select 'order:' || o.id as doc, ${businessOf(sql`o.business_type`)} as part, o.order_no as no, o.buyer_name as name, ${at} as at,
      o.refund_amount as amount, 'agent/product-order' as screen, o.id
    from agt_product_order o ${journalOf(['product_order'], sql`o.id`, 'REFUND')}
    where o.tenant_id = ${span.tenantId} and o.outbound_id is null and o.refund_amount > 0
      and o.update_time >= ${instant(span.from)} - interval '1 day' and ${within(at, span)}`;
};

/** Returned numbers with their cost. */
const givenBack: Source = (span) => {
  const at = sql`coalesce(j.at, l.return_time)`;
  return sql`
    select c.doc, ${businessOf(sql`c.business_type`)} as part, c.no, c.name, ${at} as at, (l.numbers * c.price)::bigint as amount, c.screen, c.biz_id as id
    from (select outbound_id, return_time, count(*) as numbers from inv_outbound_line
      where return_time >= ${instant(span.from)} - interval '1 minute' and return_time < ${instant(span.until)} + interval '1 minute'
      group by 1, 2) l
    join (${chargedOrReplaced}) c on c.note_id = l.outbound_id
    left join lateral (select create_time as at from fin_journal
      where biz_type = c.biz_type and biz_id = c.biz_id and event_code = 'REFUND'
        and create_time between l.return_time - interval '1 minute' and l.return_time + interval '1 minute'
      order by abs(extract(epoch from create_time - l.return_time)) limit 1) j on true
    where c.tenant_id = ${span.tenantId} and c.price > 0 and ${within(at, span)}
    union all ${givenBackMonths(span)}`;
};

/** Renewed months refunded together with their numbers. */
function givenBackMonths(span: Span): SQL {
  const at = sql`coalesce(j.at, m.refund_time)`;
  return sql`
    select 'renewal:' || r.id, ${businessOf(sql`r.business_type`)}, r.renewal_no, r.owner_name, ${at}, m.amount, null, r.id
    from (select renewal_id, refund_time, sum(amount)::bigint as amount from agt_lease_month
      where renewal_id is not null and refund_time >= ${instant(span.from)} - interval '1 minute'
        and refund_time < ${instant(span.until)} + interval '1 minute'
      group by 1, 2) m
    join agt_lease_renewal r on r.id = m.renewal_id
    left join lateral (select create_time as at from fin_journal
      where biz_type = 'lease' and biz_id = r.id and event_code = 'REFUND'
        and create_time between m.refund_time - interval '1 minute' and m.refund_time + interval '1 minute'
      order by abs(extract(epoch from create_time - m.refund_time)) limit 1) j on true
    where r.tenant_id = ${span.tenantId} and m.amount > 0 and ${within(at, span)}`;
}

/** Orders of the day as the dashboard counts them: less later refunds. */
const placed: Source = (span) => sql`
  select 'order:' || o.id as doc, ${businessOf(sql`o.business_type`)} as part, o.order_no as no, o.buyer_name as name, o.create_time as at,
    o.amount - o.refund_amount as amount, 'agent/product-order' as screen, o.id
  from agt_product_order o
  where o.tenant_id = ${span.tenantId} and ${isSold(sql`o.status`)} and ${within(sql`o.create_time`, span)}`;

/** The same orders in the ledger: charged and not refunded, or still held. */
const placedInLedger: Source = (span) => sql`
  select 'order:' || o.id as doc, ${businessOf(sql`o.business_type`)} as part, o.order_no as no, o.buyer_name as name, o.create_time as at,
    (coalesce(m.amount, 0) + coalesce(h.amount - h.captured - h.released, 0))::bigint as amount, 'agent/product-order' as screen, o.id
  from agt_product_order o left join fin_hold h on h.id = o.hold_id and h.status = 0
  left join lateral (
    select sum(case when e.direction = 2 then e.amount else -e.amount end) as amount
    from fin_journal j join fin_entry e on e.journal_id = j.id and e.create_time = j.create_time
    where j.biz_type = 'product_order' and j.biz_id = o.id and j.event_code in (${list([...SALES, 'PACKAGE_SALE', 'REFUND'])})
      and (e.account_code like 'p:revenue:%' or e.account_code like 'p:deferred:%')
  ) m on true
  where o.tenant_id = ${span.tenantId} and ${isSold(sql`o.status`)} and ${within(sql`o.create_time`, span)}`;

/** Counts in millionths, like amounts. */
const notes =
  (numbers: SQL): Source =>
  (span) =>
    sql`
    select 'note:' || n.id as doc, ${businessOf(sql`n.business_type`)} as part, n.outbound_no as no, n.agent_name as name,
      n.deliver_time as at, (${numbers})::bigint * 1000000 as amount, 'whatsapp/outbound' as screen, n.id
    from inv_outbound n
    where n.tenant_id = ${span.tenantId} and ${isHandedOver(sql`n.status`)} and ${within(sql`n.deliver_time`, span)}`;

const logs =
  (where: SQL, key: SQL, amount: SQL): Source =>
  (span) =>
    sql`
    select ${key} as doc, '' as part, l.log_no as no, l.user_name as name, l.create_time as at, ${amount} as amount,
      case when l.biz_type in (${list([...RECHARGES, ...WITHDRAWALS])}) then l.biz_type end as screen, l.biz_id as id
    from finance_log l
    where l.tenant_id = ${span.tenantId} and l.currency = ${BOOK_CURRENCY} and ${within(sql`l.create_time`, span)} and ${where}`;

/** The effect from the user's view: a growing debt is negative. */
const effectOf = (row: SQL, gains: number) =>
  sql`case when (${row}.direction = ${sql.raw(String(gains))}) = (${row}.wallet_kind <> 6) then ${row}.amount else -${row}.amount end`;

const walletEntries: Source = (span) => sql`
  select 'user:' || e.owner_user_id as doc, '' as part, e.owner_user_id::text as no,
    (select min(w.user_name) from fin_wallet w where w.user_id = e.owner_user_id) as name, max(e.create_time) as at,
    sum(${effectOf(sql`e`, 2)})::bigint as amount, 'agent/user' as screen, e.owner_user_id as id
  from fin_entry e
  where e.tenant_id = ${span.tenantId} and e.currency = ${BOOK_CURRENCY} and ${within(sql`e.create_time`, span)} and e.owner_user_id is not null
  group by e.owner_user_id`;

const refunded = sql`'recharge:' || l.biz_id`;

/** Every side of every line. A line without parts uses the empty part. */
export const SOURCES: Readonly<Record<DayLine, Partial<Record<DaySide, Source>>>> = {
  recharge: {
    ledger: ledger(['RECHARGE_PASS'], 'p:cash:%', 'debit'),
    documents: recharges,
    reports: logs(
      sql`l.finance_type = ${FINANCE_TYPE.RECHARGE} and l.wallet_kind = ${WALLET_KIND.balance}`,
      refunded,
      sql`l.amount`,
    ),
  },
  payout: {
    ledger: ledger(['WD_PAID'], 'p:cash:%', 'credit'),
    documents: withdrawals(sql`w.net_amount`, sql`w.payment_method`, PAID),
  },
  fee: {
    ledger: ledger(['WD_PAID'], 'p:fee_income', 'credit'),
    documents: withdrawals(sql`w.fee`, sql`''`, PAID),
  },
  return: {
    ledger: ledger(['WD_RETURN'], 'p:cash:%', 'debit'),
    documents: withdrawals(sql`w.net_amount`, sql`w.payment_method`, {
      event: 'WD_RETURN',
      states: [returned],
      dated: sql`w.update_time`,
    }),
  },
  sale: {
    ledger: ledger(SALES, 'p:revenue:%', 'credit'),
    documents: both(orders(true), services(used)),
    stock: both(delivered, services(used)),
  },
  package: { ledger: ledger(['PACKAGE_SALE'], 'p:deferred:%', 'credit'), documents: orders(false) },
  refund: {
    ledger: ledger(['REFUND'], 'p:revenue:%', 'debit'),
    stock: both(givenBack, services(givenBackUnits)),
  },
  packageRefund: { ledger: ledger(['REFUND'], 'p:deferred:%', 'debit'), documents: refundedPackages },
  placed: { ledger: placedInLedger, reports: placed },
  numbers: {
    stock: notes(sql`select count(*) from inv_outbound_line l where l.outbound_id = n.id`),
    reports: notes(sql`n.delivered_qty`),
  },
  wallets: {
    ledger: walletEntries,
    reports: logs(sql`true`, sql`'user:' || l.user_id`, effectOf(sql`l`, 1)),
  },
};
