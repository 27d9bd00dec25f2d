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
