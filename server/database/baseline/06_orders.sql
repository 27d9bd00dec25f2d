-- Products for agents, their orders and pre-orders.

-- shelf_status: 0 off, 1 on, 2 sold out
create table agt_product (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  product_no text not null,
  name_zh text not null,
  name_en text not null,
  cover text,
  business_type integer not null check (business_type between 1 and 3),
  service_type integer not null default 2 check (service_type between 1 and 8),
  -- For a package: the service that its units pay for.
  package_service integer check (package_service in (1, 3)),
  filter_type integer check (filter_type between 1 and 4),
  active_period integer check (active_period in (0, 1, 3, 7, 15, 30)),
  country_code text,
  number_type integer check (number_type between 1 and 5),
  capability integer check (capability between 0 and 31),
  spec_qty integer not null default 1 check (spec_qty > 0),
  unit integer not null default 1 check (unit between 1 and 4),
  list_price bigint check (list_price >= 0),
  currency text not null default 'USDT',
  min_buy integer not null default 1 check (min_buy > 0),
  max_buy integer not null default 10000,
  step_buy integer not null default 1 check (step_buy > 0),
  purchase_limit_per_day integer check (purchase_limit_per_day > 0),
  lease_months integer check (lease_months >= 0),
  warranty_hours integer check (warranty_hours >= 0),
  -- 1 replace from stock, 2 refund, 3 ask the buyer
  warranty_action integer not null default 1 check (warranty_action between 1 and 3),
  valid_days integer check (valid_days >= 0),
  delivery_type integer not null default 1 check (delivery_type in (1, 2)),
  need_kyc integer not null default 0 check (need_kyc in (0, 1)),
  need_use_declaration integer not null default 1 check (need_use_declaration in (0, 1)),
  tags integer not null default 0 check (tags between 0 and 3),
  is_recommend integer not null default 0 check (is_recommend in (0, 1)),
  sort integer not null default 0,
  description text,
  shelf_status integer not null default 0 check (shelf_status between 0 and 2),
  on_time timestamptz,
  off_time timestamptz,
  like audited_row including defaults,
  check (max_buy >= min_buy)
);
create unique index agt_product_no on agt_product (tenant_id, product_no);

-- Sold quantity of each product, in sixteen slots for the same reason as the stock counters.
create table agt_product_sale (
  product_id bigint not null references agt_product (id),
  slot smallint not null check (slot between 0 and 15),
  sold bigint not null default 0,
  primary key (product_id, slot)
) with (fillfactor = 50);

-- status: 0 unpaid, 1 awaiting delivery, 2 partly delivered, 3 completed, 4 cancelled, 5 partly refunded, 6 refunded
create table agt_product_order (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  order_no text not null,
  product_id bigint not null,
  product_name text not null,
  product_name_en text not null,
  product_snapshot jsonb not null,
  agent_id bigint not null,
  agent_name text not null,
  buyer_id bigint not null,
  buyer_name text not null,
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  quantity integer not null check (quantity > 0),
  numbers integer not null check (numbers > 0),
  unit_price bigint not null check (unit_price >= 0),
  discount bigint,
  price_source text not null,
  price_id bigint,
  price_version integer,
  amount bigint not null check (amount >= 0),
  currency text not null,
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  refund_amount bigint not null default 0 check (refund_amount >= 0),
  delivered_qty integer not null default 0 check (delivered_qty >= 0),
  refunded_qty integer not null default 0 check (refunded_qty >= 0),
  use_declaration text,
  outbound_id bigint,
  outbound_no text,
  delivery_type integer not null check (delivery_type in (1, 2)),
  deliver_time timestamptz,
  warranty_until timestamptz,
  hold_id bigint,
  journal_id bigint,
  status integer not null check (status between 0 and 6),
  cancel_reason text,
  remark text,
  pre_order_id bigint,
  pre_order_no text,
  like audited_row including defaults,
  constraint agt_product_order_money check (paid_amount <= amount and refund_amount <= paid_amount)
) with (fillfactor = 90);
-- An order has all numbers that were paid. Checked at commit: the note's lines are written before the order.
create constraint trigger agt_product_order_whole after insert or update of status on agt_product_order
  deferrable initially deferred for each row
  when (new.status in (1, 3) and new.outbound_id is not null) execute function ord_check_whole();
create unique index agt_product_order_no on agt_product_order (tenant_id, order_no);
create index agt_product_order_tail on agt_product_order (reverse(order_no) text_pattern_ops);
create index agt_product_order_owner on agt_product_order (tenant_id, owner_path text_pattern_ops, id);
create index agt_product_order_buyer_day on agt_product_order (product_id, agent_id, create_time);
create index agt_product_order_preorder on agt_product_order (pre_order_id) where pre_order_id is not null;
create index agt_product_order_outbound on agt_product_order (outbound_id);
-- Spending limits sum a buyer's orders of this month, at every purchase of a limited buyer.
create index agt_product_order_buyer on agt_product_order (buyer_id, create_time);
-- Sales and deliveries of a period, and warranties that end soon. Rows are nearly in the order of these times, as a
-- block range index needs: it costs a sale almost nothing and keeps updates on their page.
create index agt_product_order_time on agt_product_order using brin (create_time) with (autosummarize = on);
create index agt_product_order_warranty on agt_product_order using brin (warranty_until) with (autosummarize = on);
-- Orders that wait for a stock keeper are few; those delivered at once never enter it.
create index agt_product_order_waiting on agt_product_order (tenant_id, id) where status in (1, 2);

-- Pre-orders: demand of agents for numbers that are not in stock, with a deposit.
-- status: 0 draft, 1 submitted, 2 approved, 3 partly delivered, 4 completed, 5 refunded, 6 revoked, 7 rejected
create table agt_preorder (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  pre_order_no text not null,
  product_id bigint not null,
  product_name text not null,
  product_name_en text not null,
  product_snapshot jsonb not null,
  agent_id bigint not null,
  agent_name text not null,
  buyer_id bigint not null,
  buyer_name text not null,
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  number_type integer check (number_type between 1 and 5),
  capability integer check (capability between 0 and 31),
  quantity integer not null check (quantity > 0),
  spec_qty integer not null check (spec_qty > 0),
  approved_qty integer check (approved_qty > 0),
  delivered_qty integer not null default 0 check (delivered_qty >= 0),
  refunded_qty integer not null default 0 check (refunded_qty >= 0),
  fills integer not null default 0 check (fills >= 0),
  unit_price bigint not null check (unit_price >= 0),
  base_price bigint not null check (base_price >= 0),
  price_source text not null,
  price_id bigint not null,
  price_version integer not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  deposit_rate numeric not null check (deposit_rate between 0.3 and 1),
  deposit_amount bigint not null check (deposit_amount >= 0),
  deposit_used bigint not null default 0 check (deposit_used >= 0),
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  refund_amount bigint not null default 0 check (refund_amount >= 0),
  hold_id bigint,
  use_declaration text,
  expect_date date,
  latest_date date not null,
  submit_time timestamptz,
  approver_id bigint,
  approver_name text,
  approve_time timestamptz,
  approve_remark text,
  revoke_reason text,
  skip_reason integer check (skip_reason between 1 and 3),
  skip_time timestamptz,
  remark text,
  status integer not null check (status between 0 and 7),
  like audited_row including defaults,
  constraint agt_preorder_quantity check (approved_qty <= quantity and delivered_qty + refunded_qty <= coalesce(approved_qty, quantity)),
  -- The deposit is used and returned as a whole, to the micro-unit, when the pre-order ends.
  constraint agt_preorder_money check (deposit_amount <= amount and paid_amount <= amount and deposit_used + refund_amount <= deposit_amount
    and (status < 4 or deposit_used + refund_amount = deposit_amount)),
  constraint agt_preorder_skip check ((skip_reason is null) = (skip_time is null))
) with (fillfactor = 90);
create unique index agt_preorder_no on agt_preorder (tenant_id, pre_order_no);
create index agt_preorder_tail on agt_preorder (reverse(pre_order_no) text_pattern_ops);
create index agt_preorder_owner on agt_preorder (tenant_id, owner_path text_pattern_ops, id);
-- Spending limits and quotas sum a buyer's pre-orders of this month.
create index agt_preorder_buyer on agt_preorder (buyer_id, submit_time);
-- Timers look through the open ones, which are few.
create index agt_preorder_open on agt_preorder (latest_date, id) where status in (1, 2, 3);
