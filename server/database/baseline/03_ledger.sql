-- The ledger: wallets, journals, entries, holds and the finance log.
--
-- The database itself guarantees, for every connection:
--   * a wallet is never below zero;
--   * a journal and its entries are written together, sum to zero, and are never changed or removed;
--   * a balance moves only inside fin_post_all(), never by a plain UPDATE;
--   * one idempotency key of a tenant is one journal.

create table fin_wallet (
  user_id bigint not null,
  kind integer not null check (kind between 1 and 7),
  currency text not null,
  tenant_id text not null,
  user_type integer not null check (user_type between 1 and 4),
  user_name text not null,
  owner_path text not null,
  balance bigint not null default 0 check (balance >= 0),
  version bigint not null default 0,
  -- Net effect of recharges, of consumption less refunds, and of withdrawals less returns; over all wallets of a user
  -- they are the totals a list of users shows, kept here because this row is written by every posting anyway.
  recharged bigint not null default 0,
  consumed bigint not null default 0,
  withdrawn bigint not null default 0,
  -- Time of the last posting: a wallet's journals never go back in time, even when a clock does.
  posted_time timestamptz not null default '-infinity',
  -- The hash of its last entry: each is linked to the one before (fin_link).
  chain_head bytea not null default '',
  create_time timestamptz not null default now(),
  primary key (user_id, kind, currency)
) with (fillfactor = 60);
create trigger wallet_insert before insert on fin_wallet for each row
  when (new.balance <> 0 or new.recharged <> 0 or new.consumed <> 0 or new.withdrawn <> 0)
  execute function fin_refuse_outside();
create trigger wallet_balance before update of balance, recharged, consumed, withdrawn, chain_head on fin_wallet for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
create trigger wallet_identity before update on fin_wallet for each row
  when (old.user_id <> new.user_id or old.kind <> new.kind or old.currency <> new.currency or old.tenant_id <> new.tenant_id)
  execute function fin_refuse();
create trigger wallet_delete before delete on fin_wallet for each row execute function fin_refuse();
create trigger wallet_truncate before truncate on fin_wallet for each statement execute function fin_refuse();

create table fin_hold (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  hold_no text not null constraint fin_hold_no_unique unique,
  user_id bigint not null,
  account_kind integer not null check (account_kind in (1, 2)),
  currency text not null,
  amount bigint not null check (amount > 0),
  captured bigint not null default 0 check (captured >= 0),
  released bigint not null default 0 check (released >= 0),
  -- The part of each figure that came from, or returned to, the bonus wallet.
  bonus_amount bigint not null default 0 check (bonus_amount between 0 and amount),
  bonus_captured bigint not null default 0 check (bonus_captured between 0 and captured),
  bonus_released bigint not null default 0 check (bonus_released between 0 and released),
  status integer not null default 0 check (status between 0 and 3),
  biz_type text not null,
  biz_id bigint,
  biz_no text,
  expire_time timestamptz,
  create_time timestamptz not null,
  update_time timestamptz not null,
  constraint fin_hold_not_exceeded check (captured + released <= amount),
  constraint fin_hold_bonus_not_exceeded check (bonus_captured + bonus_released <= bonus_amount),
  constraint fin_hold_status_true check ((status = 0) = (captured + released < amount))
) with (fillfactor = 80);
create index fin_hold_open on fin_hold (user_id, account_kind) where status = 0;
create index fin_hold_due on fin_hold (expire_time) where status = 0 and expire_time is not null;
create index fin_hold_business on fin_hold (biz_type, biz_id);
create trigger hold_change before insert or update on fin_hold for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
create trigger hold_delete before delete on fin_hold for each row execute function fin_refuse();
create trigger hold_truncate before truncate on fin_hold for each statement execute function fin_refuse();

-- The ends of chains: each journal is linked to the one before it in one of its tenant's chains (fin_chain_link). A transaction takes
-- a chain that no other holds, so there are as many as transactions at once. The proofs of the books are one chain, of tenant '*'.
create sequence fin_chain_slot as integer;
create table fin_chain (
  tenant_id text not null,
  slot integer not null,
  journals bigint not null default 0 check (journals >= 0),
  head bytea not null default '',
  primary key (tenant_id, slot)
) with (fillfactor = 50);
create trigger chain_change before update or delete on fin_chain for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();

create table fin_journal (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  journal_no text not null constraint fin_journal_no_unique unique,
  event_code text not null,
  biz_type text not null,
  biz_id bigint,
  biz_no text,
  idem_key text not null,
  -- Digest of the request: distinguishes a repetition from another request with the same key.
  fingerprint text not null,
  currency text not null,
  total_amount bigint not null check (total_amount > 0),
  bonus_amount bigint not null default 0 check (bonus_amount between 0 and total_amount),
  reversal_of bigint references fin_journal (id),
  hold_id bigint references fin_hold (id) deferrable initially deferred,
  operator_id bigint not null,
  operator_name text not null,
  approver_id bigint,
  reason text,
  voucher_attach_ids jsonb not null default '[]',
  create_time timestamptz not null,
  chain_slot integer not null,
  chain_no bigint not null check (chain_no > 0),
  hash bytea not null,
  constraint fin_journal_idempotency_unique unique (tenant_id, idem_key)
);
create index fin_journal_reversal on fin_journal (reversal_of) where reversal_of is not null;
create index fin_journal_hold on fin_journal (hold_id) where hold_id is not null;
create index fin_journal_time on fin_journal using brin (create_time);
create index fin_journal_business on fin_journal (biz_type, biz_id) where biz_id is not null;
create trigger journal_frozen before update or delete on fin_journal for each row execute function fin_refuse();
create trigger journal_truncate before truncate on fin_journal for each statement execute function fin_refuse();
create trigger journal_insert before insert on fin_journal for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
alter table fin_journal enable always trigger journal_frozen;
alter table fin_journal enable always trigger journal_truncate;
alter table fin_journal enable always trigger journal_insert;

-- No foreign key to fin_journal: the check of every inserted set (below) proves more and costs one look-up per journal.
create table fin_entry (
  journal_id bigint not null,
  seq integer not null check (seq > 0),
  create_time timestamptz not null,
  tenant_id text not null,
  account_code text not null,
  owner_user_id bigint,
  wallet_kind integer check (wallet_kind between 1 and 7),
  currency text not null,
  direction integer not null check (direction in (1, 2)),
  amount bigint not null check (amount > 0),
  -- Of the user's wallet; platform accounts have no balance row, hence none here.
  balance_before bigint check (balance_before >= 0),
  balance_after bigint check (balance_after >= 0),
  hash bytea,
  primary key (journal_id, seq, create_time),
  constraint fin_entry_wallet_complete check (
    num_nulls(owner_user_id, wallet_kind, balance_before, balance_after, hash) in (0, 5)
  ),
  constraint fin_entry_arithmetic check (
    owner_user_id is null
    or balance_after = balance_before + case when (direction = 2) = (wallet_kind <> 6) then amount else -amount end
  )
) partition by range (create_time);
create index fin_entry_account on fin_entry (account_code, journal_id, seq);
-- Every partition has these too: see kernel_guard_partition.
create trigger entry_frozen before update or delete on fin_entry for each row execute function fin_refuse();
create trigger entry_insert before insert on fin_entry for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
create trigger entry_whole after insert on fin_entry referencing new table as new_entries
  for each statement execute function fin_check_entries();
create trigger entry_truncate before truncate on fin_entry for each statement execute function fin_refuse();
alter table fin_entry enable always trigger entry_frozen;
alter table fin_entry enable always trigger entry_insert;
alter table fin_entry enable always trigger entry_whole;
alter table fin_entry enable always trigger entry_truncate;

create table finance_log (
  id bigint generated always as identity,
  tenant_id text not null,
  log_no text not null,
  journal_id bigint not null,
  journal_no text not null,
  user_id bigint not null,
  user_name text not null,
  user_type integer not null check (user_type between 1 and 4),
  owner_path text not null,
  wallet_kind integer not null check (wallet_kind between 1 and 7),
  finance_type integer not null check (finance_type between 1 and 18),
  direction integer not null check (direction in (1, 2)),
  amount bigint not null check (amount > 0),
  before_amount bigint not null check (before_amount >= 0),
  after_amount bigint not null check (after_amount >= 0),
  currency text not null,
  event_code text not null,
  biz_type text not null,
  biz_id bigint,
  biz_no text,
  operator_id bigint not null,
  operator_name text not null,
  remark text,
  create_time timestamptz not null,
  primary key (id, create_time)
) partition by range (create_time);
create index finance_log_user on finance_log (user_id, id desc);
create index finance_log_owner on finance_log (owner_path text_pattern_ops, id desc);
create index finance_log_journal on finance_log (journal_no);
-- Search keys of a movement: its number, that of its order or task, a part of the user's name.
create index finance_log_no on finance_log (log_no);
create index finance_log_business on finance_log (biz_no) where biz_no is not null;
create index finance_log_business_tail on finance_log (reverse(biz_no) text_pattern_ops) where biz_no is not null;
create index finance_log_user_name on finance_log using gin (user_name gin_trgm_ops);
create index finance_log_time on finance_log using brin (create_time);
create trigger log_remark before update on finance_log for each row execute function fin_log_remark_only();
create trigger log_delete before delete on finance_log for each row execute function fin_refuse();
create trigger log_truncate before truncate on finance_log for each statement execute function fin_refuse();
create trigger log_insert before insert on finance_log for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
alter table finance_log enable always trigger log_remark;
alter table finance_log enable always trigger log_delete;
alter table finance_log enable always trigger log_truncate;
alter table finance_log enable always trigger log_insert;

-- Verdicts of the nightly proof. A bad last verdict freezes withdrawals.
create table fin_proof (
  id bigint generated always as identity primary key,
  ok integer not null check (ok in (0, 1)),
  mismatches jsonb not null default '[]',
  -- Of all; the first 200 are kept.
  mismatch_count integer not null default 0 check (mismatch_count >= 0),
  journal_count integer not null check (journal_count >= 0),
  duration_ms integer not null check (duration_ms >= 0),
  operator_name text not null,
  -- The ends of all chains after this journal, digested; none before the first journal.
  last_journal_id bigint,
  root text,
  create_time timestamptz not null default now(),
  hash bytea
);
create trigger proof_seal before insert on fin_proof for each row execute function fin_proof_seal();

-- Figures of a tenant's day, at its close and now.
create table fin_day (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  day date not null,
  result integer not null check (result in (0, 1)),
  change integer not null default 0 check (change in (0, 1)),
  difference_count integer not null default 0 check (difference_count >= 0),
  recharged bigint not null,
  withdrawn bigint not null,
  sold bigint not null,
  refunded bigint not null,
  closing bigint not null,
  currency text not null,
  change_time timestamptz,
  remark text,
  closed jsonb not null,
  current jsonb not null,
  -- The newest journal that was looked at: a later one of an earlier time is a late correction.
  last_journal_id bigint not null,
  like audited_row including defaults
);
create unique index fin_day_day_unique on fin_day (tenant_id, day) where deleted_at is null;

-- Each person's adjustments of their latest day: by user, and under user 0 all together.
create table fin_adjust_day (
  tenant_id text not null,
  operator_id bigint not null,
  user_id bigint not null,
  day date not null,
  amount bigint not null,
  primary key (tenant_id, operator_id, user_id)
);

-- Both sides of every movement between two wallets that the users see as a transfer.
create view fin_transfer as
select
  source.journal_id as id,
  source.tenant_id,
  source.journal_no as transfer_no,
  source.event_code,
  source.finance_type,
  source.user_id as from_user_id,
  source.user_name as from_user_name,
  source.wallet_kind as from_wallet,
  source.owner_path as from_owner_path,
  target.user_id as to_user_id,
  target.user_name as to_user_name,
  target.wallet_kind as to_wallet,
  target.owner_path as to_owner_path,
  source.amount,
  source.currency,
  source.operator_name,
  source.create_time
from finance_log source
-- The lines of a journal have one time: with it, one month is looked into.
join finance_log target on target.journal_no = source.journal_no and target.create_time = source.create_time and target.direction = 1
where source.direction = 2 and source.event_code in ('TRANSFER', 'ALLOCATE', 'RECLAIM');
