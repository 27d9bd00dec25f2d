-- Visits of the company's sites, and their daily totals.

-- A row for each visitor, site, day and campaign; partitioned by week, kept for 90 days.
create table src_visit (
  id bigint generated always as identity,
  tenant_id text not null,
  -- In the tenant's time zone.
  day date not null,
  site_code text not null,
  source_type integer not null default 1 check (source_type between 1 and 6),
  referrer_host text,
  landing_path text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  invite_code text,
  hits integer not null check (hits > 0),
  is_new integer not null check (is_new in (0, 1)),
  device integer check (device between 1 and 3),
  browser text,
  os text,
  lang text,
  country_code text,
  ip_trunc text,
  visitor_id text not null,
  session_id text,
  registered_user_id bigint,
  register_time timestamptz,
  first_recharge_time timestamptz,
  like audited_row including defaults,
  primary key (id, day)
) partition by range (day);
create unique index src_visit_visitor on src_visit (tenant_id, day, visitor_id, site_code, coalesce(utm_campaign, ''))
  where deleted_at is null;
create index src_visit_visits on src_visit (tenant_id, visitor_id, create_time);
create index src_visit_create_time on src_visit (tenant_id, create_time desc, id desc);
create index src_visit_invite on src_visit (tenant_id, invite_code) where invite_code is not null;
create index src_visit_registered on src_visit (registered_user_id) where registered_user_id is not null;
create index src_visit_unpaid on src_visit (registered_user_id)
  where registered_user_id is not null and first_recharge_time is null;

-- Totals of a day, kept for ever. A visitor counts once a day, in the row of the first visit.
create table src_day (
  tenant_id text not null,
  day date not null,
  site_code text not null,
  source_type integer not null,
  -- Empty: without a campaign; `*`: all but the largest ones of the day.
  utm_campaign text not null,
  visits integer not null,
  visitors integer not null,
  new_visitors integer not null,
  registrations integer not null,
  first_recharges integer not null,
  primary key (tenant_id, day, site_code, source_type, utm_campaign)
);

-- Days whose totals may be behind their visits: those where the two marks differ.
create table src_day_state (
  tenant_id text not null,
  day date not null,
  changed_mark timestamptz not null default clock_timestamp(),
  counted_mark timestamptz,
  counted_time timestamptz,
  primary key (tenant_id, day)
);
create index src_day_state_behind on src_day_state (day) where counted_mark is distinct from changed_mark;
