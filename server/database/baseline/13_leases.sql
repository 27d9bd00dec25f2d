-- Numbers rented by the month.

-- One rented number. Its end is computed from its start and the paid months, so that no history of renewals shifts it.
-- status: 1 rented, 2 overdue (kept for the days of grace), 3 ended, 4 refunded
create table agt_lease (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  owner_name text not null,
  -- The customer; of a sub-user its agent.
  agent_id bigint not null,
  item_id bigint not null,
  e164 bigint not null check (e164 between 1000000 and 999999999999999),
  order_id bigint not null,
  order_no text not null,
  product_name text not null,
  product_name_en text not null,
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  start_date date not null,
  -- The last day.
  end_date date not null,
  months integer not null check (months > 0),
  -- Days its clock was paused below a disabled agent.
  paused_days integer not null default 0 check (paused_days >= 0),
  -- Of one month, as it was paid last.
  month_price bigint not null check (month_price >= 0),
  currency text not null,
  auto_renew integer not null default 0 check (auto_renew in (0, 1)),
  -- Why it could not renew itself: 1 balance, 2 spending limit, 3 no price, 4 number found dead, 5 owner or country not served
  problem integer check (problem between 1 and 5),
  -- Not tried again before.
  attempt_time timestamptz,
  -- Days before the end of the last reminder to its owner.
  reminded_days integer,
  -- End of supply that staff were last warned of.
  supply_warned date,
  ended_time timestamptz,
  status integer not null default 1 check (status between 1 and 4),
  like audited_row including defaults,
  constraint agt_lease_end check (end_date = (start_date + make_interval(months => months))::date + paused_days)
) with (fillfactor = 80);
-- A number is rented once at a time.
create unique index agt_lease_item on agt_lease (item_id) where status in (1, 2);
create index agt_lease_order on agt_lease (order_id);
create index agt_lease_order_no on agt_lease (order_no);
create index agt_lease_order_tail on agt_lease (reverse(order_no) text_pattern_ops);
create index agt_lease_number on agt_lease (e164);
create index agt_lease_ending on agt_lease ((e164 % 10000));
create index agt_lease_owner on agt_lease (tenant_id, owner_path text_pattern_ops, id);
create index agt_lease_of on agt_lease (owner_id, end_date) where status in (1, 2);
-- Finds leases that are due for the timer.
create index agt_lease_due on agt_lease (end_date) where status in (1, 2);

-- Months that were paid after those of the order: numbers of one business and country, renewed together at one price.
create table agt_lease_renewal (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  owner_name text not null,
  renewal_no text not null,
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  numbers integer not null check (numbers > 0),
  months integer not null check (months > 0),
  -- Of a number and month.
  unit_price bigint not null check (unit_price >= 0),
  amount bigint not null,
  refund_amount bigint not null default 0,
  currency text not null,
  -- Whether it renewed itself.
  is_auto integer not null check (is_auto in (0, 1)),
  -- Null if it was free.
  journal_id bigint,
  create_user bigint, create_user_name text,
  create_time timestamptz not null default now(),
  constraint agt_lease_renewal_amount check (amount = unit_price * numbers * months),
  constraint agt_lease_renewal_refund check (refund_amount between 0 and amount)
);
create unique index agt_lease_renewal_no on agt_lease_renewal (tenant_id, renewal_no);
-- Spending limits sum a buyer's spending of this month.
create index agt_lease_renewal_owner on agt_lease_renewal (owner_id, create_time);
create index agt_lease_renewal_path on agt_lease_renewal (tenant_id, owner_path text_pattern_ops, id);
create index agt_lease_renewal_time on agt_lease_renewal using brin (create_time) with (autosummarize = on);

-- Every month of every lease with its price: no month is charged twice.
create table agt_lease_month (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  lease_id bigint not null references agt_lease (id),
  -- From 1 on.
  month_no integer not null check (month_no > 0),
  -- None: the month was part of the purchase.
  renewal_id bigint references agt_lease_renewal (id),
  doc_no text not null,
  is_auto integer not null check (is_auto in (0, 1)),
  from_date date not null,
  until_date date not null,
  amount bigint not null check (amount >= 0),
  refund_time timestamptz,
  like audited_row including defaults,
  constraint agt_lease_month_once unique (lease_id, month_no)
);
create index agt_lease_month_renewal on agt_lease_month (renewal_id) where renewal_id is not null;
create index agt_lease_month_owner on agt_lease_month (tenant_id, owner_path text_pattern_ops, id);
create index agt_lease_month_refunded on agt_lease_month (refund_time) where refund_time is not null;
