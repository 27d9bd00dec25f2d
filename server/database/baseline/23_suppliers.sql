-- Suppliers of numbers.

-- record: 0 to be completed (without a contact), 1 complete. payment_terms: 1 prepaid, 2 on delivery, 3 monthly,
-- 4 credit days. status: 0 disabled, 1 enabled.
create table sup_supplier (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  supplier_code text not null,
  supplier_name text not null,
  warehouse_code text,
  contact_name text,
  contact_phone text,
  contact_email text,
  payment_terms integer not null default 1 check (payment_terms between 1 and 4),
  credit_days integer check (credit_days between 1 and 365),
  currency text not null default 'USDT',
  warranty_hours integer not null default 720 check (warranty_hours between 0 and 8760),
  claim_days integer not null default 14 check (claim_days between 1 and 180),
  -- Links of its papers.
  papers jsonb not null default '[]',
  record integer not null default 1 check (record in (0, 1)),
  status integer not null default 1 check (status in (0, 1)),
  remark text,
  like audited_row including defaults
);
create unique index sup_supplier_supplier_code_unique on sup_supplier (tenant_id, supplier_code) where deleted_at is null;
create unique index sup_supplier_supplier_name_unique on sup_supplier (tenant_id, supplier_name) where deleted_at is null;

-- Claims on suppliers for numbers that failed. status: 0 open, 1 sent, 2 accepted, 3 accepted in part, 4 rejected, 5 settled,
-- 6 written off, 7 cancelled. Amounts in micro-units of the currency; they are a memo and belong to no wallet.
create table sup_claim (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  claim_no text not null constraint sup_claim_no unique,
  supplier_id bigint not null references sup_supplier (id),
  -- Null for numbers without a batch.
  batch_no text,
  currency text not null,
  status integer not null default 0 check (status between 0 and 7),
  item_count integer not null default 0 check (item_count >= 0),
  amount bigint not null default 0 check (amount >= 0),
  accepted_amount bigint,
  received_amount bigint not null default 0,
  sent_time timestamptz,
  sender bigint,
  sender_name text,
  deadline timestamptz,
  -- The deadline that staff were notified of.
  reminded_deadline timestamptz,
  answer text,
  answer_time timestamptz,
  answer_user bigint,
  answer_user_name text,
  evidence jsonb not null default '[]',
  remark text,
  like audited_row including defaults,
  constraint sup_claim_amounts check (accepted_amount between 0 and amount and received_amount between 0 and coalesce(accepted_amount, 0)),
  constraint sup_claim_answered check (status not in (2, 3, 4, 5) or (accepted_amount is not null and answer is not null))
);
-- Failed numbers of a batch are collected in one open claim.
create unique index sup_claim_open on sup_claim (tenant_id, supplier_id, batch_no, currency) nulls not distinct where status = 0 and deleted_at is null;
create index sup_claim_tail on sup_claim (reverse(claim_no) text_pattern_ops);
create index sup_claim_supplier on sup_claim (supplier_id, id desc);
create index sup_claim_batch on sup_claim (batch_no) where batch_no is not null;
create index sup_claim_state on sup_claim (tenant_id, status, create_time);
create index sup_claim_due on sup_claim (deadline) where status = 1;

-- Numbers of a claim. is_live: 0 once the claim was cancelled, so that the number may be claimed again.
create table sup_claim_line (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  claim_id bigint not null references sup_claim (id),
  item_id bigint not null,
  e164 bigint not null,
  amount bigint not null check (amount >= 0),
  checks text,
  warranty_claim_id bigint,
  is_live integer not null default 1 check (is_live in (0, 1)),
  create_time timestamptz not null default now()
);
-- A number is claimed once for each time it failed: a claim by hand and one by the warranty are the same failure.
create unique index sup_claim_line_item on sup_claim_line (item_id) where is_live = 1;
create index sup_claim_line_claim on sup_claim_line (claim_id, id);
create index sup_claim_line_number on sup_claim_line (e164);
