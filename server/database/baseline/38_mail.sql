-- SMTP servers of tenants, of which one at most is in use.
create table sys_mail (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  host text not null,
  port integer not null default 465 check (port between 1 and 65535),
  security integer not null default 1 check (security between 1 and 3),
  account text,
  password text,
  sender_name text,
  sender_address text not null,
  status integer not null default 1 check (status in (1, 2)),
  remark text,
  like audited_row including defaults,
  constraint sys_mail_one_on exclude using btree (tenant_id with =) where (status = 2 and deleted_at is null) deferrable initially deferred
);
create index sys_mail_tenant on sys_mail (tenant_id) where deleted_at is null;

-- E-mail that waits or was sent. Text and attachments are emptied 30 days later, rows deleted after a year.
create table sys_mail_log (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint,
  address text not null,
  subject text not null,
  -- Sealed.
  body text,
  file_ids bigint[] not null default '{}',
  -- The server a test is sent through; null: the one in use.
  mail_id bigint,
  -- 1 waiting, 2 sent, 3 failed, 4 suppressed
  state integer not null default 1 check (state between 1 and 4),
  attempts integer not null default 0,
  next_time timestamptz,
  sent_time timestamptz,
  problem text,
  create_time timestamptz not null default now()
);
create index sys_mail_log_create_time on sys_mail_log (tenant_id, create_time desc, id desc);
create index sys_mail_log_address on sys_mail_log using gin (address gin_trgm_ops);
create index sys_mail_log_user on sys_mail_log (user_id);
create index sys_mail_log_kept on sys_mail_log (create_time) where body is not null;

-- Addresses that refused mail for good.
create table sys_mail_suppressed (
  tenant_id text not null,
  address text not null,
  problem text not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, address)
);
