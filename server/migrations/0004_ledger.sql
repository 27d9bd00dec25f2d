-- replaces: 4ea79fafe9bffbb57b50a6642184a5be55af26191648193ad6055ee890ca5c56
-- The ledger: wallets, journals, entries, holds and the finance log.
--
-- What the database itself promises, whoever is connected:
--   * a wallet is never below zero;
--   * a journal and its entries are written together, sum to zero, and are never changed or removed;
--   * a balance moves only inside fin_post(), never by a plain UPDATE;
--   * one idempotency key of a tenant is one journal.

create table fin_wallet (
  user_id bigint not null,
  kind integer not null check (kind between 1 and 7),
  currency text not null,
  tenant_id text not null,
  user_type integer not null,
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
  create_time timestamptz not null default now(),
  primary key (user_id, kind, currency)
) with (fillfactor = 60); -- room on the page, so that a posting stays a heap-only update

comment on column fin_wallet.kind is '1 balance, 2 hold, 3 brokerage, 4 brokerage hold, 5 rebate pending, 6 rebate debt, 7 bonus';

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
  -- The part of each figure that came from, or went back to, the bonus wallet.
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

create table fin_journal (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  journal_no text not null constraint fin_journal_no_unique unique,
  event_code text not null,
  biz_type text not null,
  biz_id bigint,
  biz_no text,
  idem_key text not null,
  -- Digest of what was asked for: tells a repeated request from another one under the same key.
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
  constraint fin_journal_idempotency_unique unique (tenant_id, idem_key)
);

create index fin_journal_reversal on fin_journal (reversal_of) where reversal_of is not null;
create index fin_journal_hold on fin_journal (hold_id) where hold_id is not null;
create index fin_journal_business on fin_journal (biz_type, biz_id);
create index fin_journal_time on fin_journal using brin (create_time);

-- No foreign key to fin_journal: the check of every inserted set (below) proves more and costs one look-up per journal.
create table fin_entry (
  journal_id bigint not null,
  seq integer not null check (seq > 0),
  create_time timestamptz not null,
  tenant_id text not null,
  account_code text not null,
  owner_user_id bigint,
  wallet_kind integer,
  currency text not null,
  direction integer not null check (direction in (1, 2)),
  amount bigint not null check (amount > 0),
  -- Of the user's wallet; platform accounts have no balance row, hence none here.
  balance_before bigint check (balance_before >= 0),
  balance_after bigint check (balance_after >= 0),
  primary key (journal_id, seq, create_time),
  constraint fin_entry_wallet_complete check (
    num_nulls(owner_user_id, wallet_kind, balance_before, balance_after) in (0, 4)
  ),
  constraint fin_entry_arithmetic check (
    owner_user_id is null
    or balance_after = balance_before + case when (direction = 2) = (wallet_kind <> 6) then amount else -amount end
  )
) partition by range (create_time);

create index fin_entry_account on fin_entry (account_code, journal_id, seq);

comment on column fin_entry.direction is '1 debit, 2 credit';

create table finance_log (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  log_no text not null,
  journal_id bigint not null,
  journal_no text not null,
  user_id bigint not null,
  user_name text not null,
  user_type integer not null,
  owner_path text not null,
  wallet_kind integer not null,
  finance_type integer not null,
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
  create_time timestamptz not null
);

create index finance_log_user on finance_log (user_id, id desc);
create index finance_log_owner on finance_log (owner_path text_pattern_ops, id desc);
create index finance_log_journal on finance_log (journal_no);
create index finance_log_time on finance_log using brin (create_time);

comment on column finance_log.direction is '1 in, 2 out: seen from the wallet, so a growing rebate debt is 1';

-- Both sides of every movement between two wallets that the users see as a transfer.
create view fin_transfer as
select
  source.journal_id as id,
  source.tenant_id,
  source.journal_no as transfer_no,
  source.event_code,
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
  1 as status,
  source.create_time
from finance_log source
join finance_log target on target.journal_no = source.journal_no and target.direction = 1
where source.direction = 2 and source.event_code in ('TRANSFER', 'ALLOCATE', 'RECLAIM');

-- Verdicts of the nightly proof. A bad last verdict freezes withdrawals.
create table fin_proof (
  id bigint generated always as identity primary key,
  ok integer not null check (ok in (0, 1)),
  mismatches jsonb not null default '[]',
  journal_count bigint not null,
  duration_ms integer not null,
  operator_name text not null,
  create_time timestamptz not null default now()
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Guards

create function fin_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'LEDGER_READONLY: % on % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function fin_refuse_outside() returns trigger language plpgsql as $$
begin
  raise exception 'LEDGER_READONLY: % on % happens only inside fin_post()', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

-- Every set of entries written by one statement must be whole journals: numbered from 1, of the journal's time and
-- tenant, debits = credits = the journal's total. The primary key then refuses any later addition to a journal.
create function fin_check_entries() returns trigger language plpgsql as $$
declare
  bad bigint;
begin
  select e.journal_id into bad
  from new_entries e
  left join fin_journal j on j.id = e.journal_id and j.create_time = e.create_time and j.tenant_id = e.tenant_id
    and j.currency = e.currency
  group by e.journal_id
  having count(j.id) <> count(*)
    or min(e.seq) <> 1 or max(e.seq) <> count(*)
    or sum(e.amount) filter (where e.direction = 1) is distinct from max(j.total_amount)
    or sum(e.amount) filter (where e.direction = 2) is distinct from max(j.total_amount)
  limit 1;
  if found then
    raise exception 'LEDGER_UNBALANCED: journal % is not whole or does not sum to zero', bad
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function fin_log_remark_only() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'remark' is distinct from to_jsonb(old) - 'remark' then
    raise exception 'LEDGER_READONLY: only the remark of % may change', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Statement triggers are not inherited, so a partition written to directly needs its own.
create function fin_guard_entries(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger entry_insert before insert on %s for each statement
       when (current_setting(''ledger.posting'', true) is distinct from ''on'') execute function fin_refuse_outside()', target);
  execute format(
    'create trigger entry_whole after insert on %s referencing new table as new_entries
       for each statement execute function fin_check_entries()', target);
  execute format(
    'create trigger entry_truncate before truncate on %s for each statement execute function fin_refuse()', target);
  execute format('alter table %s enable always trigger entry_insert', target);
  execute format('alter table %s enable always trigger entry_whole', target);
  execute format('alter table %s enable always trigger entry_truncate', target);
end $$;

-- Row triggers are cloned to every partition.
create trigger entry_frozen before update or delete on fin_entry for each row execute function fin_refuse();
alter table fin_entry enable always trigger entry_frozen;
select fin_guard_entries('fin_entry');

create trigger journal_frozen before update or delete on fin_journal for each row execute function fin_refuse();
create trigger journal_truncate before truncate on fin_journal for each statement execute function fin_refuse();
create trigger journal_insert before insert on fin_journal for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
alter table fin_journal enable always trigger journal_frozen;
alter table fin_journal enable always trigger journal_truncate;
alter table fin_journal enable always trigger journal_insert;

create trigger log_remark before update on finance_log for each row execute function fin_log_remark_only();
create trigger log_delete before delete on finance_log for each row execute function fin_refuse();
create trigger log_truncate before truncate on finance_log for each statement execute function fin_refuse();
create trigger log_insert before insert on finance_log for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
alter table finance_log enable always trigger log_remark;
alter table finance_log enable always trigger log_delete;
alter table finance_log enable always trigger log_truncate;
alter table finance_log enable always trigger log_insert;

create trigger wallet_insert before insert on fin_wallet for each row
  when (new.balance <> 0 or new.recharged <> 0 or new.consumed <> 0 or new.withdrawn <> 0)
  execute function fin_refuse_outside();
create trigger wallet_balance before update of balance, recharged, consumed, withdrawn on fin_wallet for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
create trigger wallet_identity before update on fin_wallet for each row
  when (old.user_id <> new.user_id or old.kind <> new.kind or old.currency <> new.currency or old.tenant_id <> new.tenant_id)
  execute function fin_refuse();
create trigger wallet_delete before delete on fin_wallet for each row execute function fin_refuse();
create trigger wallet_truncate before truncate on fin_wallet for each statement execute function fin_refuse();

create trigger hold_change before insert or update on fin_hold for each statement
  when (current_setting('ledger.posting', true) is distinct from 'on') execute function fin_refuse_outside();
create trigger hold_delete before delete on fin_hold for each row execute function fin_refuse();
create trigger hold_truncate before truncate on fin_hold for each statement execute function fin_refuse();

-- ---------------------------------------------------------------------------------------------------------------------
-- Partitions of fin_entry

-- Creates the monthly partitions from `first_month` to `month_count` months later that do not exist yet.
create function fin_ensure_partitions(first_month date, month_count integer) returns integer language plpgsql as $$
declare
  start_day date;
  partition_name text;
  created integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('fin_ensure_partitions'));
  for position in 0 .. month_count - 1 loop
    start_day := (date_trunc('month', first_month) + make_interval(months => position))::date;
    partition_name := 'fin_entry_' || to_char(start_day, 'YYYY_MM');
    continue when to_regclass(partition_name) is not null;
    -- Bounds with an explicit zone: months begin at the same instant whatever the session's zone is.
    execute format('create table %I partition of fin_entry for values from (%L) to (%L)', partition_name,
      start_day || ' 00:00:00+00', (start_day + interval '1 month')::date || ' 00:00:00+00');
    perform fin_guard_entries(partition_name::regclass);
    created := created + 1;
  end loop;
  return created;
end $$;

select fin_ensure_partitions((now() - interval '3 months')::date, 16);

-- Catches what no month covers, so that a posting never fails for want of a partition.
create table fin_entry_default partition of fin_entry default;
select fin_guard_entries('fin_entry_default');

-- ---------------------------------------------------------------------------------------------------------------------
-- Posting

-- The answer of a key that has been used: the existing journal, or a conflict when other content was asked for.
-- Null when the key is new.
create function fin_replay(p_tenant text, p_key text, p_fingerprint text) returns jsonb language plpgsql as $$
declare
  j fin_journal;
begin
  select * into j from fin_journal where tenant_id = p_tenant and idem_key = p_key;
  if not found then return null; end if;
  if j.fingerprint <> p_fingerprint then return jsonb_build_object('outcome', 'conflict'); end if;
  return jsonb_build_object(
    'outcome', 'replayed', 'id', j.id::text, 'no', j.journal_no, 'total', j.total_amount::text,
    'bonus', j.bonus_amount::text, 'hold', j.hold_id::text, 'holdNo', (select hold_no from fin_hold where id = j.hold_id),
    'time', extract(epoch from j.create_time) * 1000,
    'entries', (
      select jsonb_agg(jsonb_build_array(account_code, direction, amount::text, balance_before::text, balance_after::text)
        order by seq)
      from fin_entry where journal_id = j.id and create_time = j.create_time
    )
  );
end $$;

-- Posts one journal, or refuses without having changed anything. One call, hence one round trip.
--
-- request: tenant, no, event, bizType, bizId, bizNo, key, fingerprint, currency, total, bonus, reversalOf, operatorId,
--   operatorName, approverId, reason, vouchers, at, financeType,
--   legs: [{ d: 1|2, a: account code, u: user, k: wallet kind, n: amount, s: true to take the bonus wallet first }],
--   openHold: { no, userId, kind, expireTime }, changeHold: { id, captured, released, bonusCaptured, bonusReleased, expired }
-- answer: { outcome: posted | replayed | conflict | short | missing, … }; null when the journal number is taken.
create function fin_post(request jsonb) returns jsonb language plpgsql
  -- Planning anew costs more than any better plan could save: every table is reached by its primary key. Without the
  -- second setting a connection that first posted on an empty database would go on scanning tables as they grow.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_tenant constant text := request ->> 'tenant';
  v_key constant text := request ->> 'key';
  v_fingerprint constant text := request ->> 'fingerprint';
  v_currency constant text := request ->> 'currency';
  v_event constant text := request ->> 'event';
  v_no constant text := request ->> 'no';
  v_biz_type constant text := request ->> 'bizType';
  v_biz_id constant bigint := request ->> 'bizId';
  v_biz_no constant text := request ->> 'bizNo';
  v_operator_id constant bigint := request ->> 'operatorId';
  v_operator_name constant text := request ->> 'operatorName';
  v_reason constant text := request ->> 'reason';
  v_finance_type constant integer := request ->> 'financeType';
  v_total constant bigint := request ->> 'total';
  v_bonus bigint := coalesce((request ->> 'bonus')::bigint, 0);
  v_journal_id bigint;
  v_hold_id bigint := (request #>> '{changeHold,id}')::bigint;
  v_hold_no text := request #>> '{openHold,no}';
  v_time timestamptz := date_trunc('milliseconds', coalesce((request ->> 'at')::timestamptz, clock_timestamp()));
  v_answer jsonb;
  v_entries jsonb := '[]';
  leg record;
  wallet record;
  -- Locked wallets, side by side.
  w_key bigint[] := '{}';
  w_user bigint[] := '{}';
  w_kind integer[] := '{}';
  w_balance bigint[] := '{}';
  w_name text[] := '{}';
  w_type integer[] := '{}';
  w_path text[] := '{}';
  -- Entries, side by side.
  e_account text[] := '{}';
  e_wallet integer[] := '{}';
  e_direction integer[] := '{}';
  e_amount bigint[] := '{}';
  e_before bigint[] := '{}';
  e_after bigint[] := '{}';
  v_wallet integer;
  v_amount bigint;
  v_part bigint;
  v_delta bigint;
  v_account text;
begin
  -- 1. Lock every wallet that may move, in ascending user, then kind.
  for wallet in
    select w.user_id, w.kind, w.balance, w.user_name, w.user_type, w.owner_path, w.posted_time
    from fin_wallet w
    where w.user_id = any (array(select (l ->> 'u')::bigint from jsonb_array_elements(request -> 'legs') l where l ? 'u'))
      and w.kind = any (array(
        select (l ->> 'k')::integer from jsonb_array_elements(request -> 'legs') l where l ? 'k'
        union select 7 from jsonb_array_elements(request -> 'legs') l where l ? 's'))
      and w.currency = v_currency and w.tenant_id = v_tenant
    order by w.user_id, w.kind
    for no key update
  loop
    w_key := w_key || (wallet.user_id * 8 + wallet.kind);
    w_user := w_user || wallet.user_id;
    w_kind := w_kind || wallet.kind;
    w_balance := w_balance || wallet.balance;
    w_name := w_name || wallet.user_name;
    w_type := w_type || wallet.user_type;
    w_path := w_path || wallet.owner_path;
    v_time := greatest(v_time, wallet.posted_time);
  end loop;

  -- 2. Turn legs into entries with the balance before and after; stop at the first wallet that is short.
  for leg in
    select * from jsonb_to_recordset(request -> 'legs') as l (d integer, a text, u bigint, k integer, n bigint, s boolean)
  loop
    if leg.u is null then
      e_account := e_account || leg.a;
      e_wallet := e_wallet || null::integer;
      e_direction := e_direction || leg.d;
      e_amount := e_amount || leg.n;
      e_before := e_before || null::bigint;
      e_after := e_after || null::bigint;
      v_entries := v_entries || jsonb_build_array(jsonb_build_array(leg.a, leg.d, leg.n::text, null, null));
      continue;
    end if;
    v_amount := leg.n;
    -- First the bonus wallet for what it has (only for a leg that says so), then the wallet of the leg.
    for attempt in (case when leg.s then 1 else 2 end) .. 2 loop
      v_wallet := array_position(w_key, leg.u * 8 + case when attempt = 1 then 7 else leg.k end);
      if v_wallet is null then
        if attempt = 1 then continue; end if;
        return jsonb_build_object('outcome', 'missing', 'user', leg.u::text, 'kind', leg.k);
      end if;
      if attempt = 1 then
        v_part := least(w_balance[v_wallet], v_amount);
        v_bonus := v_bonus + v_part;
        v_account := 'u:' || leg.u || ':bonus';
      else
        v_part := v_amount;
        v_account := leg.a;
      end if;
      continue when v_part = 0;
      v_amount := v_amount - v_part;
      v_delta := case when (leg.d = 2) = (w_kind[v_wallet] <> 6) then v_part else -v_part end;
      if w_balance[v_wallet] + v_delta < 0 then
        v_answer := fin_replay(v_tenant, v_key, v_fingerprint);
        return coalesce(v_answer, jsonb_build_object('outcome', 'short', 'user', leg.u::text, 'kind', w_kind[v_wallet],
          'balance', w_balance[v_wallet]::text, 'needed', v_part::text));
      end if;
      e_account := e_account || v_account;
      e_wallet := e_wallet || v_wallet;
      e_direction := e_direction || leg.d;
      e_amount := e_amount || v_part;
      e_before := e_before || w_balance[v_wallet];
      w_balance[v_wallet] := w_balance[v_wallet] + v_delta;
      e_after := e_after || w_balance[v_wallet];
      v_entries := v_entries || jsonb_build_array(jsonb_build_array(v_account, leg.d, v_part::text,
        (w_balance[v_wallet] - v_delta)::text, w_balance[v_wallet]::text));
    end loop;
  end loop;

  -- 3. Claim the key and write, in one statement: this is what a charge costs. Someone else's commit of the same key is
  -- waited for by the unique index; then nothing is written, because everything below hangs on the journal's row.
  if v_hold_no is not null then v_hold_id := nextval('fin_hold_id_seq'); end if;
  with journal as (
    insert into fin_journal (tenant_id, journal_no, event_code, biz_type, biz_id, biz_no, idem_key, fingerprint, currency,
      total_amount, bonus_amount, reversal_of, hold_id, operator_id, operator_name, approver_id, reason,
      voucher_attach_ids, create_time)
    values (v_tenant, v_no, v_event, v_biz_type, v_biz_id, v_biz_no, v_key, v_fingerprint, v_currency,
      v_total, v_bonus, (request ->> 'reversalOf')::bigint, v_hold_id, v_operator_id, v_operator_name,
      (request ->> 'approverId')::bigint, v_reason, coalesce(request -> 'vouchers', '[]'), v_time)
    on conflict do nothing
    returning id
  ), entry as (
    insert into fin_entry (journal_id, seq, create_time, tenant_id, account_code, owner_user_id, wallet_kind, currency,
      direction, amount, balance_before, balance_after)
    select journal.id, i, v_time, v_tenant, e_account[i], w_user[e_wallet[i]], w_kind[e_wallet[i]], v_currency,
      e_direction[i], e_amount[i], e_before[i], e_after[i]
    from journal, generate_subscripts(e_account, 1) i
  ), log as (
    insert into finance_log (tenant_id, log_no, journal_id, journal_no, user_id, user_name, user_type, owner_path,
      wallet_kind, finance_type, direction, amount, before_amount, after_amount, currency, event_code, biz_type, biz_id,
      biz_no, operator_id, operator_name, remark, create_time)
    select v_tenant, v_no || '-' || i, journal.id, v_no, w_user[e_wallet[i]], w_name[e_wallet[i]], w_type[e_wallet[i]],
      w_path[e_wallet[i]], w_kind[e_wallet[i]], v_finance_type, case when e_after[i] > e_before[i] then 1 else 2 end,
      e_amount[i], e_before[i], e_after[i], v_currency, v_event, v_biz_type, v_biz_id, v_biz_no, v_operator_id,
      v_operator_name, v_reason, v_time
    from journal, generate_subscripts(e_account, 1) i
    where e_wallet[i] is not null
  ), wallet as (
    update fin_wallet w
    set balance = x.balance, version = w.version + 1, posted_time = v_time,
      recharged = w.recharged + case when v_finance_type = 1 then x.balance - w.balance else 0 end,
      consumed = w.consumed - case when v_finance_type in (2, 5, 18) then x.balance - w.balance else 0 end,
      withdrawn = w.withdrawn - case when v_finance_type in (8, 9) then x.balance - w.balance else 0 end
    from journal, unnest(w_user, w_kind, w_balance) as x (user_id, kind, balance)
    where w.user_id = x.user_id and w.kind = x.kind and w.currency = v_currency and w.balance <> x.balance
  )
  select id into v_journal_id from journal;
  if v_journal_id is null then
    return fin_replay(v_tenant, v_key, v_fingerprint);
  end if;

  if v_hold_no is not null then
    insert into fin_hold (id, tenant_id, hold_no, user_id, account_kind, currency, amount, bonus_amount, biz_type, biz_id,
      biz_no, expire_time, create_time, update_time)
    overriding system value
    values (v_hold_id, v_tenant, v_hold_no, (request #>> '{openHold,userId}')::bigint,
      (request #>> '{openHold,kind}')::integer, v_currency, v_total, v_bonus, v_biz_type, v_biz_id, v_biz_no,
      (request #>> '{openHold,expireTime}')::timestamptz, v_time, v_time);
  elsif v_hold_id is not null then
    update fin_hold h
    set captured = h.captured + c.captured,
      released = h.released + c.released,
      bonus_captured = h.bonus_captured + c."bonusCaptured",
      bonus_released = h.bonus_released + c."bonusReleased",
      status = case
        when h.captured + c.captured + h.released + c.released < h.amount then 0
        when c.expired then 3
        when h.captured + c.captured = 0 then 2
        else 1
      end,
      update_time = v_time
    from jsonb_to_record(request -> 'changeHold')
      as c (captured bigint, released bigint, "bonusCaptured" bigint, "bonusReleased" bigint, expired boolean)
    where h.id = v_hold_id
    returning h.hold_no into v_hold_no;
  end if;

  return jsonb_build_object('outcome', 'posted', 'id', v_journal_id::text, 'no', v_no, 'total', v_total::text,
    'bonus', v_bonus::text, 'hold', v_hold_id::text, 'holdNo', v_hold_no, 'time', extract(epoch from v_time) * 1000,
    'entries', v_entries);
end $$;
