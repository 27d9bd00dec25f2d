-- Tables of the kernel: idempotency keys, stored files, background tasks, timers, limits, logs and the audit trail.

-- The columns of every audited table; 91_months.sql drops it again.
create table audited_row (
  create_user bigint,
  create_user_name text,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);

-- Finds texts by a part of them.
create extension if not exists pg_trgm;

-- The answer of a writing call under the key its client sent: the same key is never carried out twice.
create table kernel_idempotency (
  tenant_id text not null,
  user_id bigint not null,
  key text not null check (length(key) between 1 and 64),
  call text not null,
  body_hash text not null,
  status integer not null default 200,
  answer jsonb,
  create_time timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index kernel_idempotency_create_time on kernel_idempotency (create_time);

-- A row is written before its content: `ready` turns true once the bytes are in place, so a crash in between
-- leaves a row the purge finds, never content that no row knows.
create table kernel_file (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  key text not null,
  original_name text not null,
  kind text not null,
  extension text not null default '',
  -- The call that uploaded a kept file; null: made by the program, or deleted after reading.
  source text,
  owner_name text,
  -- The storage of its content; null: the installation's own.
  storage_id bigint,
  size bigint not null default 0 check (size >= 0),
  sha256 text not null default '',
  ready boolean not null default false,
  expires_at timestamptz,
  create_time timestamptz not null default now()
);
create unique index kernel_file_key on kernel_file (key);
create index kernel_file_expires_at on kernel_file (expires_at) where expires_at is not null;
create index kernel_file_unready on kernel_file (create_time) where not ready;
create index kernel_file_attachments on kernel_file (tenant_id, create_time desc) where source is not null;

-- A one-time right to download one file without the session's token, which never belongs in an address.
create table kernel_file_ticket (
  token_hash text primary key,
  file_id bigint not null references kernel_file (id) on delete cascade,
  user_id bigint not null,
  expires_at timestamptz not null
);
create index kernel_file_ticket_expires_at on kernel_file_ticket (expires_at);
create index kernel_file_ticket_file_id on kernel_file_ticket (file_id);

create table kernel_task (
  id bigint generated always as identity primary key,
  task_no text not null,
  tenant_id text not null,
  owner_id bigint not null,
  owner_name text not null,
  -- The user who started it: the job acts in their name, with their rights at its start.
  actor jsonb not null,
  job text not null,
  title_zh text not null,
  title_en text not null,
  biz_type text,
  biz_no text,
  visible integer not null default 1 check (visible in (0, 1)),
  -- 0 queued, 1 running, 2 waiting for confirmation, 3 done, 4 failed, 5 cancelled
  state integer not null default 0 check (state between 0 and 5),
  input jsonb not null,
  confirmation jsonb,
  checkpoint jsonb,
  done bigint not null default 0 check (done >= 0),
  total bigint not null default 0 check (total >= 0),
  note jsonb,
  result jsonb,
  result_file_id bigint references kernel_file (id) on delete set null,
  report_file_id bigint references kernel_file (id) on delete set null,
  failure_code text,
  failure_params jsonb,
  cancel_requested boolean not null default false,
  -- The queue entry that may run it, and the token of its runner: every write of a runner names its token, so a runner
  -- that was considered dead can change nothing.
  job_id bigint,
  runner text,
  attempt integer not null default 0 check (attempt >= 0),
  -- Attempts since the last checkpoint: only those without progress are limited.
  attempts_without_progress integer not null default 0,
  interruptions integer not null default 0,
  create_time timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz,
  update_time timestamptz not null default now()
);
create unique index kernel_task_task_no on kernel_task (task_no);
create index kernel_task_owner on kernel_task (tenant_id, owner_id, id desc) where visible = 1;
create index kernel_task_tenant on kernel_task (tenant_id, id desc) where visible = 1;
create index kernel_task_biz on kernel_task (tenant_id, biz_no) where biz_no is not null;
create index kernel_task_parts on kernel_task using gin (task_no gin_trgm_ops, biz_no gin_trgm_ops) where visible = 1;
create index kernel_task_open on kernel_task (state) where state in (0, 1, 2);
create index kernel_task_result_file_id on kernel_task (result_file_id) where result_file_id is not null;
create index kernel_task_report_file_id on kernel_task (report_file_id) where report_file_id is not null;

-- One row per worker process, which lives as long as it holds the advisory lock of its id; a row whose lock is free
-- belongs to a dead worker, regardless of clocks.
create table kernel_worker (
  id bigint generated always as identity primary key,
  pool_id text,
  host text not null,
  process_id integer not null,
  start_time timestamptz not null default now()
);

create table kernel_timer (
  name text primary key,
  next_run timestamptz not null,
  last_start timestamptz,
  last_end timestamptz,
  last_error text
);

-- Messages between nodes that are too large for a notification; emptied by the adapter itself.
create unlogged table kernel_socket_attachment (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea
);

create table log_api (
  id bigint generated always as identity,
  tenant_id text not null,
  service_id text not null,
  server_host text not null,
  server_ip text not null,
  env text not null,
  trace_id text not null default '',
  type integer not null default 1,
  title text not null default '',
  method text not null default '',
  request_uri text not null default '',
  user_agent text not null default '',
  remote_ip text not null default '',
  method_class text not null default '',
  method_name text not null default '',
  params text not null default '',
  status integer not null default 0 check (status >= 0),
  time integer not null default 0 check (time >= 0),
  create_by text not null default '',
  create_time timestamptz not null default now(),
  primary key (id, create_time)
) partition by range (create_time);
create index log_api_create_time on log_api (tenant_id, create_time desc, id desc);
create index log_api_trace_id on log_api (trace_id) where trace_id <> '';

create table log_usual (
  id bigint generated always as identity,
  tenant_id text not null,
  service_id text not null,
  server_host text not null,
  server_ip text not null,
  env text not null,
  trace_id text not null default '',
  log_level text not null,
  log_id text not null default '',
  log_data text not null default '',
  method text not null default '',
  request_uri text not null default '',
  user_agent text not null default '',
  remote_ip text not null default '',
  method_class text not null default '',
  method_name text not null default '',
  params text not null default '',
  create_by text not null default '',
  create_time timestamptz not null default now(),
  primary key (id, create_time)
) partition by range (create_time);
create index log_usual_create_time on log_usual (tenant_id, create_time desc, id desc);
create index log_usual_trace_id on log_usual (trace_id) where trace_id <> '';

create table log_error (
  id bigint generated always as identity,
  tenant_id text not null,
  service_id text not null,
  server_host text not null,
  server_ip text not null,
  env text not null,
  trace_id text not null default '',
  method text not null default '',
  request_uri text not null default '',
  user_agent text not null default '',
  remote_ip text not null default '',
  method_class text not null default '',
  method_name text not null default '',
  params text not null default '',
  exception_name text not null default '',
  message text not null default '',
  place text not null default '',
  fingerprint text not null default '',
  stack_trace text not null default '',
  file_name text not null default '',
  line_number integer not null default 0,
  create_by text not null default '',
  create_time timestamptz not null default now(),
  primary key (id, create_time)
) partition by range (create_time);
create index log_error_create_time on log_error (tenant_id, create_time desc, id desc);
create index log_error_trace_id on log_error (trace_id) where trace_id <> '';
create index log_error_fingerprint on log_error (tenant_id, fingerprint, create_time desc);

-- Errors of one kind together. Counted by the statement that writes the errors; people resolve or ignore them.
create table log_error_group (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  fingerprint text not null,
  service_id text not null,
  exception_name text not null,
  message text not null,
  place text,
  event_count integer not null check (event_count > 0),
  first_time timestamptz not null,
  last_time timestamptz not null,
  -- 1 open, 2 resolved, 3 ignored
  status integer not null default 1 check (status between 1 and 3),
  handled_by text,
  handled_time timestamptz,
  -- Reappeared after it had been resolved; administrators are not notified yet.
  recurred_time timestamptz,
  like audited_row including defaults,
  unique (tenant_id, fingerprint)
);
create index log_error_group_last_time on log_error_group (tenant_id, last_time desc, id desc) where deleted_at is null;
create index log_error_group_recurred on log_error_group (recurred_time) where recurred_time is not null;

-- Changes with their authors; written in the transaction of the change, never afterwards, never altered.
create table audit_log (
  id bigint generated always as identity,
  tenant_id text not null,
  user_id bigint not null,
  account text not null,
  ip text not null default '',
  action text not null,
  object_type text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  create_time timestamptz not null default now(),
  asked jsonb,
  trace_id text not null default '',
  user_agent text not null default '',
  stamp text not null default '',
  primary key (id, create_time)
) partition by range (create_time);
create index audit_log_object on audit_log (tenant_id, object_type, object_id, id desc);
create index audit_log_user on audit_log (tenant_id, user_id, id desc);
-- A call on several rows is recorded under all their ids.
create index audit_log_several on audit_log (tenant_id, object_type, id desc) where object_id like '%,%';
create index audit_log_trace_id on audit_log (trace_id) where trace_id <> '';
create trigger audit_log_immutable before update or delete on audit_log
  for each row execute function audit_log_is_immutable();

-- The chain over each tenant's trail: every row's link holds a digest, with the installation's key, of the row and the
-- previous link. The sealer writes it after the commit of the rows.
create table audit_link (
  tenant_id text not null,
  seq bigint not null check (seq > 0),
  audit_id bigint not null,
  audit_time timestamptz not null,
  hash text not null,
  primary key (tenant_id, seq)
);
create unique index audit_link_audit_id on audit_link (audit_id);
create trigger audit_link_immutable before update or delete on audit_link
  for each row execute function audit_log_is_immutable();

-- Where each chain ends, so that an end that was cut off is missed.
create table audit_head (
  tenant_id text primary key,
  seq bigint not null,
  hash text not null,
  mac text not null
);

-- Result of the last verification of each chain.
create table audit_proof (
  tenant_id text primary key,
  proof_time timestamptz not null,
  account text not null,
  proven integer not null,
  waiting integer not null,
  head_seq bigint,
  head_hash text,
  fault text,
  audit_id bigint,
  audit_time timestamptz
);

-- When everything had been sealed that was committed by then.
create table audit_seal (
  id integer primary key check (id = 1),
  sealed_time timestamptz,
  -- The length of each tenant's chain, with a code over all of them: a tenant's trail that is removed with its head is missed.
  lengths jsonb not null default '{}',
  mac text
);
insert into audit_seal (id) values (1);

-- Facts about this installation, for example decisions of its first start.
create table kernel_installation (
  key text primary key,
  value text not null,
  create_time timestamptz not null default now()
);

-- Calls of the current minute, or another time. Unlogged: a crash forgets them.
create unlogged table kernel_limit (
  key text primary key,
  used integer not null,
  -- The part granted to the last process that requested one.
  granted integer not null,
  ends_at timestamptz not null
);
create index kernel_limit_ends on kernel_limit (ends_at);

-- Nonces of signed calls, so that each request is answered once; deleted when its timestamp would be refused anyway.
create table kernel_nonce (
  key text primary key,
  expires_at timestamptz not null
);
create index kernel_nonce_expires on kernel_nonce (expires_at);

-- Rows that each person exported, by hour: the sum of a day needs a second person, like one large export.
create table kernel_export_hour (
  tenant_id text not null,
  user_id bigint not null,
  hour timestamptz not null,
  rows bigint not null check (rows > 0),
  primary key (tenant_id, user_id, hour)
);

-- Every state change of a business row, with author and reason.
create table biz_state_log (
  id bigint generated always as identity,
  tenant_id text not null,
  object_type text not null,
  object_id bigint not null,
  from_state integer,
  to_state integer not null,
  event text not null,
  reason text,
  user_id bigint,
  user_name text,
  create_time timestamptz not null default now(),
  primary key (id, create_time)
) partition by range (create_time);
create index biz_state_log_object on biz_state_log (object_type, object_id, id);

-- Settings that operators change while the product runs: a row overrides the default that the program declares for its
-- key. The platform's rows apply to every tenant without its own.
create table sys_param (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  param_name text not null,
  param_key text not null,
  param_value text not null,
  control_panel integer not null default 0 check (control_panel in (0, 1)),
  remark text,
  like audited_row including defaults
);
create unique index sys_param_param_key_unique on sys_param (tenant_id, param_key) where deleted_at is null;
create trigger sys_param_changed after insert or update or delete on sys_param
  for each statement execute function kernel_param_changed();

-- Dictionaries of the platform, the same for all tenants. A row is a dictionary (key -1) or an entry of one, with its code.
create table sys_dict (
  id bigint generated always as identity primary key,
  parent_id bigint references sys_dict (id),
  code text not null default '' check (length(code) between 1 and 64),
  dict_key text not null default '-1' check (length(dict_key) between 1 and 64),
  dict_value text not null check (length(dict_value) between 1 and 255),
  dict_value_en text not null default '',
  tone integer check (tone between 1 and 6),
  sort integer not null default 1,
  is_sealed integer not null default 0 check (is_sealed in (0, 1)),
  is_built_in integer not null default 0 check (is_built_in in (0, 1)),
  remark text,
  like audited_row including defaults,
  check ((parent_id is null) = (dict_key = '-1'))
);
create unique index sys_dict_code_dict_key_unique on sys_dict (code, dict_key) where deleted_at is null;
create index sys_dict_parent on sys_dict (parent_id);
create trigger sys_dict_changed after insert or update or delete on sys_dict
  for each statement execute function kernel_dict_changed();

-- The same for a tenant: its own lists.
create table sys_dict_biz (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  parent_id bigint references sys_dict_biz (id),
  code text not null default '' check (length(code) between 1 and 64),
  dict_key text not null default '-1' check (length(dict_key) between 1 and 64),
  dict_value text not null check (length(dict_value) between 1 and 255),
  dict_value_en text not null default '',
  tone integer check (tone between 1 and 6),
  sort integer not null default 1,
  is_sealed integer not null default 0 check (is_sealed in (0, 1)),
  remark text,
  like audited_row including defaults,
  check ((parent_id is null) = (dict_key = '-1'))
);
create unique index sys_dict_biz_code_dict_key_unique on sys_dict_biz (tenant_id, code, dict_key) where deleted_at is null;
create index sys_dict_biz_parent on sys_dict_biz (parent_id);

-- Every exported file of numbers: user, row count and fingerprint.
create table kernel_export_log (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  user_name text not null,
  source integer not null check (source between 1 and 7),
  object_ids text,
  filters jsonb,
  format text not null,
  masked integer not null check (masked in (0, 1)),
  row_count integer not null default 0 check (row_count >= 0),
  sha256 text,
  reason text,
  ip text,
  create_time timestamptz not null default now()
);
