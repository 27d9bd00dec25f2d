-- Compliance: numbers that are never checked, messaged or exported, and declarations of the source of customers' lists.

-- A suppressed number, known by its digest only. scope: 1 platform, 2 tenant, 3 an owner and the users below.
-- channel: 0 all, else a business type. reason: 1 opt-out, 2 complaint, 3 regulator, 4 legal, 5 wrong number, 6 ported,
-- 7 by hand. status: 1 in force, 2 removed.
create table cmp_suppression (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  -- The first 8 bytes of the digest, which lists are matched by; the whole digest confirms a match.
  number_key bigint not null,
  number_hash bytea not null check (length(number_hash) = 32),
  -- Masked.
  number text not null,
  scope integer not null default 2 check (scope between 1 and 3),
  owner_id bigint,
  owner_name text,
  channel integer not null default 0 check (channel between 0 and 3),
  reason integer not null default 7 check (reason between 1 and 7),
  source_ref text,
  effective_time timestamptz,
  expire_time timestamptz,
  status integer not null check (status in (1, 2)),
  remove_reason text,
  like audited_row including defaults,
  constraint cmp_suppression_owner check ((scope = 3) = (owner_id is not null)),
  constraint cmp_suppression_platform check (scope <> 1 or tenant_id = '000000'),
  constraint cmp_suppression_effective check (effective_time is not null),
  -- Opt-outs and entries of a regulator never expire.
  constraint cmp_suppression_expiry check (reason not in (1, 3) or expire_time is null)
);
create unique index cmp_suppression_number on cmp_suppression
  (number_key, tenant_id, scope, channel, reason, owner_id, number_hash) nulls not distinct where status = 1;
create index cmp_suppression_list on cmp_suppression (tenant_id, id desc) where deleted_at is null;
create index cmp_suppression_source on cmp_suppression (tenant_id, source_ref, id desc) where source_ref is not null and deleted_at is null;
create index cmp_suppression_reason on cmp_suppression (tenant_id, reason, id desc) where deleted_at is null;
create trigger suppression_fixed before update or delete on cmp_suppression for each row when (old.reason = 3)
  execute function cmp_keep_regulator();
create trigger suppression_truncate before truncate on cmp_suppression for each statement execute function cmp_keep_regulator();

-- Numbers of an import before they are merged into the list; rows of unfinished imports are written anew.
create unlogged table cmp_suppression_stage (
  task_no text not null,
  line_no integer not null,
  number_key bigint not null,
  number_hash bytea not null,
  number text not null,
  primary key (task_no, line_no)
);

-- A declaration of an owner about the source of its lists. channels: sum of 1 WhatsApp, 2 Telegram, 4 SMS.
-- status: 0 in review, 1 valid, 2 expired, 3 rejected.
create table cmp_consent (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  consent_no text not null constraint cmp_consent_no unique,
  owner_id bigint not null,
  owner_name text not null,
  list_source integer not null default 1 check (list_source between 1 and 4),
  collect_method text not null,
  scope_channels integer not null default 7 check (scope_channels between 0 and 7),
  sample_proof_attach_ids jsonb not null default '[]',
  is_agreed integer not null check (is_agreed in (0, 1)),
  text_version text not null,
  agreed_time timestamptz not null,
  agreed_ip text not null,
  agreed_user_id bigint not null,
  agreed_user_name text not null,
  -- The last valid day.
  valid_until date,
  status integer not null check (status between 0 and 3),
  audit_user bigint,
  audit_user_name text,
  audit_time timestamptz,
  reject_reason text,
  like audited_row including defaults,
  constraint cmp_consent_year check (valid_until <= (agreed_time + interval '1 year 1 day')::date)
);
create index cmp_consent_of on cmp_consent (tenant_id, owner_id, id desc);
create index cmp_consent_tail on cmp_consent (reverse(consent_no) text_pattern_ops);
create index cmp_consent_state on cmp_consent (tenant_id, status, create_time);
create index cmp_consent_valid on cmp_consent (valid_until) where status = 1;

-- When recipients are not written to, in their local time. country_code: * for all. channel: 0 all, else a business type.
-- applies_to: 1 marketing, 2 all messages.
create table cmp_quiet_hours (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  country_code text not null,
  channel integer not null default 0 check (channel between 0 and 3),
  applies_to integer not null default 1 check (applies_to in (1, 2)),
  start_time text not null default '20:00',
  end_time text not null default '08:00',
  weekends_off integer not null default 0 check (weekends_off in (0, 1)),
  off_dates jsonb,
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults,
  constraint cmp_quiet_hours_time check (start_time <> end_time)
);
create unique index cmp_quiet_hours_country_code_channel_applies_to_unique on cmp_quiet_hours
  (tenant_id, country_code, channel, applies_to) where deleted_at is null;

-- How often one recipient may be written to.
create table cmp_frequency (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  channel integer not null default 0 check (channel between 0 and 3),
  applies_to integer not null default 1 check (applies_to in (1, 2)),
  window_hours integer not null default 24 check (window_hours between 1 and 2160),
  most_messages integer not null default 1 check (most_messages between 1 and 100),
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults
);
create unique index cmp_frequency_channel_applies_to_window_hours_unique on cmp_frequency
  (tenant_id, channel, applies_to, window_hours) where deleted_at is null;

-- When a recipient was last written to, of all channels: the newest messages with channel and purpose. The number is known by
-- its digest only.
create table cmp_contact (
  tenant_id text not null,
  number_key bigint not null,
  times timestamptz[] not null,
  channels smallint[] not null,
  marketing boolean[] not null,
  last_time timestamptz not null,
  primary key (tenant_id, number_key),
  constraint cmp_contact_same check (cardinality(times) = cardinality(channels) and cardinality(times) = cardinality(marketing))
) with (fillfactor = 80);
create index cmp_contact_last on cmp_contact (last_time);

-- A complaint, fraud or request of a regulator. case_type: 1 complaint, 2 fraud, 3 chargeback, 4 unusual export, 5 regulator.
-- status: 0 to handle, 1 in progress, 2 closed, 3 appealed, 4 decision upheld, 5 decision overturned. owner: the agent concerned.
create table cmp_case (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  case_no text not null constraint cmp_case_no unique,
  case_type integer not null default 1 check (case_type between 1 and 5),
  owner_id bigint,
  owner_name text,
  -- Masked.
  number text,
  is_suppressed integer not null default 1 check (is_suppressed in (0, 1)),
  content text not null,
  evidence jsonb,
  status integer not null check (status between 0 and 5),
  handler_name text,
  decision text,
  decider bigint,
  decider_name text,
  close_time timestamptz,
  appeal_until timestamptz,
  appeal_reason text,
  appeal_time timestamptz,
  appeal_decision text,
  appeal_decider_name text,
  like audited_row including defaults,
  constraint cmp_case_decided check (status < 2 or decision is not null)
);
create index cmp_case_tail on cmp_case (reverse(case_no) text_pattern_ops);
create index cmp_case_state on cmp_case (tenant_id, status, create_time);
create index cmp_case_owner on cmp_case (owner_id, id desc) where owner_id is not null;
