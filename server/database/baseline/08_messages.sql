-- Messages between people, and from the program to people. A message is a row of msg_message; each reader has a row of
-- msg_inbox. Both take their ids from one sequence, so that an id alone identifies the table.
create sequence msg_id;
-- The order in which messages became readable; see msg_number.
create sequence msg_seq;

create table msg_message (
  id bigint not null default nextval('msg_id'),
  tenant_id text not null,
  type integer not null check (type between 1 and 4),
  title text not null check (length(title) between 1 and 255),
  content text not null,
  -- The program's own sentences are kept by key and parameters, so that each reader gets them in the own language.
  title_key text,
  params jsonb not null default '{}',
  level text not null default 'info' check (level in ('info', 'success', 'warning', 'error')),
  -- The subject: a resource's name, a row of it, and the page to open.
  biz_type text,
  biz_id text,
  route text,
  -- Recipients as the sender chose them: names of people, departments or roles.
  recipients text[] not null default '{}',
  recipient_count integer not null default 0 check (recipient_count >= 0),
  -- Null: the program.
  create_user bigint,
  create_user_name text,
  create_time timestamptz not null default now(),
  -- The sender took it out of the own list; readers keep it.
  deleted_at timestamptz,
  primary key (id, create_time)
) partition by range (create_time);
create index msg_message_sent on msg_message (create_user, id desc) where deleted_at is null;
create constraint trigger msg_message_numbered after insert on msg_message
  deferrable initially deferred for each row execute function msg_number();

create table msg_inbox (
  id bigint not null default nextval('msg_id'),
  message_id bigint not null,
  -- The message's time, so that both are in the same month and removed together.
  create_time timestamptz not null default now(),
  user_id bigint not null,
  -- 1 unread, 0 read.
  is_read integer not null default 1 check (is_read in (0, 1)),
  read_time timestamptz,
  -- Null until the transaction that sent it commits.
  seq bigint,
  deleted_at timestamptz,
  primary key (id, create_time),
  foreign key (message_id, create_time) references msg_message (id, create_time) on update cascade on delete cascade
) partition by range (create_time);
create unique index msg_inbox_message on msg_inbox (message_id, user_id, create_time);
create index msg_inbox_received on msg_inbox (user_id, id desc) where deleted_at is null;
create index msg_inbox_unread on msg_inbox (user_id) where is_read = 1 and deleted_at is null;
create unique index msg_inbox_seq on msg_inbox (user_id, seq, create_time);

create view msg_received as
  select i.id, m.tenant_id, i.user_id, i.seq, i.is_read, i.read_time, i.deleted_at, m.type, m.title, m.content, m.title_key, m.params,
    m.level, m.biz_type, m.biz_id, m.route, m.create_user, m.create_user_name, m.create_time
  from msg_inbox i join msg_message m on m.id = i.message_id and m.create_time = i.create_time
  where i.seq is not null;

create view msg_sent as
  select m.*, (select count(*) from msg_inbox i where i.message_id = m.id and i.create_time = m.create_time and i.is_read = 0)::int as read_count from msg_message m;
