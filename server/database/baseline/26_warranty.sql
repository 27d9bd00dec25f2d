-- Claims about delivered numbers that stopped working within their warranty.

-- Delivered numbers whose claims are suspicious together. kind: 1 a batch, 2 a provider's findings, 3 an isolated provider.
-- status: 0 open, 1 resumed, 2 dismissed.
create table war_case (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  case_no text not null constraint war_case_no unique,
  kind integer not null check (kind between 1 and 3),
  -- The batch or the provider.
  subject text not null,
  checked integer not null check (checked >= 0),
  failed integer not null check (failed >= 0),
  share integer not null check (share between 0 and 100),
  status integer not null default 0 check (status between 0 and 2),
  decide_reason text,
  decider bigint,
  decider_name text,
  decide_time timestamptz,
  like audited_row including defaults
);
create unique index war_case_open on war_case (tenant_id, kind, subject) where status = 0;
create index war_case_tail on war_case (reverse(case_no) text_pattern_ops);
create index war_case_list on war_case (tenant_id, id desc);

-- A claim about one number of one delivery note of an order.
-- source: 1 found by a check, 2 filed by a person. action: 1 replace, 2 refund, 3 ask. choice: 1 replace, 2 refund.
-- status: 0 being verified, 1 in review, 2 confirmed, 3 waits for a choice, 4 waits for stock, 5 paused by a case, 6 replaced, 7 refunded,
-- 8 refused, 9 not confirmed
create table war_claim (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  claim_no text not null constraint war_claim_no unique,
  owner_id bigint not null,
  owner_path text not null,
  owner_name text not null,
  order_id bigint not null,
  order_no text not null,
  product_name text not null,
  product_name_en text not null,
  outbound_id bigint not null,
  outbound_no text not null,
  item_id bigint not null,
  e164 bigint not null check (e164 between 1000000 and 999999999999999),
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  batch_no text,
  unit_price bigint not null check (unit_price >= 0),
  currency text not null,
  source integer not null check (source in (1, 2)),
  action integer not null check (action between 1 and 3),
  choice integer check (choice in (1, 2)),
  status integer not null default 0 check (status between 0 and 9),
  -- Why it ended otherwise than its product says: as in the dictionary.
  cause integer check (cause between 1 and 6),
  -- How many replacements led to the number.
  chain_no integer not null check (chain_no >= 0),
  previous_id bigint references war_claim (id),
  warranty_until timestamptz not null,
  content text,
  evidence jsonb,
  -- The first finding that counts, and the second.
  suspect_time timestamptz,
  confirm_time timestamptz,
  checks integer not null default 0 check (checks >= 0),
  -- When the number is checked next; null: no further check.
  next_check_time timestamptz,
  choice_until timestamptz,
  stock_until timestamptz,
  -- Not tried again before.
  settle_after timestamptz,
  case_id bigint references war_case (id),
  replacement_item_id bigint,
  replacement_e164 bigint,
  replacement_note_id bigint,
  replacement_note_no text,
  refund_amount bigint check (refund_amount >= 0),
  decide_reason text,
  decider bigint,
  decider_name text,
  settle_time timestamptz,
  like audited_row including defaults,
  constraint war_claim_settled check ((status in (6, 7)) = (settle_time is not null)),
  constraint war_claim_replaced check ((status = 6) = (replacement_item_id is not null)),
  constraint war_claim_refunded check ((status = 7) = (refund_amount is not null)),
  constraint war_claim_case check (status <> 5 or case_id is not null)
) with (fillfactor = 80);
-- A delivered number has one claim that is open or settled.
create unique index war_claim_line on war_claim (outbound_id, item_id) where status not in (8, 9);
create index war_claim_owner on war_claim (tenant_id, owner_path text_pattern_ops, id);
create index war_claim_list on war_claim (tenant_id, id desc);
create index war_claim_state on war_claim (tenant_id, status, create_time);
create index war_claim_order on war_claim (order_id);
create index war_claim_order_no on war_claim (order_no);
create index war_claim_item on war_claim (item_id);
create index war_claim_number on war_claim (e164);
create index war_claim_ending on war_claim ((e164 % 10000));
create index war_claim_replacement on war_claim (replacement_item_id) where replacement_item_id is not null;
create index war_claim_replacement_number on war_claim (replacement_e164) where replacement_e164 is not null;
create index war_claim_tail on war_claim (reverse(claim_no) text_pattern_ops);
create index war_claim_case on war_claim (case_id) where case_id is not null;
create index war_claim_batch on war_claim (tenant_id, batch_no, suspect_time) where suspect_time is not null;
-- The timer finds claims that it checks or settles.
create index war_claim_due on war_claim (next_check_time) where status = 0 and next_check_time is not null;
create index war_claim_unsettled on war_claim (id) where status in (2, 3, 4);

-- A check of the number of a claim. result: as check_result. verdict: 1 counts as evidence, 2 the provider was unhealthy, 3 less than the
-- pause after the first, 4 after the warranty, 5 says nothing about the number.
create table war_check (
  id bigint generated always as identity primary key,
  claim_id bigint not null references war_claim (id),
  task_id bigint not null,
  provider_id bigint,
  provider_code text not null,
  result integer not null,
  verdict integer not null check (verdict between 1 and 5),
  begin_time timestamptz not null,
  check_time timestamptz not null
);
create index war_check_claim on war_check (claim_id, id);

-- Findings of a provider about delivered numbers by minute, for the share of inactive ones.
create table war_minute (
  tenant_id text not null,
  provider_code text not null,
  minute timestamptz not null,
  checked integer not null default 0,
  failed integer not null default 0,
  primary key (tenant_id, provider_code, minute)
) with (fillfactor = 50);
create index war_minute_time on war_minute (minute);
