-- Questions about lists, their schedules and each delivery to a recipient.
create table rpt_report (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  name text not null,
  description text,
  source text not null,
  chart integer not null default 1 check (chart between 1 and 5),
  content jsonb not null,
  role_ids jsonb,
  like audited_row including defaults
);
create index rpt_report_owner on rpt_report (tenant_id, create_user) where deleted_at is null;
create index rpt_report_roles on rpt_report using gin (role_ids);

create table rpt_schedule (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  report_id bigint not null references rpt_report,
  report_name text not null,
  rhythm integer not null default 1 check (rhythm between 1 and 3),
  weekday integer check (weekday between 1 and 7),
  month_day integer check (month_day between 1 and 31),
  hour integer not null default 8 check (hour between 0 and 23),
  channels integer not null default 1 check (channels between 0 and 3),
  format integer not null default 1 check (format in (1, 2)),
  recipient_ids jsonb not null default '[]',
  is_active integer not null default 1 check (is_active in (0, 1)),
  next_time timestamptz,
  last_time timestamptz,
  failures integer not null default 0,
  problem text,
  -- The run whose deliveries are under way.
  open_time timestamptz,
  -- Language of the files and messages of its runs: that of its author.
  locale text not null default 'zh' check (locale in ('zh', 'en')),
  like audited_row including defaults
);
create index rpt_schedule_report on rpt_schedule (report_id) where deleted_at is null;
create index rpt_schedule_owner on rpt_schedule (tenant_id, create_user) where deleted_at is null;
create index rpt_schedule_due on rpt_schedule (next_time) where is_active = 1 and deleted_at is null;

-- A run of a schedule for one recipient, as its task left it.
create table rpt_delivery (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  schedule_id bigint not null references rpt_schedule,
  due_time timestamptz not null,
  user_id bigint not null,
  task_id bigint,
  mail_id bigint,
  -- 1 under way, 2 delivered, 3 failed
  state integer not null default 1 check (state between 1 and 3),
  problem_zh text,
  problem_en text,
  create_time timestamptz not null default now(),
  unique (schedule_id, due_time, user_id)
);
create index rpt_delivery_open on rpt_delivery (schedule_id, due_time) where state = 1;
create index rpt_delivery_create_time on rpt_delivery (create_time);
