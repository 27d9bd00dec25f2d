-- Services that send the money of withdrawals.
create table pay_channel (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  channel_code text not null,
  channel_name text not null,
  channel_name_en text not null,
  channel_kind integer not null default 2 check (channel_kind in (1, 2)),
  endpoint text,
  merchant_id text,
  signing_secret text,
  outcome integer default 1 check (outcome between 1 and 4),
  delay_seconds integer default 5 check (delay_seconds >= 0),
  confirmed integer not null check (confirmed in (0, 1)),
  sort integer not null default 1,
  status integer not null default 1 check (status in (0, 1)),
  remark text,
  like audited_row including defaults
);
create unique index pay_channel_channel_code_unique on pay_channel (tenant_id, channel_code) where deleted_at is null;

-- Money paid to users. Unpaid money is held in their wallet.
create table pay_withdrawal (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  withdraw_no text not null constraint pay_withdrawal_no_unique unique,
  user_id bigint not null,
  user_name text not null,
  user_type integer not null check (user_type between 1 and 4),
  wallet_kind integer not null check (wallet_kind in (1, 2)),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  net_amount bigint not null check (net_amount > 0),
  payment_method text,
  method_name text,
  method_name_en text,
  method_type integer check (method_type between 1 and 4),
  network integer check (network between 1 and 3),
  payee_type integer check (payee_type in (1, 2)),
  payee_id bigint,
  payee_name text,
  payee jsonb,
  -- Sealed; a manual payment or a payout needs it.
  card_no text,
  local_amount numeric check (local_amount > 0),
  local_currency text,
  fx_rate numeric check (fx_rate > 0),
  status integer not null check (status between 0 and 9),
  risk_flags integer not null check (risk_flags between 0 and 31),
  hold_id bigint,
  channel_code text,
  channel_no text,
  tx_hash text,
  attempt integer not null check (attempt >= 0),
  channel_said text,
  -- When the channel is asked the next time, and when the present attempt began; null while nothing is asked.
  poll_time timestamptz,
  sent_time timestamptz,
  apply_note text,
  audit_user bigint,
  audit_user_name text,
  audit_time timestamptz,
  check_user_name text,
  check_time timestamptz,
  paid_time timestamptz,
  reject_reason text,
  approval_id bigint,
  like audited_row including defaults,
  constraint pay_withdrawal_adds_up check (amount = fee + net_amount)
);
create index pay_withdrawal_user on pay_withdrawal (user_id, id desc);
create index pay_withdrawal_status on pay_withdrawal (tenant_id, status, id desc);
create index pay_withdrawal_parts on pay_withdrawal using gin (withdraw_no gin_trgm_ops, audit_user_name gin_trgm_ops);
create index pay_withdrawal_payee on pay_withdrawal (payee_type, payee_id) where payee_id is not null;
create index pay_withdrawal_poll on pay_withdrawal (poll_time) where poll_time is not null;
create index pay_withdrawal_tx on pay_withdrawal (tx_hash) where tx_hash is not null;
create index pay_withdrawal_channel_no on pay_withdrawal (channel_no) where channel_no is not null;

-- Reports of channels about payouts, each once per attempt.
create table pay_payout_news (
  withdrawal_id bigint not null,
  attempt integer not null,
  news text not null check (news in ('accepted', 'paid', 'failed', 'returned')),
  -- The payout had already ended with another result: a person has to check it.
  is_conflict integer not null default 0 check (is_conflict in (0, 1)),
  create_time timestamptz not null default now(),
  primary key (withdrawal_id, attempt, news)
);
