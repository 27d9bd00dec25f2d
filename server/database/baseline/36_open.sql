-- The partner interface: keys of agents with their spending, webhook endpoints, events and their deliveries.

create table open_key (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  owner_name text not null,
  key_name text not null,
  -- The first part of the key, which may be shown.
  key_id text not null constraint open_key_id unique,
  key_hash text not null,
  scopes integer not null default 11 check (scopes between 0 and 16383),
  -- Networks that may use the key; empty: any.
  addresses jsonb,
  spend_day bigint check (spend_day >= 0),
  spend_month bigint check (spend_month >= 0),
  rate_minute integer not null default 600 check (rate_minute between 1 and 6000),
  expire_time timestamptz,
  last_used_time timestamptz,
  last_used_ip text,
  status integer not null check (status between 1 and 3),
  revoke_time timestamptz,
  like audited_row including defaults
);
create index open_key_owner on open_key (tenant_id, owner_path text_pattern_ops, id);
create index open_key_list on open_key (tenant_id, id desc) where deleted_at is null;
create index open_key_active on open_key (owner_id) where status = 1 and deleted_at is null;

-- Money that a key spent on a day of the tenant; holds count when they are placed.
create table open_spend (
  key_id bigint not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  primary key (key_id, day)
);

-- Tasks that were created with a key, so that their holds count as its spending.
create table open_task (
  task_id bigint primary key,
  key_id bigint not null
);

create table open_endpoint (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  owner_name text not null,
  endpoint_name text not null,
  url text not null,
  events integer not null default 1 check (events between 0 and 1023),
  include_below integer not null default 0 check (include_below in (0, 1)),
  status integer not null default 1 check (status in (0, 1)),
  -- Sealed. The previous secret also signs until its time is over.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  -- The program stopped deliveries, and why.
  paused_time timestamptz,
  pause_reason integer check (pause_reason between 1 and 2),
  -- Since when each delivery has failed, and how many in a row.
  failing_since timestamptz,
  failures integer not null,
  last_success_time timestamptz,
  -- Nothing is sent before; when something was taken last.
  rest_until timestamptz,
  taken_time timestamptz,
  like audited_row including defaults
);
create index open_endpoint_owner on open_endpoint (tenant_id, owner_path text_pattern_ops, id);
create index open_endpoint_list on open_endpoint (tenant_id, id desc) where deleted_at is null;
create index open_endpoint_subscribed on open_endpoint (owner_id) where status = 1 and deleted_at is null;

-- Facts that endpoints subscribed to, written with the change itself.
create table open_event (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  event_type integer not null,
  -- The request as it is signed and sent.
  body text not null,
  create_time timestamptz not null default now()
);
create index open_event_owner on open_event (owner_id, id);
create index open_event_time on open_event (create_time);

-- state: 0 waiting, 1 delivered, 2 failed
create table open_delivery (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  endpoint_id bigint not null references open_endpoint (id),
  event_id bigint not null references open_event (id),
  event_type integer not null check (event_type in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)),
  state integer not null default 0 check (state between 0 and 2),
  tries integer not null default 0,
  next_time timestamptz not null default now(),
  -- The worker that is sending it.
  worker_id bigint,
  http_status integer,
  error text,
  answer text,
  millis integer,
  -- The last attempts, newest first.
  attempts jsonb not null default '[]',
  done_time timestamptz,
  create_time timestamptz not null default now()
) with (fillfactor = 70);
create index open_delivery_due on open_delivery (endpoint_id, next_time, id) where state = 0;
create index open_delivery_taken on open_delivery (worker_id) where worker_id is not null;
create index open_delivery_list on open_delivery (endpoint_id, id desc);
create index open_delivery_failed on open_delivery (endpoint_id, create_time) where state = 2;
create index open_delivery_event on open_delivery (event_id);
create index open_delivery_time on open_delivery (create_time);

-- Each function below returns at once where no endpoint of the owner's line exists.
create trigger open_of_order after insert or update of status, refund_amount on agt_product_order for each row
  when (new.status in (3, 4, 5, 6)) execute function open_note_order();
create trigger open_of_task after update of status on work_task for each row
  when (old.status is distinct from new.status and new.status in (3, 4, 5, 6, 12)) execute function open_note_task();
create trigger open_of_recharge after update of status on pay_recharge for each row
  when (old.status is distinct from new.status and new.status = 2) execute function open_note_recharge();
create trigger open_of_wallet after update of balance on fin_wallet for each row
  when (new.kind = 1 and new.balance < old.balance) execute function open_note_wallet();
create trigger open_of_reply after insert on snd_message for each row
  when (new.direction = 2 and new.channel = 3 and new.owner_id is not null) execute function open_note_reply();
