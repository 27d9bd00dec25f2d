-- Senders of text messages: their registration, leases and use.

-- A sender address that goes out through one provider. phone_no: +digits, a short code, or letters. sender_type: 1 long number, 2 short
-- code, 3 letters, 4 toll-free. capability: sum of 1 send, 2 receive, 4 long texts. registration_status: 0 not required, 1 to be
-- submitted, 2 under review, 3 registered, 4 rejected. route_type: 1 direct, 2 local, 3 international. owner_type: 1 shared, 2 exclusive.
-- inbox_mode: 1 discard, 2 conversation. status: 0 disabled, 1 usable, 2 awaiting registration, 3 frozen, 4 expired.
create table sms_phone (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  phone_no text not null,
  -- Digits, or letters in capitals, as texts to it name it.
  phone_key text not null,
  sender_type integer not null default 1 check (sender_type between 1 and 4),
  country_code text not null,
  capability integer not null default 7 check (capability between 0 and 7),
  provider_id bigint not null references prv_provider (id),
  route_type integer not null default 1 check (route_type between 1 and 3),
  registration_status integer not null default 0 check (registration_status between 0 and 4),
  registration_no text,
  -- Links of its papers.
  reg_attach_ids jsonb not null default '[]',
  registration_reason text,
  -- Who submitted the papers: another person decides.
  submit_user bigint,
  registration_time timestamptz,
  registration_user_name text,
  owner_type integer not null default 1 check (owner_type in (1, 2)),
  -- The agent that uses it alone, by a lease or an assignment.
  agent_id bigint,
  agent_name text,
  owner_path text,
  monthly_price bigint check (monthly_price >= 0),
  -- The present lease: who pays for it, its first and last day and the paid months.
  lease_no text,
  lease_owner_id bigint,
  lease_start date,
  lease_end date,
  lease_months integer not null default 0 check (lease_months >= 0),
  auto_renew integer not null default 0 check (auto_renew in (0, 1)),
  -- Why it could not renew itself: as agt_lease.
  problem integer check (problem between 1 and 5),
  attempt_time timestamptz,
  reminded_days integer,
  quarantine_until date,
  -- Parts of texts a day; 0 for no limit.
  daily_limit integer not null default 10000 check (daily_limit >= 0),
  rate_per_second integer not null default 10 check (rate_per_second between 1 and 10000),
  inbox_mode integer not null default 2 check (inbox_mode in (1, 2)),
  frozen_reason text,
  status integer not null default 1 check (status between 0 and 4),
  remark text,
  like audited_row including defaults,
  constraint sms_phone_agent check (agent_id is null or (owner_type = 2 and owner_path is not null)),
  constraint sms_phone_lease check ((lease_no is null) = (lease_end is null) and (lease_no is null or agent_id is not null)),
  constraint sms_phone_lease_end check (lease_no is null or lease_end = (lease_start + make_interval(months => lease_months))::date)
) with (fillfactor = 80);
create unique index sms_phone_address_unique on sms_phone (tenant_id, provider_id, phone_key, country_code) where deleted_at is null;
create index sms_phone_list on sms_phone (tenant_id, id desc);
create index sms_phone_key on sms_phone (provider_id, phone_key) where deleted_at is null;
create index sms_phone_agent on sms_phone (agent_id) where agent_id is not null;
create index sms_phone_path on sms_phone (tenant_id, owner_path text_pattern_ops) where owner_path is not null;
create index sms_phone_leased on sms_phone (lease_end) where lease_no is not null;
create index sms_phone_resting on sms_phone (quarantine_until) where quarantine_until is not null;

-- Every paid month of every lease: no month is charged twice.
create table sms_phone_month (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  owner_name text not null,
  phone_id bigint not null references sms_phone (id),
  lease_no text not null,
  -- From 1 on.
  month_no integer not null check (month_no > 0),
  from_date date not null,
  until_date date not null,
  amount bigint not null check (amount >= 0),
  is_auto integer not null check (is_auto in (0, 1)),
  -- None if it was free.
  journal_id bigint,
  like audited_row including defaults,
  constraint sms_phone_month_once unique (tenant_id, lease_no, month_no)
);
create index sms_phone_month_phone on sms_phone_month (phone_id, id desc);
-- Spending limits sum a buyer's spending of this month.
create index sms_phone_month_owner on sms_phone_month (owner_id, create_time);
create index sms_phone_month_path on sms_phone_month (tenant_id, owner_path text_pattern_ops, id);
create index sms_phone_month_time on sms_phone_month (create_time);

-- Use of a sender by days of the tenant: the daily limit, and the rates of seven days. texts: messages; parts: their parts.
create table sms_phone_day (
  phone_id bigint not null references sms_phone (id),
  day date not null,
  texts integer not null default 0 check (texts >= 0),
  parts integer not null default 0 check (parts >= 0),
  delivered integer not null default 0 check (delivered >= 0),
  failed integer not null default 0 check (failed >= 0),
  opt_outs integer not null default 0 check (opt_outs >= 0),
  -- The time up to which the rate of the sender is used up, by all its tasks.
  busy_until timestamptz not null default now(),
  primary key (phone_id, day)
) with (fillfactor = 50);
create index sms_phone_day_day on sms_phone_day (day);

-- A target of short links in the texts of one task. Nothing is known about who opens them.
create table sms_link (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  task_id bigint not null,
  target text not null,
  expire_time timestamptz not null,
  create_time timestamptz not null default now(),
  constraint sms_link_once unique (tenant_id, task_id, target)
);
create index sms_link_expired on sms_link (expire_time);

-- The short link of one line.
create table sms_link_code (
  code text primary key check (code ~ '^[0-9A-Za-z]{8}$'),
  link_id bigint not null references sms_link (id) on delete cascade,
  line_no integer not null,
  opens integer not null default 0 check (opens >= 0),
  constraint sms_link_code_once unique (link_id, line_no)
) with (fillfactor = 80);
