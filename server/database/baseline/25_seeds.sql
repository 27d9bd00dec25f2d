-- Seed numbers: numbers of the platform and of panel members that are added to message orders to audit delivery.

-- The pool. channel: 1 WhatsApp, 2 Telegram, 3 SMS. owner_kind: 1 platform, 2 panel member.
-- status: 0 disabled, 1 available, 2 in use (has open tasks), 3 invalid.
create table sed_number (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  e164 bigint not null check (e164 between 1000000 and 999999999999999),
  country_code text not null,
  channel integer not null default 1 check (channel between 1 and 3),
  owner_kind integer not null default 1 check (owner_kind in (1, 2)),
  app_user_id bigint,
  consent_id bigint,
  network text,
  daily_limit integer not null default 5 check (daily_limit between 1 and 100),
  -- Uses on the last day it was used, by the days of the tenant.
  used_day date,
  used_count integer not null default 0 check (used_count >= 0),
  last_used_time timestamptz,
  status integer not null default 1 check (status between 0 and 3),
  remark text,
  like audited_row including defaults,
  constraint sed_number_member check ((owner_kind = 2) = (app_user_id is not null))
) with (fillfactor = 80);
create unique index sed_number_channel_e164_unique on sed_number (tenant_id, channel, e164) where deleted_at is null;
create index sed_number_list on sed_number (tenant_id, id desc);
create index sed_number_number on sed_number (e164);
create index sed_number_ending on sed_number ((e164 % 10000));
create index sed_number_choice on sed_number (tenant_id, channel, country_code) where status in (1, 2) and deleted_at is null;

-- One use of a seed number in one order. order_type: 1 WhatsApp, 2 Telegram, 3 SMS. status: 0 planned, 1 in progress, 2 reported,
-- 3 approved, 4 rejected, 5 timed out, 6 cancelled. provider_status: as line_status. reported_status: 0 none, 1 received, 2 not received,
-- 3 other content. match_result: 1 match, 2 provider false, 3 member false, 4 late, 5 undecidable. reward_status: 0 unpaid, 1 paid,
-- 2 reversed. appeal_status: 0 none, 1 filed, 2 won, 3 refused.
create table sed_task (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  task_no text not null constraint sed_task_no unique,
  order_type integer not null default 1 check (order_type between 1 and 3),
  order_id bigint,
  order_no text not null,
  embedded_number_id bigint not null references sed_number (id),
  e164 bigint not null,
  country_code text not null,
  owner_kind integer not null check (owner_kind in (1, 2)),
  app_user_id bigint,
  app_user_name text,
  provider_id bigint,
  expected_template text,
  expected_sender text,
  dispatch_time timestamptz,
  due_time timestamptz,
  provider_status integer check (provider_status between 0 and 9),
  reported_status integer not null default 0 check (reported_status between 0 and 3),
  received_time timestamptz,
  report_time timestamptz,
  reporter bigint,
  reporter_name text,
  report_remark text,
  evidence jsonb not null default '[]',
  match_result integer check (match_result between 1 and 5),
  is_cheat integer not null default 0 check (is_cheat in (0, 1)),
  is_approval integer not null default 0 check (is_approval in (0, 1)),
  reward bigint not null check (reward >= 0),
  reward_status integer not null default 0 check (reward_status between 0 and 2),
  reward_time timestamptz,
  -- What the approval paid or offset against the debt of the member.
  reward_paid bigint not null check (reward_paid >= 0),
  status integer not null default 0 check (status between 0 and 6),
  reviewer_id bigint,
  reviewer_name text,
  review_time timestamptz,
  review_remark text,
  cheat_reason text,
  cheat_evidence jsonb not null default '[]',
  cheat_user bigint,
  cheat_user_name text,
  cheat_time timestamptz,
  case_id bigint,
  case_no text,
  appeal_status integer not null default 0 check (appeal_status between 0 and 3),
  appeal_until timestamptz,
  appeal_reason text,
  appeal_time timestamptz,
  appeal_decision text,
  appeal_decider_name text,
  appeal_decision_time timestamptz,
  remark text,
  like audited_row including defaults,
  constraint sed_task_member check ((owner_kind = 2) = (app_user_id is not null)),
  constraint sed_task_flags check (is_cheat = 0 or is_approval = 0),
  constraint sed_task_approved check ((status = 3) = (is_approval = 1)),
  constraint sed_task_dispatched check (status in (0, 6) or (dispatch_time is not null and due_time is not null)),
  constraint sed_task_reported check ((reported_status = 0) = (report_time is null)),
  constraint sed_task_rewarded check ((reward_status = 1) = (reward_paid > 0))
) with (fillfactor = 80);
-- An order uses a seed number once.
create unique index sed_task_order on sed_task (order_id, e164) where order_id is not null and deleted_at is null;
create index sed_task_list on sed_task (tenant_id, id desc);
create index sed_task_state on sed_task (tenant_id, status, id desc);
create index sed_task_tail on sed_task (reverse(task_no) text_pattern_ops);
create index sed_task_order_no on sed_task (order_no);
create index sed_task_number on sed_task (e164);
create index sed_task_ending on sed_task ((e164 % 10000));
create index sed_task_seed on sed_task (embedded_number_id, report_time desc);
create index sed_task_open on sed_task (embedded_number_id) where status in (0, 1);
create index sed_task_provider on sed_task (provider_id, dispatch_time) where provider_id is not null;
create index sed_task_false on sed_task (dispatch_time) where match_result = 2;
create index sed_task_due on sed_task (due_time) where status = 1;
create index sed_task_member on sed_task (app_user_id, id desc) where app_user_id is not null;
create index sed_task_reward on sed_task (tenant_id, app_user_id, reward_time) where reward_status = 1;

-- Rewards that were taken back from members whose balance was too low; deducted from their next rewards.
create table sed_debt (
  tenant_id text not null,
  app_user_id bigint not null,
  amount bigint not null default 0 check (amount >= 0),
  update_time timestamptz not null default now(),
  primary key (tenant_id, app_user_id)
);

-- Providers with too many false receipts on a day of the tenant; staff are notified once.
create table sed_provider_day (
  tenant_id text not null,
  provider_id bigint not null,
  day date not null,
  seeds integer not null check (seeds > 0),
  false_count integer not null check (false_count between 1 and seeds),
  create_time timestamptz not null default now(),
  primary key (tenant_id, provider_id, day)
);
