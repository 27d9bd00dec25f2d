-- Two-way text sessions: their tasks, flows, sessions and entries, and what each reader keeps.

-- A number on which people write, and how they are answered. session_type: 1 automatic replies, 2 people, 3 survey. status: 0 draft,
-- 1 running, 2 paused, 3 ended.
create table inb_task (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  task_no text not null constraint inb_task_no unique,
  task_name text not null,
  agent_id bigint,
  agent_name text not null,
  sender_id bigint not null,
  session_type integer not null default 2 check (session_type between 1 and 3),
  status integer not null default 0 check (status between 0 and 3),
  flow_json jsonb,
  flow_version integer not null default 0,
  replies_max integer not null default 20 check (replies_max between 1 and 100),
  handlers jsonb,
  only_assignee integer not null default 0 check (only_assignee in (0, 1)),
  work_start text,
  work_end text,
  off_hours_reply text,
  opening_content text,
  consent_id bigint,
  session_timeout_hours integer not null default 24 check (session_timeout_hours between 1 and 720),
  max_turns integer not null default 20 check (max_turns between 1 and 1000),
  money_cap bigint check (money_cap > 0),
  end_time timestamptz,
  like audited_row including defaults
);
create index inb_task_list on inb_task (tenant_id, id desc);
create index inb_task_owner on inb_task (owner_path text_pattern_ops, id desc);
create index inb_task_tail on inb_task (reverse(task_no) text_pattern_ops);
create index inb_task_name on inb_task using gin (task_name gin_trgm_ops);
-- A number has one task that takes its texts.
create unique index inb_task_sender on inb_task (sender_id) where status in (1, 2) and deleted_at is null;

-- What changes with every text, apart from the settings: settings are locked before sessions, these counts after them. event_no is the
-- place of the last entry.
create table inb_counter (
  task_id bigint primary key references inb_task (id),
  event_no bigint not null default 0,
  total_sessions integer not null default 0,
  active_sessions integer not null default 0,
  inbound_count integer not null default 0,
  outbound_count integer not null default 0,
  opt_out_count integer not null default 0,
  charged_amount bigint not null default 0,
  -- When the owner was last notified that nobody on duty has room for a waiting session.
  notice_time timestamptz
) with (fillfactor = 70);

-- A version of the flow of a task; never changed, because sessions keep theirs.
create table inb_flow (
  id bigint generated always as identity primary key,
  task_id bigint not null references inb_task (id),
  version_no integer not null,
  content jsonb not null,
  create_time timestamptz not null default now(),
  unique (task_id, version_no)
);

-- A conversation with one number. session_status: 0 waiting for a reply, 1 open, 2 closed, 3 opted out. end_reason: 1 person, 2 timeout,
-- 3 age, 4 task ended, 5 opted out, 6 flow. flags: bits 1 looks like an opt-out, 2 repeats itself, 4 flow in a loop, 8 automatic replies
-- used up.
create table inb_session (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  task_id bigint not null references inb_task (id),
  sender_id bigint not null,
  session_no text not null constraint inb_session_no unique,
  e164 bigint not null check (e164 between 1000 and 999999999999999),
  country_code text,
  session_status integer not null default 0 check (session_status between 0 and 3),
  assigned_user bigint,
  assigned_name text,
  -- Whether a person has to answer: sessions of people, and those that a flow handed over.
  is_for_people boolean not null default false,
  turns integer not null default 0,
  last_msg_time timestamptz not null,
  -- Sealed.
  last_content text,
  last_direction integer not null default 2 check (last_direction in (1, 2)),
  waiting_since timestamptz,
  snoozed_until timestamptz,
  flags integer not null default 0 check (flags between 0 and 15),
  spent bigint not null,
  end_reason integer check (end_reason between 1 and 6),
  close_time timestamptz,
  -- Places of the last entry and of the last text received.
  last_no bigint not null default 0,
  last_in_no bigint not null default 0,
  flow_id bigint references inb_flow (id),
  flow_state jsonb,
  -- Digests and times of the last texts, to find a sender that repeats itself.
  heard jsonb not null default '[]',
  muted_until timestamptz,
  off_hours_time timestamptz,
  like audited_row including defaults,
  constraint inb_session_ended check ((session_status in (2, 3)) = (close_time is not null))
) with (fillfactor = 70);
-- A number has one open session with a task.
create unique index inb_session_open on inb_session (task_id, e164) where session_status in (0, 1) and deleted_at is null;
create index inb_session_last on inb_session (task_id, e164, id desc);
create index inb_session_list on inb_session (tenant_id, id desc);
create index inb_session_activity on inb_session (tenant_id, last_msg_time desc, id desc);
create index inb_session_waiting on inb_session (tenant_id, waiting_since, id) where session_status = 0;
create index inb_session_owner on inb_session (owner_path text_pattern_ops, last_msg_time desc);
create index inb_session_assigned on inb_session (assigned_user, session_status) where assigned_user is not null and session_status in (0, 1);
create index inb_session_queue on inb_session (task_id, waiting_since, id) where session_status = 0 and assigned_user is null and is_for_people;
create index inb_session_next on inb_session (tenant_id, coalesce(waiting_since, 'infinity'::timestamptz), id) where session_status in (0, 1);
-- Counts of the views, and unread sessions, read nothing else.
create index inb_session_counts on inb_session (tenant_id, owner_path text_pattern_ops)
  include (id, task_id, session_status, last_in_no, assigned_user, is_for_people, snoozed_until, waiting_since, last_msg_time)
  where session_status in (0, 1) and deleted_at is null;
create index inb_session_opted_out on inb_session (tenant_id, task_id) where session_status = 3;
create index inb_session_quiet on inb_session (last_msg_time) where session_status in (0, 1);
create index inb_session_snoozed on inb_session (snoozed_until) where snoozed_until is not null;
create index inb_session_tail on inb_session (reverse(session_no) text_pattern_ops);
create index inb_session_number on inb_session (e164);
create index inb_session_ending on inb_session ((e164 % 10000));

-- An entry of a session: a text, a note, a change. Places are given by the row of the task in inb_counter, which the writer holds until it
-- commits: they become visible in their order. kind: as sms_session_event; status: as line_status.
create table inb_event (
  task_id bigint not null,
  event_no bigint not null,
  session_id bigint not null,
  kind integer not null check (kind between 1 and 12),
  user_id bigint,
  user_name text,
  -- Sealed; empty 90 days later.
  content text,
  message_id uuid,
  client_key text,
  status integer check (status between 0 and 9),
  error_code text,
  segments integer,
  price bigint,
  ref_no bigint,
  node text,
  create_time timestamptz not null default now(),
  primary key (task_id, event_no)
) with (fillfactor = 80);
create index inb_event_session on inb_event (session_id, event_no desc);
create index inb_event_received on inb_event (session_id, event_no) where kind = 1;
create unique index inb_event_key on inb_event (session_id, user_id, client_key) where client_key is not null;
create index inb_event_message on inb_event (message_id) where message_id is not null;
create index inb_event_time on inb_event (create_time) where content is not null;

-- Words of texts as keyed digests, so that texts can be found without being readable.
create table inb_word (
  owner_id bigint not null,
  word bigint not null,
  session_id bigint not null,
  create_time timestamptz not null default now(),
  primary key (owner_id, word, session_id)
);
create index inb_word_time on inb_word (create_time);

-- The last entry that a reader saw.
create table inb_seen (
  user_id bigint not null,
  session_id bigint not null,
  seen_no bigint not null,
  primary key (user_id, session_id) include (seen_no)
) with (fillfactor = 80);

-- The unsent reply of a reader, sealed.
create table inb_draft (
  user_id bigint not null,
  session_id bigint not null,
  content text not null,
  update_time timestamptz not null default now(),
  primary key (user_id, session_id)
);
create index inb_draft_time on inb_draft (update_time);

-- Whether a user is on duty, and how many sessions they take at once.
create table inb_duty (
  user_id bigint primary key,
  tenant_id text not null,
  is_on integer not null default 0 check (is_on in (0, 1)),
  capacity integer not null default 10 check (capacity between 1 and 200),
  update_time timestamptz not null default now()
);

-- Replies prepared for the inbox. owner_id: the agent whose people use them, 0 for those of the platform.
create table inb_canned_reply (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  shortcut text not null,
  title text not null,
  content text not null,
  sort integer not null default 1,
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults
);
create unique index inb_canned_reply_shortcut on inb_canned_reply (tenant_id, owner_id, shortcut) where deleted_at is null;
create index inb_canned_reply_list on inb_canned_reply (tenant_id, sort, id desc);
