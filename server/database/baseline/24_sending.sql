-- Messages: templates of business accounts, messages sent and received, limits of senders, verdicts of people.

-- A template as the channel has it. status: as template_status; quality: as channel_quality; category: as message_category.
create table snd_template (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  business_account text not null,
  -- The sender by which it was read last.
  sender_id bigint,
  template_ref text not null,
  template_code text not null,
  language text not null,
  category integer not null check (category between 1 and 4),
  status integer not null check (status between 0 and 4),
  quality integer not null default 0 check (quality between 0 and 3),
  reason text,
  is_named integer not null default 0 check (is_named in (0, 1)),
  components jsonb not null,
  parameter_count integer not null default 0,
  status_time timestamptz,
  like audited_row including defaults
);
create unique index snd_template_unique on snd_template (tenant_id, business_account, template_code, language) where deleted_at is null;
create index snd_template_code on snd_template using gin (template_code gin_trgm_ops);

-- A message: an attempt of a line of an order, a single text, or one that was received. Its id is our reference at the channel.
-- direction: 1 sent, 2 received. msg_type: as message_kind. status: as line_status.
create table snd_message (
  id uuid primary key,
  seq bigint generated always as identity,
  tenant_id text not null,
  owner_id bigint,
  channel integer not null check (channel between 1 and 3),
  direction integer not null check (direction in (1, 2)),
  sender_id bigint not null,
  -- Of SMS: the phone whose address it carries, its session, its parts.
  phone_id bigint,
  session_id bigint,
  segments integer check (segments between 1 and 255),
  task_id bigint,
  line_no integer,
  attempt_no integer not null default 1,
  e164 bigint,
  -- The channel's own id of the recipient.
  user_ref text,
  msg_type integer not null check (msg_type between 1 and 6),
  template_code text,
  -- Sealed; messages of templates have their values in the line.
  content text,
  -- Makes a repetition at the channel safe.
  token text,
  -- Digest of a verification code.
  code_hash text,
  vendor_id text,
  reply_to text,
  status integer not null default 0 check (status between 0 and 9),
  -- The channel holds it back for an assessment of its template.
  is_held boolean not null default false,
  error_code text,
  error_text text,
  -- The channel's words about its price, and its cost in the channel's currency.
  pricing jsonb,
  cost numeric(18, 6),
  is_refunded boolean not null default false,
  -- The units of a single text.
  charge_id bigint,
  verification integer check (verification between 1 and 4),
  -- When the channel is asked about it, and how often it was.
  poll_time timestamptz,
  polls integer not null default 0,
  create_time timestamptz not null default now(),
  sent_time timestamptz,
  delivered_time timestamptz,
  read_time timestamptz
) with (fillfactor = 75);
-- Ids of text messages are those of their parts, which an SMSC may use again.
create unique index snd_message_vendor on snd_message (sender_id, vendor_id) where vendor_id is not null and channel <> 3;
create index snd_message_open on snd_message (sent_time) where charge_id is not null and status = 1;
create index snd_message_session on snd_message (session_id, seq) where session_id is not null;
create index snd_message_line on snd_message (task_id, line_no) where task_id is not null;
create index snd_message_number on snd_message (tenant_id, e164, seq desc) where e164 is not null;
create index snd_message_user on snd_message (sender_id, user_ref, seq desc) where user_ref is not null;
create index snd_message_poll on snd_message (poll_time) where poll_time is not null;
create index snd_message_time on snd_message (create_time);

-- A part of a text message that the SMSC took or refused. vendor_key: the id of the SMSC in the form of its receipts. status: as
-- line_status.
create table snd_part (
  message_id uuid not null,
  part_no integer not null check (part_no between 1 and 255),
  sender_id bigint not null,
  e164 bigint not null,
  vendor_id text,
  vendor_key text,
  status integer not null check (status between 0 and 9),
  error_code text,
  submit_time timestamptz not null default now(),
  done_time timestamptz,
  primary key (message_id, part_no)
) with (fillfactor = 85);
create index snd_part_vendor on snd_part (sender_id, vendor_key) where vendor_key is not null;
create index snd_part_time on snd_part (submit_time);

-- Single text messages that wait for a node with a bind of their provider, or are being handed over by one. purpose: 1 a reply of a
-- person, 2 an automatic reply, 3 the confirmation of an opt-out, 4 a test.
create table snd_outbox (
  seq bigint generated always as identity primary key,
  message_id uuid not null unique,
  tenant_id text not null,
  sender_id bigint not null,
  session_id bigint,
  purpose integer not null check (purpose between 1 and 4),
  ready_at timestamptz not null default now(),
  tries integer not null default 0,
  -- The worker that hands it over, from when on.
  worker_id bigint,
  taken_at timestamptz
) with (fillfactor = 70);
create index snd_outbox_ready on snd_outbox (sender_id, purpose, seq) where worker_id is null;
create index snd_outbox_session on snd_outbox (session_id) where session_id is not null;

-- Recipients outside a conversation whom a portfolio wrote to in the last 24 hours: its limit counts them once.
create table snd_portfolio (
  tenant_id text not null,
  portfolio_code text not null,
  number_key bigint not null,
  first_time timestamptz not null default now(),
  primary key (tenant_id, portfolio_code, number_key)
) with (fillfactor = 80);
create index snd_portfolio_time on snd_portfolio (tenant_id, portfolio_code, first_time);

-- The last message of a sender to a recipient, while it forbids the next one.
create unlogged table snd_pair (
  sender_id bigint not null,
  number_key bigint not null,
  free_at timestamptz not null,
  primary key (sender_id, number_key)
);
create index snd_pair_time on snd_pair (free_at);

-- A verdict of a person about a message, in the place of a receipt. from_status, to_status: as line_status.
create table snd_verdict (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  task_id bigint not null,
  line_no integer not null,
  from_status integer not null,
  to_status integer not null,
  reason text,
  evidence jsonb not null default '[]',
  user_id bigint not null,
  user_name text not null,
  create_time timestamptz not null default now()
);
create index snd_verdict_line on snd_verdict (task_id, line_no, id desc);

-- A user who started a bot. is_active: 0 blocked it or stopped it.
create table snd_contact (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  sender_id bigint not null,
  user_ref text not null,
  is_active integer not null default 1 check (is_active in (0, 1)),
  start_time timestamptz not null default now(),
  stop_time timestamptz,
  unique (sender_id, user_ref)
);

-- Messages of orders by recipient, as the lists of recipients show them; the id names order and line.
create view snd_line as
select (l.task_id << 22) | l.line_no as id, t.tenant_id, t.owner_id, t.owner_path, t.kind, t.task_no as order_no, l.task_id as order_id, l.line_no,
  l.e164, l.user_ref, l.raw, l.country_code, l.params, case when l.state = 10 then 8 else coalesce(l.result, 0) end as line_status, l.state,
  l.reject_reason, l.rule, l.attempt_no, l.message_id, l.error as error_code, l.due_time, l.charge as charge_state, l.is_judged,
  l.checked_time, l.chunk_no, l.create_time, t.create_user, t.create_dept, null::timestamptz as deleted_at, 0 as version
from work_line l join work_task t on t.id = l.task_id and t.create_time = l.create_time
where l.is_current and t.sender_id is not null and t.deleted_at is null and t.status <> 8 and not l.is_seed;
