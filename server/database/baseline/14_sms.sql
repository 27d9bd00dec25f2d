-- SMS providers of tenants.
create table sys_sms (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  category integer not null default 3 check (category between 1 and 6),
  sms_code text not null,
  template_id text,
  content text,
  sign_name text,
  endpoint text not null default 'https://dysmsapi.aliyuncs.com',
  region_id text,
  app_id text,
  access_key text,
  account text,
  secret_key text,
  sender text,
  http_format integer check (http_format between 1 and 3),
  http_body text,
  http_accepted text,
  country_code text,
  status integer not null default 1 check (status in (1, 2)),
  remark text,
  like audited_row including defaults,
  -- Judged at the end of a transaction, so that one statement may turn one off and another on.
  constraint sys_sms_one_on exclude using btree (tenant_id with =) where (status = 2 and deleted_at is null) deferrable initially deferred
);
create unique index sys_sms_sms_code_unique on sys_sms (tenant_id, sms_code) where deleted_at is null;

-- Text messages and their results, without their texts. No key to the provider, which may be removed.
create table sys_sms_log (
  id bigint generated always as identity,
  tenant_id text not null,
  provider_id bigint not null,
  sms_code text not null,
  category integer not null check (category between 1 and 6),
  e164 bigint not null check (e164 > 0),
  -- 1 sending, 2 accepted, 3 failed, 4 over the limit, 5 unknown
  state integer not null check (state between 1 and 5),
  problem text,
  segments integer check (segments > 0),
  encoding integer check (encoding in (1, 2)),
  millis integer check (millis >= 0),
  message_id text,
  create_user bigint,
  create_user_name text,
  create_time timestamptz not null default now(),
  primary key (id, create_time)
) partition by range (create_time);
-- The first answers lists and the limit of a tenant, the second that of a phone.
create index sys_sms_log_create_time on sys_sms_log (tenant_id, create_time desc, id desc);
create index sys_sms_log_e164 on sys_sms_log (tenant_id, e164, create_time);
create index sys_sms_log_ending on sys_sms_log ((e164 % 10000));
create index sys_sms_log_sms_code on sys_sms_log (tenant_id, sms_code, create_time);

-- Messages of a call that wait for a worker or are being handed over; deleted with their outcome. Taken rows of a worker that is not in
-- kernel_worker belong to a dead one: nobody knows whether their messages were sent.
create table sys_sms_batch (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  provider_id bigint not null,
  -- Text and values, sealed.
  content text not null,
  locale text not null check (locale in ('zh', 'en')),
  message_ids bigint[] not null,
  message_time timestamptz not null,
  worker_id bigint,
  create_time timestamptz not null default now()
);
create index sys_sms_batch_provider on sys_sms_batch (provider_id);
