-- Recharges: payment methods, payees, orders and detected payments.
create table pay_method (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  method_code text not null,
  method_name text not null,
  method_name_en text not null,
  method_type integer not null default 1 check (method_type between 1 and 4),
  direction integer not null default 1 check (direction between 1 and 3),
  network integer check (network between 1 and 3),
  local_currency text,
  fx_rate numeric check (fx_rate > 0),
  fx_mode integer default 1 check (fx_mode between 1 and 2),
  fx_spread numeric check (fx_spread between 0 and 50),
  scale integer not null default 2 check (scale between 0 and 6),
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  day_max bigint check (day_max > 0),
  expire_minutes integer not null default 30 check (expire_minutes > 0),
  confirmations integer default 20 check (confirmations >= 0),
  auto_pass integer default 0 check (auto_pass in (0, 1)),
  fee_fixed bigint check (fee_fixed >= 0),
  fee_rate numeric check (fee_rate between 0 and 50),
  fee_payer integer default 1 check (fee_payer in (1, 2)),
  quick_amounts jsonb,
  visible_user_types integer not null default 7 check (visible_user_types between 0 and 7),
  visible_countries jsonb,
  notice text,
  notice_en text,
  sort integer not null default 1,
  status integer not null default 1 check (status in (0, 1)),
  receive_addresses jsonb,
  bank_info jsonb,
  confirmed integer not null default 0 check (confirmed in (0, 1)),
  remark text,
  like audited_row including defaults
);
create unique index pay_method_method_code_unique on pay_method (tenant_id, method_code) where deleted_at is null;

-- Where people have their withdrawals sent to.
create table pay_wallet_address (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  user_name text not null,
  network integer not null default 1 check (network between 1 and 3),
  address text not null,
  label text,
  is_default integer not null default 0 check (is_default in (0, 1)),
  status integer not null default 1 check (status in (1, 2)),
  cool_until timestamptz not null,
  like audited_row including defaults
);
create unique index pay_wallet_address_once
  on pay_wallet_address (tenant_id, user_id, network, address) where deleted_at is null;
create index pay_wallet_address_address on pay_wallet_address (tenant_id, address);
create index pay_wallet_address_user_name on pay_wallet_address using gin (user_name gin_trgm_ops);

create table pay_bank_card (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  user_name text not null,
  holder_name text not null,
  country_code text not null,
  currency text not null,
  bank_name text not null,
  bank_code text,
  branch text,
  card_no text not null,
  card_last4 text not null,
  card_digest text not null,
  label text,
  is_default integer not null default 0 check (is_default in (0, 1)),
  status integer not null default 1 check (status in (1, 2)),
  cool_until timestamptz not null,
  like audited_row including defaults
);
create unique index pay_bank_card_digest on pay_bank_card (tenant_id, user_id, card_digest) where deleted_at is null;
create index pay_bank_card_parts on pay_bank_card
  using gin (user_name gin_trgm_ops, holder_name gin_trgm_ops, bank_name gin_trgm_ops);
create index pay_bank_card_last4 on pay_bank_card (tenant_id, card_last4);

-- Money users pay in. Two open orders with the same amount at the same address could not be told apart.
create table pay_recharge (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  recharge_no text not null constraint pay_recharge_no_unique unique,
  user_id bigint not null,
  user_name text not null,
  user_type integer not null check (user_type between 1 and 4),
  payment_method text not null,
  method_name text not null,
  method_name_en text not null,
  method_id bigint not null,
  method_type integer not null check (method_type between 1 and 4),
  network integer check (network between 1 and 3),
  amount bigint not null check (amount > 0),
  pay_amount bigint not null check (pay_amount >= amount),
  local_amount numeric check (local_amount > 0),
  local_currency text,
  fx_rate numeric check (fx_rate > 0),
  receive_address text,
  bank_info jsonb,
  status integer not null check (status between 0 and 5),
  tx_hash text,
  -- How often the payer has named a transaction: guessing ends here.
  hashes_named integer not null default 0 check (hashes_named between 0 and 5),
  payer_name text,
  proofs jsonb,
  payer_note text,
  is_late integer not null check (is_late in (0, 1)),
  credited_amount bigint check (credited_amount > 0),
  bonus_amount bigint check (bonus_amount > 0),
  credit_reason text,
  expire_time timestamptz not null,
  submit_time timestamptz,
  audit_user bigint,
  audit_user_name text,
  audit_time timestamptz,
  reject_reason text,
  approval_id bigint,
  like audited_row including defaults
);
create unique index pay_recharge_amount_at_address on pay_recharge (receive_address, pay_amount)
  where status in (0, 1) and receive_address is not null;
create index pay_recharge_user on pay_recharge (user_id, id desc);
create index pay_recharge_due on pay_recharge (expire_time) where status = 0;
create index pay_recharge_status on pay_recharge (tenant_id, status, id desc);
create index pay_recharge_parts on pay_recharge
  using gin (recharge_no gin_trgm_ops, payer_name gin_trgm_ops, audit_user_name gin_trgm_ops);
create index pay_recharge_address on pay_recharge (receive_address, pay_amount) where receive_address is not null;
create index pay_recharge_expired on pay_recharge (receive_address, expire_time) where status = 4;
create index pay_recharge_hash on pay_recharge (tx_hash) where tx_hash is not null;
create index pay_recharge_proofs on pay_recharge using gin (proofs jsonb_path_ops);

-- The recharge that a transaction paid: written when the payment is matched or credited, never because a payer names
-- it.
-- At most one recharge of a tenant, and one of all that are paid at the same address. Deleted when the recharge is
-- rejected.
create table pay_recharge_tx (
  tenant_id text not null,
  network integer not null check (network between 1 and 3),
  tx_hash text not null,
  receive_address text not null,
  recharge_id bigint not null constraint pay_recharge_tx_recharge unique,
  primary key (tenant_id, network, tx_hash),
  constraint pay_recharge_tx_at_address unique (network, receive_address, tx_hash)
);

-- Services that see payments arrive.
create table pay_watcher (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  watcher_code text not null,
  watcher_name text not null,
  watcher_name_en text not null,
  watcher_kind integer not null default 2 check (watcher_kind in (1, 2)),
  method_code text,
  endpoint text,
  merchant_id text,
  signing_secret text,
  outcome integer default 1 check (outcome between 1 and 3),
  delay_seconds integer default 10 check (delay_seconds >= 0),
  -- Whether a second person has approved the watcher; only then its reports are used.
  confirmed integer not null check (confirmed in (0, 1)),
  -- How far its list of payments has been read, in its own words.
  cursor text,
  sort integer not null default 1,
  status integer not null default 1 check (status in (0, 1)),
  remark text,
  like audited_row including defaults
);
create unique index pay_watcher_watcher_code_unique on pay_watcher (tenant_id, watcher_code) where deleted_at is null;
create index pay_watcher_merchant on pay_watcher (merchant_id, watcher_code);

-- Payments that watchers saw, each once, however often it is reported. A recharge is paid by one at most.
create table pay_incoming (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  watcher_code text not null,
  network integer check (network between 1 and 3),
  receive_address text not null,
  tx_hash text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  payer text,
  reference text,
  confirmations integer not null check (confirmations >= 0),
  paid_time timestamptz not null,
  status integer not null check (status between 0 and 3),
  problem integer check (problem between 1 and 6),
  recharge_id bigint,
  recharge_no text,
  user_name text,
  like audited_row including defaults,
  constraint pay_incoming_once unique nulls not distinct (tenant_id, network, receive_address, tx_hash),
  constraint pay_incoming_matched check ((status in (0, 1)) = (recharge_id is not null)),
  constraint pay_incoming_problem check (status <> 2 or problem is not null)
);
create unique index pay_incoming_recharge on pay_incoming (recharge_id) where recharge_id is not null;
create index pay_incoming_status on pay_incoming (tenant_id, status, id desc);
create index pay_incoming_tx on pay_incoming (tx_hash);
create index pay_incoming_address on pay_incoming (receive_address, id desc);
create index pay_incoming_no on pay_incoming (recharge_no) where recharge_no is not null;
create index pay_incoming_tail on pay_incoming (reverse(recharge_no) text_pattern_ops) where recharge_no is not null;
create index pay_incoming_unmatched on pay_incoming (create_time) where status = 2;
